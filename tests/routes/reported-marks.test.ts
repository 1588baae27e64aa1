import { expect, test } from "vitest";
import { DAYS, MINUTES } from "#app/durations";
import type { Answer } from "#app/staff/answer";
import { aPng } from "../domain/drivers/a-picture";
import { deskOfSite } from "../support/a-desk";
import { inTheFile } from "../support/a-guest";
import { aRound, type Round, signedInDriver } from "../support/a-round";
import { storeOfSite } from "../support/a-store";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests();
const store = storeOfSite(site);
const desk = deskOfSite(site, store);

const TAKEN = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };

test("a mark that Anna made goes to the office as hers, when Ben has signed in on that phone", async () => {
  const [anna, ben] = await drivers(["Anna Mokoena", "Ben Second"], 2);
  const [stop = "", other = ""] = anna.stops;
  const phone = await signedInDriver(site, anna, new Visitor(site.url));
  const mark = await aKeptMark(phone, stop);
  const another = await aKeptMark(phone, other);
  await said("assign", stop, other, "--driver", "Ben Second");
  await signedInDriver(site, ben, phone);
  // The stop is Ben's now, and so is the phone. His own pages' forms don't say whose this one was.
  const { headers, ...sent } = withPhoto(mark.form);
  const answer = await phone.send(mark.to, { ...sent, headers: { ...headers, Origin: site.url } });
  // Nothing of it stays on Ben's phone, where the page says so once.
  expect([answer.status, wordsFor(answer)]).toEqual([403, ""]);
  expect((await phone.follow(answer)).text).toContain(
    "This isn't counted: Ben Second was signed in on the phone.The office has it as a report of Anna Mokoena, and decides.",
  );
  expect(await said("block", "driver", "Anna Mokoena")).toContain("is blocked");
  expect(wordsFor(await new Visitor(site.url).send(another.to, post(another.form)))).toContain(
    "Anna Mokoena is blocked",
  );
  expect(marksOn(stop, other)).toEqual([]);
  expect(eventsOf(stop)).not.toContain("delivered");
  expect(await reportedOn(stop, other)).toMatchObject([
    {
      waybill_no: stop,
      driver: "Anna Mokoena",
      driver_said: "Delivered, taken by Gogo Mabena: The phone is off or lost",
      photo: `proof ${stop} --photo`,
      why_not_believed: "Ben Second was signed in on the phone.",
      what_to_do: `Ask the driver. True: believe mark ${stop}. Not true: drop mark ${stop}`,
    },
    { waybill_no: other, driver: "Anna Mokoena", why_not_believed: "Anna Mokoena is blocked." },
  ]);
  expect(await rows("today")).toContainEqual(
    expect.objectContaining({
      work: "Mark to believe or drop",
      how_many: 2,
      first_ones: [stop, other].toSorted().join(", "),
      see: "staff_reported_marks",
    }),
  );
  expect(await rows("proof", stop)).toMatchObject([
    { who: "Anna Mokoena, driver", proof: "reported, set aside: Ben Second was signed in on the phone.", photos: 1 },
  ]);
  expect(await desk.ask("proof", stop, "--photo")).toMatchObject({ kind: "paper" });

  expect(await said("believe", "mark", stop)).toContain("Anna Mokoena");
  expect(marksOn(stop)).toEqual([{ driver: "Anna Mokoena", kind: "delivered", proof: "name", at: mark.at }]);
  expect(eventsOf(stop)).toContain("delivered");
  expect(await rows("proof", stop)).toMatchObject([
    { proof: "taken by Gogo Mabena, no PIN: The phone is off or lost", photos: 1 },
  ]);
  expect(await said("drop", "mark", other)).toContain("It is dropped.");
  expect(marksOn(other)).toEqual([]);
  expect(await reportedOn(stop, other)).toEqual([]);
  // The phone missed the answers, and sends both again.
  for (const again of [mark, another]) expect((await phone.send(again.to, post(again.form))).status).toBe(403);
  expect(await desk.ask("believe", "mark", stop).catch(String)).toContain("has no mark to believe or drop");
  expect(marksOn(stop, other)).toHaveLength(1);
});

