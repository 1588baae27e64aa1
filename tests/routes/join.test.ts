import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { SECONDS } from "#app/durations";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { inTheFile } from "../support/a-guest";
import { type Reaction, startEmailjs, taken } from "../support/emailjs-stand-in";
import { type Site, siteForAllTests } from "../support/open-site";
import { startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";

const SUBMIT = "Submit application";
const SUBMITTED = "Your application has been submitted successfully.";
const FOR_REVIEW =
  "Your application has been submitted for review - All routes are currently filled - A team leader will reach out at the end of the month to confirm status of the application.";

let people = 0;
/** Each application is another person's, unless a test says otherwise. */
function somebody(changes: Record<string, string> = {}): Record<string, string> {
  people += 1;
  return aTypedApplication({ id_number: anIdNumber(people), ...changes });
}

describe("where email is sent by SMTP", () => {
  /** With a proxy's header, so that each test can use another network. */
  const site = siteForAllTests({ TRUST_PROXY: "1" });
  /** A visitor who has had the page open long enough to fill it in. */
  let reader: Visitor;

  beforeAll(async () => {
    reader = await readerOf(site);
  });

  test("the page has every question under its own name, and what is chosen beforehand", async () => {
    const { document, status } = await new Visitor(site.url).open("/join");
    expect(status).toBe(200);
    const form = document.querySelector("form[method=post]");
    const names = Object.keys(aTypedApplication());
    expect(names.filter((name) => !form?.querySelector(`[name="${name}"]`))).toEqual([]);
    expect(names.filter((name) => !document.querySelector(`label[for="${name}"]`))).toEqual([]);
    expect(document.querySelector("#OwnerDriver option[selected]")?.text).toBe("Yes");
    expect(document.querySelector("#experience option")?.text).toBe("Worked in courier before?");
    expect(document.querySelector("#vehicleTracking option")?.text).toBe("Tracking Installed?");
    const button = document.querySelectorAll("button").find((each) => each.text === SUBMIT);
    expect(button?.getAttribute("data-busy-label")).toBe("Submitting...");
    expect(document.querySelector("title")?.text).toContain("Become an owner driver");
    expect(document.querySelector("script[async]"), "it keeps what is typed").not.toBeNull();
  });

  test("an application is stored, emailed once, and confirmed with its number on its own page", async () => {
    const answers = somebody({ from_name: "Nomvula" });
    const page = await reader.anotherTab().follow(await submit(reader, answers));
    expect(page.status).toBe(200);
    expect(new URL(page.url).pathname).toBe("/join");
    expect(page.text).toContain(SUBMITTED);
    expect(page.document.querySelector('[role="status"]')?.text).toContain(SUBMITTED);
    expect(page.document.querySelector("h1")?.text).toBe("We have your application");
    expect(page.document.querySelector("title")?.text).toContain("Application received");
    expect(page.document.querySelector("#from_name")).toBeNull();
    const blank = await reader.anotherTab().open("/join");
    expect(blank.document.querySelector("#from_name")?.getAttribute("value")).toBe("");

    const [row] = stored(site, answers);
    const spoken = /D \d{4} \d{4}/.exec(page.text)?.[0];
    expect(row).toMatchObject({ reference: spoken?.replaceAll(" ", ""), from_name: "Nomvula" });
    expect(emailAbout(site, answers)).toMatchObject([{ state: "sent" }]);
    expect(emails(site).filter((email) => email.includes("Nomvula"))).toHaveLength(1);
    const toApplicant = emails(site).filter((email) => email.includes(`We have your application ${spoken}`));
    expect(toApplicant).toHaveLength(1);
    expect(toApplicant[0]).toMatch(/^To: .*thandi@example\.co\.za/m);
  });

  test("pressed five times at once it is one application and one email", async () => {
    const answers = somebody({ from_name: "Sibusiso" });
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => submit(reader, answers)));
    const places = responses.map((response) => response.headers.get("Location"));
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(places).size).toBe(1);
    expect(stored(site, answers)).toHaveLength(1);
    expect(emails(site).filter((email) => email.includes("Sibusiso"))).toHaveLength(1);
  });

  test("sent again from a fresh page, without waiting, it is still the same application", async () => {
    const answers = somebody();
    const first = await submit(reader, answers);
    const fresh = new Visitor(site.url);
    await fresh.open("/join");
    const again = await submit(fresh, answers);
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(stored(site, answers)).toHaveLength(1);
  });

  test("a blank form names every missing answer, beside its field too", async () => {
    const page = await reader.anotherTab().follow(await submit(reader, { OwnerDriver: "" }));
    expect(page.status).toBe(400);
    const summary = page.document.querySelector('[role="alert"]');
    expect(summary?.text).toContain("There is a problem");
    const links = summary?.querySelectorAll("a").map((link) => link.getAttribute("href")) ?? [];
    expect(links).toHaveLength(19);
    for (const link of links) expect(page.document.querySelector(`${link}-error`)).not.toBeNull();
    expect(links).not.toContain("#lastexperience");
    expect(links).not.toContain("#vehicleTrackingCompany");
  });

  test("one wrong answer keeps all the others, and then the same page succeeds", async () => {
    const answers = somebody({ from_surname: "O'Brien & <sons>", vehicleKm: "many" });
    const visitor = reader.anotherTab();
    const page = await visitor.follow(await submit(reader, answers));
    expect(page.status).toBe(400);
    expect(page.text).toContain("Kilometres must be a whole number, such as 120 000");
    expect(page.document.querySelector("#experience option[selected]")?.text).toBe("Yes");

    const done = await visitor.press(SUBMIT, { vehicleKm: "120 000" });
    expect(done.text).toContain(SUBMITTED);
    expect(stored(site, answers)).toMatchObject([{ from_surname: "O'Brien & <sons>", vehicle_km: 120_000 }]);
  });

  test("the company is asked for only after Yes", async () => {
    const yes = await reader.anotherTab().follow(await submit(reader, somebody({ lastexperience: "" })));
    expect(yes.text).toContain("Courier company is required");
    expect(yes.document.querySelector("title")?.text).toMatch(/^Error: /);
    const no = somebody({ experience: "No", vehicleTracking: "No", vehicleTrackingCompany: "" });
    expect((await submit(reader, no)).status).toBe(303);
    expect(stored(site, no)).toMatchObject([{ last_experience: "", vehicle_tracking_company: "" }]);
  });

  test.each(["", "D12345678", "D12345678.", ".", "D12345678.AAAAAAAAAAAAAAAAAAAAAA", "%00"])(
    "a link that thanks for %j thanks for nothing",
    async (sent) => {
      const page = await new Visitor(site.url).open(`/join?sent=${encodeURIComponent(sent)}`);
      expect(page.text).not.toContain("Your application has been submitted");
    },
  );

  test("the number in a real link can't be replaced by another", async () => {
    const places = await Promise.all([submit(reader, somebody()), submit(reader, somebody())]);
    const [one = "", other = ""] = places.map((response) => response.headers.get("Location") ?? "");
    const forged = `${other.split(".")[0]}.${one.split(".")[1]}`;
    expect((await new Visitor(site.url).open(one)).text).toContain(SUBMITTED);
    expect((await new Visitor(site.url).open(forged)).text).not.toContain("submitted");
  });

  describe("bots are kept out, and a person taken for one can go on", () => {
    test("filling in the hidden field asks to try again, and keeps everything", async () => {
      const answers = somebody();
      const visitor = reader.anotherTab();
      const page = await visitor.follow(await submit(reader, { ...answers, homepage: "https://spam.example" }));
      expect(page.status).toBe(400);
      expect(page.text).toContain("or write to hello@thuma.example");
      expect(stored(site, answers)).toEqual([]);
      expect((await visitor.press(SUBMIT)).text).toContain(SUBMITTED);
    });

    test("a form filled in too fast is refused", async () => {
      const answers = somebody();
      const hasty = new Visitor(site.url);
      await hasty.open("/join");
      const page = await hasty.press(SUBMIT, answers);
      expect(page.status).toBe(400);
      expect(page.text).toContain("Your answers are still here");
      expect(stored(site, answers)).toEqual([]);
      await pause(3 * SECONDS);
      expect((await hasty.press(SUBMIT)).text).toContain(SUBMITTED);
    });

    test.each(["", "abc", "mi9.abcdefghijklmnopqrstuv.AAAAAAAAAAAAAAAAAAAAAA"])(
      "a form that we never gave out (%j) stores nothing",
      async (ticket) => {
        const answers = somebody();
        const response = await submit(reader, { ...answers, ticket });
        expect(response.status).toBe(400);
        expect(stored(site, answers)).toEqual([]);
      },
    );

    test("the thirteenth application of an hour from one network waits; another network doesn't", async () => {
      for (let count = 0; count < 12; count += 1) {
        expect((await submit(reader, somebody(), "203.0.113.7")).status).toBe(303);
      }
      const answers = somebody();
      const refused = await submit(reader, answers, "203.0.113.7");
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
      expect(await refused.text()).toContain("Try again in an hour, or write to hello@thuma.example");
      expect(stored(site, answers)).toEqual([]);
      expect((await submit(reader, answers, "203.0.113.8")).status).toBe(303);
    });

    test("one house's IPv6 addresses are one network", async () => {
      for (let count = 0; count < 12; count += 1) {
        expect((await submit(reader, somebody(), `2001:db8:0:7::${count + 1}`)).status).toBe(303);
      }
      expect((await submit(reader, somebody(), "2001:db8:0:7:ffff::9")).status).toBe(429);
      expect((await submit(reader, somebody(), "2001:db8:0:8::1")).status).toBe(303);
    });
  });
});

