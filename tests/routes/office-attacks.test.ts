import { describe, expect, test } from "vitest";
import { settings } from "#app/config.server";
import { passwordFingerprint } from "#app/domain/office/sign-in.server";
import { MINUTES } from "#app/durations";
import { sealedDocument } from "#app/http/office/seal.server";
import { aVerifiedCustomer } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { joined, OFFICE_PASSWORD } from "../support/an-office-person";
import { multipart } from "../support/multipart";
import { openSite, siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

/** One trusted proxy, so that a test can come from many addresses. */
const site = siteForAllTests({ TRUST_PROXY: "1", SESSION_SECRET });

const WRONG = "The email or password is wrong.";
const TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

const guess = async (fields: Record<string, string>, from: string) => {
  const headers = { ...TYPE, "X-Forwarded-For": from };
  const body = new URLSearchParams(fields).toString();
  const answer = await fetch(`${site.url}/office/sign-in`, { method: "POST", body, headers, redirect: "manual" });
  return { status: answer.status, html: await answer.text() };
};
const guessIn = (browser: Visitor, fields: Record<string, string>) =>
  browser.send("/office/sign-in", { method: "POST", body: new URLSearchParams(fields).toString(), headers: TYPE });
const many = (count: number, at: (n: number) => ReturnType<typeof guess>) =>
  Promise.all(Array.from({ length: count }, (_, n) => at(n)));
const of = (answers: { status: number }[], status: number) => answers.filter((each) => each.status === status).length;

describe("guessing", () => {
  test.each(["guessed@office.example", "nobody@office.example"])(
    "at %s from everywhere gets ten checks, and a browser where she was signed in before still gets in",
    async (email) => {
      const thandi = email.startsWith("guessed") ? await joined(site, email) : null;
      if (thandi) {
        await thandi.browser.open("/office/sign-in");
        await thandi.browser.press("Sign out");
      }
      const answers = await many(40, (n) => guess({ email, password: `guess number ${n}` }, `198.51.100.${n}`));
      expect(answers.filter(({ html }) => html.includes(WRONG))).toHaveLength(10);
      expect(of(answers, 429)).toBe(30);
      expect(await guess({ email, password: OFFICE_PASSWORD }, "203.0.113.9")).toMatchObject({ status: 429 });
      if (!thandi) return;
      await thandi.browser.open("/office/sign-in");
      await thandi.browser.press("Sign in", { email, password: OFFICE_PASSWORD });
      expect((await thandi.browser.press("Sign in", { code: thandi.app.code(1) })).url).toBe(`${site.url}/office`);
    },
  );

  test("in a browser where she was signed in before gets ten checks, too, and others go on", async () => {
    const email = "shared@office.example";
    const { browser } = await joined(site, email);
    await browser.open("/office/sign-in");
    await browser.press("Sign out");
    const wrong: Awaited<ReturnType<typeof guessIn>>[] = [];
    // Of one person no more than six are taken at once.
    for (let n = 0; n < 14; n += 2) {
      const two = [n, n + 1].map((nth) => guessIn(browser, { email, password: `guess number ${nth}` }));
      wrong.push(...(await Promise.all(two)));
    }
    expect([of(wrong, 400), of(wrong, 429)]).toEqual([10, 4]);
    expect(await guess({ email, password: OFFICE_PASSWORD }, "203.0.113.40")).toMatchObject({ status: 200 });
  });

  test("from one network at many people is stopped", async () => {
    const answers = await many(60, (n) => guess({ email: `p${n}@office.example`, password: "a guess" }, "192.0.2.1"));
    expect([of(answers, 400), of(answers, 429)]).toEqual([50, 10]);
  });

  test("from many networks of one IPv6 /48 is stopped", async () => {
    let [wrong, refused] = [0, 0];
    for (let done = 0; done < 160; done += 40) {
      const from = (n: number) => `2001:db8:7:${(done + n).toString(16)}::1`;
      const answers = await many(40, (n) =>
        guess({ email: `w${done + n}@office.example`, password: "a guess" }, from(n)),
      );
      wrong += of(answers, 400);
      refused += of(answers, 429);
    }
    expect([wrong, refused]).toEqual([150, 10]);
  });

  test("at the code, with the right password, gets five checks, however the form is repeated", async () => {
    const email = "half.known@office.example";
    const { app } = await joined(site, email);
    const { html } = await guess({ email, password: OFFICE_PASSWORD }, "203.0.113.20");
    const ticket = /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? expect.fail(html);
    const wrong = await many(20, (n) => guess({ ticket, code: String(n).padStart(6, "0") }, `203.0.113.${n + 30}`));
    expect([of(wrong, 400), of(wrong, 429)]).toEqual([5, 15]);
    expect(await guess({ ticket, code: app.code(1) }, "203.0.113.99")).toMatchObject({ status: 429 });
  });

  test("two browsers with one code at the same moment: one gets in", async () => {
    const email = "at.once@office.example";
    const { app } = await joined(site, email);
    const tickets = await many(2, (n) => guess({ email, password: OFFICE_PASSWORD }, `203.0.114.${n}`));
    const code = app.code(1);
    const answers = await many(2, (n) => {
      const ticket = /name="ticket" value="([^"]+)"/.exec(tickets[n]?.html ?? "")?.[1] ?? "";
      return guess({ ticket, code }, `203.0.114.${n}`);
    });
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });
});