test("a form counts for the stop that we signed it for, and for nothing without", async () => {
  const [zola] = await drivers(["Zola Dube"], 2);
  const [stop = "", other = ""] = zola.stops;
  const phone = await signedInDriver(site, zola, new Visitor(site.url));
  const mark = await aKeptMark(phone, stop);
  await said("unassign", stop, other);
  const [id = "", signature = ""] = (mark.form.get("signed") ?? "").split(".");
  const forged = [undefined, "", `${id}.`, `${id}.${signature.slice(1)}x`, `${other}.${signature}`, signature];
  const stranger = new Visitor(site.url);
  for (const signed of forged) {
    const form = new URLSearchParams(mark.form);
    if (signed === undefined) form.delete("signed");
    else form.set("signed", signed);
    for (const visitor of [phone, stranger]) {
      const answer = await visitor.send(`/drive/stop/${stop}`, post(form));
      expect([answer.status, wordsFor(answer), await answer.text()]).toEqual([
        403,
        null,
        expect.stringContaining("Nothing was saved"),
      ]);
    }
  }
  expect((await stranger.send(`/drive/stop/${other}`, post(mark.form))).headers.get("Mark-Reported")).toBeNull();
  const elsewhere = { Origin: "https://evil.example", "Content-Type": "application/x-www-form-urlencoded" };
  expect(wordsFor(await stranger.send(mark.to, { ...post(mark.form), headers: elsewhere }))).toBeNull();
  expect(reports(stop, other)).toEqual([]);
  // Without any cookie: the phone was signed out.
  expect(wordsFor(await stranger.send(mark.to, post(mark.form)))).toContain("No driver was signed in on the phone.");
  expect(reports(stop)).toMatchObject([{ driver: "Zola Dube" }]);
  await said("drop", "mark", stop);
});