describe("where email is sent through EmailJS", () => {
  const misbehaviours: Record<string, Reaction> = {
    Refused400: { status: 400, text: "The template ID not found" },
    Refused403: { status: 403, text: "API calls are disabled for non-browser applications" },
    Refused429: { status: 429, text: "Too Many Requests" },
    CutLine: "cut line",
    Hang: "hang",
  };
  const applicants = ["Taken200", ...Object.keys(misbehaviours)];

  test("whatever it answers, each application is stored once, shown its true state, and emailed once in the end", async () => {
    let isWell = false;
    const emailjs = await startEmailjs((body) => (isWell ? taken : (misbehaviours[nameIn(body)] ?? taken)));
    const site = await startSite({
      EMAILJS_USER_ID: "user_1",
      EMAILJS_SERVICE_ID: "service_1",
      EMAILJS_TEMPLATE_ID: "template_1",
      EMAILJS_URL: emailjs.url,
    });
    try {
      const reader = await readerOf(site);
      const answers: Record<string, string> = {};
      const links: Record<string, string> = {};
      for (const from_surname of applicants) {
        const page = await reader.anotherTab().follow(await submit(reader, somebody({ from_surname })));
        answers[from_surname] = page.text.includes(SUBMITTED) ? SUBMITTED : page.text;
        links[from_surname] = page.url;
      }
      expect(answers.Taken200).toBe(SUBMITTED);
      for (const name of Object.keys(misbehaviours)) expect(answers[name]).toContain(FOR_REVIEW);
      expect(emailjs.mails.map(nameIn)).toEqual(["Taken200"]);

      await expect.poll(() => failures(site)).toBe(5);
      expect(lastErrors(site)).toMatchObject({
        Refused400: expect.stringContaining("EmailJS answered 400: The template ID not found"),
        Refused403: expect.stringContaining("EmailJS answered 403: API calls are disabled"),
        Refused429: expect.stringContaining("EmailJS answered 429: Too Many Requests"),
        CutLine: expect.stringMatching(/ECONNRESET|hang up/),
        Hang: expect.stringContaining("no whole answer within"),
        Taken200: null,
      });
      expect(site.logs()).toContain("could not be sent yet");
      expect(site.logs()).not.toContain("thandi@example.co.za");

      isWell = true;
      // Makes the next attempts due now.
      inTheFile(site, "UPDATE outgoing_mails SET next_attempt_at = '2026-01-01T00:00:00.000Z'");
      await expect.poll(() => emailjs.mails.length).toBe(applicants.length);
      await pause(2 * SECONDS);
      expect(emailjs.mails.map(nameIn).sort()).toEqual([...applicants].sort());
      expect(inTheFile(site, "SELECT state, count(*) AS count FROM outgoing_mails GROUP BY state")).toEqual([
        // One to the company for each, and to the applicant, whose address all six have given: three a day.
        { state: "sent", count: applicants.length + 3 },
      ]);
      const later = await new Visitor(site.url).open(links.Refused403 ?? "");
      expect(later.text).toContain(SUBMITTED);
    } finally {
      await site.stop();
      emailjs.stop();
    }
  });

  test("an application whose email is queued survives the site's end, and the whole email is sent", async () => {
    let isWell = false;
    const emailjs = await startEmailjs(() => (isWell ? taken : { status: 429, text: "Too Many Requests" }));
    const env = {
      EMAILJS_USER_ID: "user_1",
      EMAILJS_SERVICE_ID: "service_1",
      EMAILJS_TEMPLATE_ID: "template_1",
      EMAILJS_ACCESS_TOKEN: "token_1",
      EMAILJS_URL: emailjs.url,
    };
    const before = await startSite(env);
    const kept = await startSite({ ...env, DATA_DIR: `${before.dataDir}-kept` });
    await before.stop();
    try {
      const answers = somebody({ experience: "No", lastexperience: "left over" });
      await submit(await readerOf(kept), answers);
      await kept.kill();
      isWell = true;
      inTheFile(kept, "UPDATE outgoing_mails SET next_attempt_at = '2026-01-01T00:00:00.000Z'");
      const after = await startSite({ ...env, DATA_DIR: kept.dataDir });
      await expect.poll(() => emailjs.mails.length).toBe(1);
      await after.stop();

      const mail = JSON.parse(emailjs.mails[0] ?? "");
      expect(mail).toMatchObject({ lib_version: "3.2.0", user_id: "user_1", accessToken: "token_1" });
      expect(Object.keys(mail.template_params).sort()).toEqual(["reference", ...Object.keys(answers)].sort());
      expect(mail.template_params).toMatchObject({
        id_number: answers.id_number,
        OwnerDriver: "Yes",
        lastexperience: "",
        vehicleKm: "120000",
      });
    } finally {
      emailjs.stop();
    }
  });

  test("with an account that EmailJS refuses, applications are stored anyway, and staff can see why", async () => {
    const emailjs = await startEmailjs(() => ({ status: 400, text: "The service ID not found" }));
    const site = await startSite({
      EMAILJS_USER_ID: "user_1",
      EMAILJS_SERVICE_ID: "service_0",
      EMAILJS_TEMPLATE_ID: "template_1",
      EMAILJS_URL: emailjs.url,
    });
    try {
      const reader = await readerOf(site);
      const answers = somebody();
      const page = await reader.anotherTab().follow(await submit(reader, answers));
      expect(page.text).toContain(FOR_REVIEW);
      expect(stored(site, answers)).toHaveLength(1);
      expect(emailAbout(site, answers)).toMatchObject([
        { state: "queued", last_error: expect.stringContaining("The service ID not found") },
      ]);
    } finally {
      await site.stop();
      emailjs.stop();
    }
  });
});