describe("a ticket between password and code", () => {
  test("that was changed, is too old, or is from before a new password, gets nobody in", async () => {
    const email = "ticket@office.example";
    const { app } = await joined(site, email);
    const { html } = await guess({ email, password: OFFICE_PASSWORD }, "203.0.115.1");
    const ticket = /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const changed = `${ticket.slice(0, 40)}${ticket[40] === "A" ? "B" : "A"}${ticket.slice(41)}`;
    for (const other of [changed, "", "x"])
      expect(await guess({ ticket: other, code: app.code(1) }, "203.0.115.1")).toMatchObject({ status: 400 });
    const [person = { id: "", password_hash: "" }] = inTheFile<{ id: string; password_hash: string }>(
      site,
      `SELECT id, password_hash FROM office_people WHERE email = '${email}'`,
    );
    const told = { personId: person.id, mark: passwordFingerprint({ passwordHash: person.password_hash }) };
    const of = (minutes: number) =>
      sealedDocument(settings(), "ticket", told, new Date(Date.now() - minutes * MINUTES));
    const code = () => guess({ ticket: of(11), code: app.code(1) }, "203.0.115.1");
    expect((await code()).html).toContain("Please sign in again");
    expect((await guess({ ticket: of(9), code: "000000" }, "203.0.115.1")).html).toContain("That code is wrong");
    await joined(site, email);
    const late = await guess({ ticket, code: app.code(1) }, "203.0.115.1");
    expect(late.html).toContain("Please sign in again");
  });
});

describe("everybody else gets the plain 404", () => {
  const addresses = [
    "/office",
    "/office/list/staff_bookings",
    "/office/TH4821093753",
    "/office/do/agree",
    "/office/figures",
  ];

  test("on every address of the office, whoever they are, as if there were no office", async () => {
    const customer = await aVerifiedCustomer(site, "customer@example.co.za");
    const browser = await anOfficeBrowser(site, "clerk");
    const forged = new Visitor(site.url);
    const { value = "" } = browser.cookies.get("office") ?? {};
    forged.cookies.set("office", {
      value: `${value.startsWith("~") ? value.replace("~", "~~") : "x"}`,
      path: "/office",
    });
    const asCustomer = new Visitor(site.url);
    const session = customer.cookies.get("session")?.value ?? expect.fail("no session");
    asCustomer.cookies.set("office", { value: session, path: "/office" });
    const nothing = (await new Visitor(site.url).open("/nothing-here")).text;
    for (const visitor of [new Visitor(site.url), customer, forged, asCustomer])
      for (const address of addresses) {
        const page = await visitor.open(address);
        expect({ address, status: page.status, text: page.text }).toEqual({ address, status: 404, text: nothing });
      }
    expect((await browser.open("/office/sign-in")).text).toContain("you are signed in");
  });
});