test("one form makes one report, however often it is sent and with whatever answers; earlier words stay", async () => {
  const [vusi] = await drivers(["Vusi Khumalo"], 1);
  const [stop = ""] = vusi.stops;
  const phone = await signedInDriver(site, vusi, new Visitor(site.url));
  await phone.open(`/drive/stop/${stop}`);
  const { body: closed } = phone.filledIn("Nobody there", { reason: "The gate is closed" });
  const mark = await aKeptMark(phone, stop);
  await said("unassign", stop);
  const send = async (form: URLSearchParams) =>
    (await phone.send(`/drive/stop/${stop}`, post(form))).headers.has("Mark-Reported");
  for (const form of [closed, closed, mark.form, mark.form]) expect(await send(form)).toBe(true);
  expect(await reportedOn(stop)).toMatchObject([
    {
      driver_said: "Delivered, taken by Gogo Mabena: The phone is off or lost",
      said_before: expect.stringMatching(/: Nobody there: The gate is closed$/),
      why_not_believed: "This was not a stop of Vusi Khumalo any more.",
    },
  ]);
  let taken = 0;
  for (let times = 0; times < 30; times += 1) {
    mark.form.set("takenBy", `Somebody else, number ${times}`);
    if (await send(mark.form)) taken += 1;
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(10);
  expect(reports(stop)).toHaveLength(1);
  await said("drop", "mark", stop);
});

test("the mark of a phone that had no signal for weeks is a report, with the time at which it was made", async () => {
  const [mpho] = await drivers(["Mpho Sithole"], 1);
  const [stop = ""] = mpho.stops;
  const phone = await signedInDriver(site, mpho, new Visitor(site.url));
  const { form } = await aKeptMark(phone, stop);
  inTheFile(site, `UPDATE stops SET day = '${dayBefore(29)}' WHERE waybill_no = '${stop}'`);
  const made = new Date(Date.now() - 29 * DAYS).toISOString();
  expect(wordsFor(await phone.send(`/drive/stop/${stop}?at=${made}`, post(form)))).toContain("not a stop of");
  const [report] = inTheFile(site, `SELECT filled_in_at AS at FROM reported_marks WHERE waybill_no = '${stop}'`);
  expect(new Date(String(report?.at)).toISOString()).toBe(made);
  await said("drop", "mark", stop);
});

test("given back to its driver, a stop takes the mark that was reported, and the report is answered", async () => {
  const [lindi] = await drivers(["Lindi Sithole"], 1);
  const [stop = ""] = lindi.stops;
  const phone = await signedInDriver(site, lindi, new Visitor(site.url));
  const mark = await aKeptMark(phone, stop);
  await said("unassign", stop);
  expect((await phone.send(`/drive/stop/${stop}`, post(mark.form))).status).toBe(403);
  await said("assign", stop, "--driver", "Lindi Sithole");
  expect((await phone.send(mark.to, post(mark.form))).status).toBe(303);
  expect(marksOn(stop)).toMatchObject([{ driver: "Lindi Sithole", kind: "delivered" }]);
  expect(reports(stop)).toMatchObject([{ isOpen: 0 }]);
});

test("a wrong PIN is in today until the driver's next mark there; one that the phone kept for two days is a report", async () => {
  const [kabelo] = await drivers(["Kabelo Nene"], 2);
  const [stop = "", late = ""] = kabelo.stops;
  const phone = await signedInDriver(site, kabelo, new Visitor(site.url));
  await phone.open(`/drive/stop/${stop}`);
  expect((await phone.press("Delivered")).text).toContain("Type the receiver's PIN.");
  expect(await reportedOn(stop, late)).toEqual([]);
  await phone.press("Delivered", { pin: wrongPinFor(stop), also: "", whyLeft: "I mark it by itself" });
  expect(phone.page?.text).toContain("The PIN is wrong.");
  expect(await reportedOn(stop, late)).toMatchObject([
    { waybill_no: stop, pin: "Wrong", why_not_believed: "The PIN is wrong. Ask the receiver again: 4 tries are left." },
  ]);
  await phone.press("Delivered", { ...TAKEN, pin: "" });
  expect(await reportedOn(stop, late)).toEqual([]);

  // The page of a stop of two days ago redirects, so the answer must not be that page.
  await phone.open(`/drive/stop/${late}`);
  const { body } = phone.filledIn("Delivered", { pin: wrongPinFor(late) });
  inTheFile(site, `UPDATE stops SET day = '${dayBefore(2)}' WHERE waybill_no = '${late}'`);
  const made = new Date(Date.now() - 2 * DAYS + MINUTES);
  const answer = await phone.send(`/drive/stop/${late}?at=${made.toISOString()}`, withPhoto(body));
  expect([answer.status, wordsFor(answer)]).toEqual([403, expect.stringContaining("The PIN is wrong.")]);
  expect(reports(late)).toMatchObject([{ driver: "Kabelo Nene", hasPhoto: 1 }]);
  body.set("pin", pinOf(late));
  expect((await phone.send(`/drive/stop/${late}?at=${made.toISOString()}`, post(body))).status).toBe(303);
});

test("a mark with the right PIN that the office believes is a delivery by PIN; two drivers' marks are told apart", async () => {
  const [first, second] = await drivers(["Sam Ndlovu", "Tau Botha"], 1);
  const [stop = ""] = first.stops;
  const phones = [];
  for (const round of [first, second]) {
    if (round === second) await said("assign", stop, "--driver", round.driver);
    const phone = await signedInDriver(site, round, new Visitor(site.url));
    phones.push({ phone, ...(await aKeptMark(phone, stop, { pin: pinOf(stop) })) });
  }
  await said("unassign", stop);
  for (const { phone, form } of phones) await phone.send(`/drive/stop/${stop}`, post(form));
  expect((await reportedOn(stop)).map(({ driver, pin }) => [driver, pin])).toEqual([
    ["Sam Ndlovu", "Right"],
    ["Tau Botha", "Right"],
  ]);
  expect(await desk.ask("believe", "mark", stop).catch(String)).toContain("--driver: Sam Ndlovu or Tau Botha");
  await said("believe", "mark", stop, "--driver", "tau botha");
  await said("drop", "mark", stop);
  expect(marksOn(stop)).toMatchObject([{ driver: "Tau Botha", proof: "pin" }]);
});

test("a driver signs out without scripts; what the phone still has goes to the office as a report", async () => {
  const [neo] = await drivers(["Neo Mahlangu"], 1);
  const [stop = ""] = neo.stops;
  const phone = await signedInDriver(site, neo, new Visitor(site.url));
  const mark = await aKeptMark(phone, stop);
  await phone.open("/drive");
  await phone.clickLink("Sign out");
  expect(phone.page?.text).toContain("Neo Mahlangu, this phone then shows no stops any more.");
  const { body } = phone.filledIn("Sign out");
  expect((await new Visitor(site.url).send("/drive/sign-out", post(body))).status).toBe(403);
  expect((await phone.open("/drive")).status).toBe(200);
  await phone.open("/drive/sign-out");
  expect((await phone.press("Sign out")).text).toContain("This phone isn't signed in");
  expect((await phone.open(`/drive/stop/${stop}`)).url).toContain("/tracking");
  // With its photo, which only drivers' phones may send.
  expect(wordsFor(await phone.send(mark.to, withPhoto(mark.form)))).toContain("No driver was signed in on the phone.");
  expect(reports(stop)).toMatchObject([{ driver: "Neo Mahlangu", hasPhoto: 1 }]);
});

/** Rounds, one for each driver. */
async function drivers<Names extends string[]>(names: [...Names], stopsEach: number) {
  return (await aRound(site, names, stopsEach)) as { [Place in keyof Names]: Round };
}

/** A delivery as a phone keeps it: pressed now, sent later. */
async function aKeptMark(phone: Visitor, stop: string, answers: Record<string, string> = TAKEN) {
  await phone.open(`/drive/stop/${stop}`);
  const at = new Date().toISOString();
  const form = phone.filledIn("Delivered", answers).body;
  // This parcel alone.
  form.delete("also");
  return { form, at, to: `/drive/stop/${stop}?at=${at}` };
}

function post(form: URLSearchParams): RequestInit {
  return { method: "POST", body: new URLSearchParams(form) };
}

function withPhoto(fields: URLSearchParams): RequestInit {
  const form = new URLSearchParams(fields);
  form.delete("photo");
  return multipart(form, Buffer.from(aPng(40, 30)).toString("latin1"));
}

/** What a phone shows for a mark that the office has as a report; null if it doesn't have it. */
function wordsFor({ headers }: Response): string | null {
  const words = headers.get("Mark-Reported");
  return words === null ? null : decodeURIComponent(words);
}

async function said(...command: string[]): Promise<string> {
  const answer: Answer = await desk.ask(...command);
  return answer.kind === "done" ? answer.output.join("\n") : expect.fail(JSON.stringify(answer));
}

async function rows(...command: string[]) {
  const answer: Answer = await desk.ask(...command);
  return answer.kind === "list" ? answer.rows : expect.fail(JSON.stringify(answer));
}

/** What stands in the office's view of these parcels. */
async function reportedOn(...stops: string[]) {
  return (await rows("show", "reported_marks")).filter(({ waybill_no }) => stops.includes(String(waybill_no)));
}

const among = (stops: string[]) => `(${stops.map((stop) => `'${stop}'`).join(", ")})`;

function marksOn(...stops: string[]) {
  const marks = inTheFile(
    site,
    `SELECT drivers.name AS driver, kind, proof, filled_in_at AS at FROM driver_marks JOIN drivers ON drivers.id = driver_id WHERE waybill_no IN ${among(stops)}`,
  );
  return marks.map((mark) => ({ ...mark, at: new Date(String(mark.at)).toISOString() }));
}

function reports(...stops: string[]) {
  return inTheFile(
    site,
    `SELECT drivers.name AS driver, CASE WHEN answered_at IS NULL THEN 1 ELSE 0 END AS "isOpen", CASE WHEN jpeg IS NULL THEN 0 ELSE 1 END AS "hasPhoto" FROM reported_marks JOIN drivers ON drivers.id = driver_id WHERE waybill_no IN ${among(stops)}`,
  );
}

function eventsOf(stop: string): unknown[] {
  return inTheFile(site, `SELECT kind FROM tracking_events WHERE waybill_no = '${stop}'`).map(({ kind }) => kind);
}

function pinOf(stop: string): string {
  return String(inTheFile(site, `SELECT pin FROM delivery_pins WHERE waybill_no = '${stop}'`)[0]?.pin);
}

const wrongPinFor = (stop: string) => (pinOf(stop) === "0000" ? "1111" : "0000");
const dayBefore = (days: number) => new Date(Date.now() - days * DAYS + 2 * 60 * MINUTES).toISOString().slice(0, 10);