/** A visitor who has had the page open longer than a bot would. */
async function readerOf(site: Site): Promise<Visitor> {
  const reader = new Visitor(site.url);
  await reader.open("/join");
  await pause(3.1 * SECONDS);
  return reader;
}

/** Presses the button of the visitor's page, without leaving it. */
function submit(visitor: Visitor, answers: Record<string, string>, network = `198.51.100.${people % 250}`) {
  const { action, body } = visitor.filledIn(SUBMIT, answers);
  return visitor.send(action, {
    method: "POST",
    body: body.toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": network },
  });
}

function nameIn(mail: string): string {
  return JSON.parse(mail).template_params.from_surname;
}

function stored(site: Site, { id_number = "" }: Record<string, string>): unknown[] {
  return inTheFile(site, `SELECT * FROM driver_applications WHERE id_number = '${id_number}'`);
}

function emailAbout(site: Site, { id_number = "" }: Record<string, string>): unknown[] {
  return inTheFile(
    site,
    `SELECT state, last_error FROM outgoing_mails WHERE letter_key LIKE 'driver-application:' || (SELECT id FROM driver_applications WHERE id_number = '${id_number}') || ':%'`,
  );
}

function failures(site: Site): number {
  return inTheFile(site, "SELECT id FROM outgoing_mails WHERE last_error IS NOT NULL").length;
}

function lastErrors(site: Site): Record<string, string | null> {
  const rows = inTheFile(
    site,
    "SELECT from_surname, last_error FROM driver_applications AS a JOIN outgoing_mails ON letter_key LIKE '%' || a.id || '%'",
  ) as {
    from_surname: string;
    last_error: string | null;
  }[];
  return Object.fromEntries(rows.map(({ from_surname, last_error }) => [from_surname, last_error]));
}

function emails(site: Site): string[] {
  const folder = path.join(site.dataDir, "outbox");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".eml"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}