describe("forms", () => {
  test("of another site are refused, and nothing changes", async () => {
    const browser = await anOfficeBrowser(site, "clerk");
    await browser.open("/office/sign-in");
    const { action, body } = browser.filledIn("Sign out");
    const before = inTheFile(site, "SELECT count(*) AS n FROM sessions WHERE kind = 'office'");
    for (const [name, value] of [
      ["Origin", "https://evil.example"],
      ["Sec-Fetch-Site", "cross-site"],
    ] as const) {
      const answer = await browser.send(action, {
        method: "POST",
        body: body.toString(),
        headers: { ...TYPE, [name]: value },
      });
      expect(answer.status).toBe(403);
    }
    // A browser that says nothing of where it comes from needs the page's token.
    body.set("token", "forged");
    expect((await browser.send(action, { method: "POST", body: body.toString(), headers: TYPE })).status).toBe(403);
    expect(inTheFile(site, "SELECT count(*) AS n FROM sessions WHERE kind = 'office'")).toEqual(before);
  });

  const to = "/office/do/note-booking";
  const answers = { number: "TH4821093753", words: "call after five" };
  const agoMs = (ms: number) => new Date(Date.now() - ms).toISOString();

  /** As a browser follows a 307: the same form again, to the new address. */
  async function pressAndFollow(browser: Visitor, button: string, typed: Record<string, string>) {
    const { body } = browser.filledIn(button, typed);
    const sentOn = await browser.pressOnce(button, typed);
    expect(sentOn.status).toBe(307);
    const address = sentOn.headers.get("Location") ?? "";
    return browser.follow(await browser.send(address, { method: "POST", body: body.toString(), headers: TYPE }));
  }

  test("whose session had ended are kept, sealed, for the same person alone", async () => {
    const email = "typed@office.example";
    const { browser, app } = await joined(site, email);
    const idle = `UPDATE sessions SET last_seen_at = '${agoMs(31 * MINUTES)}' WHERE kind = 'office'`;
    const checkTooLate = async () => {
      await browser.open(to);
      inTheFile(site, idle);
      return pressAndFollow(browser, "Check", answers);
    };
    const asked = await checkTooLate();
    expect(asked).toMatchObject({ status: 403 });
    expect(asked.text).toContain("What you typed is kept");
    expect(asked.html).not.toContain("call after five");
    await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
    expect((await browser.press("Sign in", { code: app.code(1) })).text).toContain("Nothing has been done yet");
    const checked = await browser.press("Continue");
    expect(checked.url).toContain(to);
    expect(checked.html).toContain("call after five");
    // Signed in again, so its forms are this session's: no refusal, only that there is no such parcel.
    expect(checked.text).toContain("TH");
    // On the same browser somebody else signs in: what was typed isn't theirs.
    const other = await joined(site, "else@office.example");
    await checkTooLate();
    await browser.press("Sign in", { email: "else@office.example", password: OFFICE_PASSWORD });
    expect((await browser.press("Sign in", { code: other.app.code(1) })).html).not.toContain("call after five");
  });

  test("with a list that was chosen or pasted are kept with it", async () => {
    const email = "lists@office.example";
    const { browser, app } = await joined(site, email);
    const address = "/office/do/import";
    await browser.open(address);
    const { body } = browser.filledIn("Check", { account: "nobody@example.com" });
    const idle = `UPDATE sessions SET last_seen_at = '${agoMs(31 * MINUTES)}' WHERE kind = 'office'`;
    inTheFile(site, idle);
    const file = { name: "file", fileName: "list.csv", type: "text/csv", content: "reference,toName\r\nA1,Thandi" };
    const form = multipart(body, file);
    const sentOn = await browser.send(address, form);
    expect(sentOn.status).toBe(307);
    await browser.follow(await browser.send(sentOn.headers.get("Location") ?? "", form));
    await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
    await browser.press("Sign in", { code: app.code(1) });
    expect(browser.page?.document.querySelector("form")?.getAttribute("enctype")).toBe("multipart/form-data");
    const again = browser.filledIn("Continue");
    const checked = await browser.follow(await browser.send(again.action, multipart(again.body)));
    expect(checked.text).toContain("no account with the proven email nobody@");
    expect(checked.document.querySelector("#file-pasted")?.text).toContain("A1,Thandi");
    // A list of a year is chosen again.
    inTheFile(site, idle);
    const long = await browser.send("/office/do/reconcile", multipart(body, { ...file, content: "x".repeat(60_000) }));
    expect(long.status).toBe(303);
  });

  test("of another site are kept for nobody, so that nobody sends them on with Continue", async () => {
    const { browser } = await joined(site, "continues@office.example");
    const body = new URLSearchParams({ ...answers, intent: "do", token: "forged" }).toString();
    const address = `/office/sign-in?${new URLSearchParams({ to, typed: "1" })}`;
    const refused = await browser.send(address, { method: "POST", body, headers: TYPE });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("not sent from our site")]);
  });

  test("of another site sign nobody in, and join nobody", async () => {
    const { browser } = await joined(site, "lured@office.example");
    const body = "email=lured@office.example&password=another one";
    const headers = { ...TYPE, Origin: "https://evil.example" };
    for (const address of ["/office/sign-in", "/office/join?code=x"])
      expect([address, (await browser.send(address, { method: "POST", body, headers })).status]).toEqual([
        address,
        403,
      ]);
  });

  test("about money ask for a code that is older than ten minutes, and go on where they were", async () => {
    const email = "cashier@office.example";
    const { browser, app } = await joined(site, email, "cashier");
    const noted = { quote: "Q48210934", payfast: "1089999", amount: "80,62" };
    await browser.open("/office/do/note-payment");
    expect((await browser.pressOnce("Check", noted)).status).not.toBe(307);
    await browser.open("/office/do/note-payment");
    inTheFile(site, `UPDATE sessions SET code_at = '${agoMs(11 * MINUTES)}' WHERE kind = 'office'`);
    const asked = await pressAndFollow(browser, "Check", noted);
    expect(asked.text).toContain("Your code");
    await browser.press("Sign in", { code: app.code(1) });
    const checked = await browser.press("Continue");
    expect([checked.url, checked.html]).toEqual([
      expect.stringContaining("/office/do/note-payment"),
      expect.stringContaining("1089999"),
    ]);
  });
});

test("the sign-in leads nowhere but to the office", async () => {
  const email = "leads@office.example";
  const { browser, recoveryCodes } = await joined(site, email);
  const [recovery = ""] = recoveryCodes;
  await browser.open("/office/sign-in");
  await browser.press("Sign out");
  for (const [to, leads] of [
    ["https://evil.example/office", "/office"],
    ["//evil.example/office", "/office"],
    ["/dashboard", "/office"],
    ["/officer", "/office"],
    ["/office/do/agree?number=1", "/office/do/agree?number=1"],
  ] as const) {
    await browser.open(`/office/sign-in?to=${encodeURIComponent(to)}`);
    expect(browser.page?.document.querySelector("form")?.getAttribute("action")).toBe(
      `/office/sign-in?to=${encodeURIComponent(leads)}`,
    );
  }
  await browser.press("Sign in", { email, password: OFFICE_PASSWORD });
  const answer = await browser.pressOnce("Sign in", { code: recovery });
  expect(answer.headers.get("Location")).toBe("/office/do/agree?number=1");
});

test("ALLOW_OFFICE_FROM closes the office to other networks: sign-in, link and every page", async () => {
  const networks = "203.0.113.0/24, 2001:db8::/32";
  const closed = await openSite({ TRUST_PROXY: "1", SESSION_SECRET, ALLOW_OFFICE_FROM: networks });
  try {
    const browser = await anOfficeBrowser(closed, "clerk");
    for (const [from, status] of [
      ["203.0.113.7", 200],
      ["2001:db8::7", 200],
      ["198.51.100.7", 404],
    ] as const) {
      const headers = { "X-Forwarded-For": from };
      expect((await fetch(`${closed.url}/office/sign-in`, { headers })).status, from).toBe(status);
      expect((await fetch(`${closed.url}/office/join?code=x`, { headers })).status, from).toBe(
        status === 200 ? 410 : 404,
      );
      const post = { method: "POST", body: "email=x&password=y", headers: { ...headers, ...TYPE } };
      expect((await fetch(`${closed.url}/office/sign-in`, post)).status, from).toBe(status === 200 ? 400 : 404);
      expect((await fetch(`${closed.url}/office/join?code=x`, post)).status, from).toBe(status === 200 ? 410 : 404);
      // Whoever is signed in, too.
      expect((await browser.send("/office", { headers })).status, from).toBe(status);
    }
  } finally {
    await closed.stop();
  }
});
