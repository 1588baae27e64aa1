import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { anIdNumber, aTypedApplication } from "../domain/drivers/applications/an-application";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { everyForm, type SeenPage } from "../support/every-form.mjs";
import { rowsIn } from "../support/every-row";
import { type Asked, ask, type Control, type KeyedForm, keyedForms } from "../support/keyed-forms";
import { siteForAllTests } from "../support/open-site";
import { routeFiles } from "../support/route-files.mjs";
import { Visitor } from "../support/visitor";

const FASTEST_PERSON_MS = 3_100;

/** What is typed at first; of choices the first one. */
const first: Record<string, string> = {
  ...aTypedApplication({ id_number: anIdNumber(1) }),
  ...{ name: "Thandi Nkosi", phone: "082 123 4567", email: "back@example.co.za", password: PASSWORD },
  ...{ currentPassword: PASSWORD, words: "It is wet", contact: "gogoo@example.co.za", label: "Gogo", Name: "Nomsa" },
  ...{ Email: "nomsa@example.co.za", Phone: "073 555 0101", AddressLine: "12 Ncome Crescent", Suburb: "Orlando East" },
  ...{ City: "Soweto", Postal: "1804", Landmark: "Blue gate", takenBy: "Gogo Mabena", pin: "" },
};
/** What is typed instead, where a word more would not do. */
const another: Record<string, string> = {
  ...{ phone: "083 765 4321", cell: "083 765 4321", Phone: "083 765 4321", email: "again@example.co.za" },
  ...{ Email: "sipho@example.co.za", from_email: "sipho@example.co.za", contact: "gogo@example.co.za" },
  ...{
    Cell: "083 765 4321",
    Postal: "1803",
    password: "quite-another-1",
    pieces: "1",
    id_number: anIdNumber(2),
    vehicle_year: "2019",
  },
  ...{ vehicleKm: "98 000", vehicle_registration: "CA 123 456", from: "", pin: "1234" },
};
/** Who sends the form or what it is about, and a tick that asks for something else: another one is refused at once. */
const proofs = ["username", "currentPassword", "number", "undo"];
const SAVED = /You have saved this already: Collected, 3 of 3 pieces\. For other pieces, open this stop again/;
/** What a page says of a parcel that has been marked by the form, to other answers that don't change that. */
const says: Record<string, RegExp> = {
  "delivered pin": /It is saved without a PIN: Gogo Mabena took it/,
  "collected pieces": SAVED,
  "collected reason": SAVED,
};
/** What a page says when the form with other answers has changed what the form had done. */
const CORRECTED = "What you sent last counts.";

const site = siteForAllTests({ SESSION_SECRET });
let forms: KeyedForm[];
beforeAll(async () => {
  forms = await keyedForms(site.url, await everyPage());
  await pause(FASTEST_PERSON_MS);
});

test("every route that makes a hidden key is tried", () => {
  const makes = /\b(?:id|key|formKey): [^,\n]*newId\(\)|\bnewTicket\(/;
  const makers = [...routeFiles].filter(([, file]) => makes.test(readFileSync(file, "utf8"))).map(([name]) => name);
  expect(makers.length).toBeGreaterThanOrEqual(9);
  expect(
    makers.filter((name) => !forms.some(({ action }) => patternOf(name).test(action.split("?")[0] ?? ""))),
  ).toEqual([]);
});

test("every form with a hidden key, sent twice, is done once; with another answer it counts, or the page says what stands", async () => {
  for (const form of forms) await sendTwiceAndChanged(form);
});

async function sendTwiceAndChanged(form: KeyedForm): Promise<void> {
  const answers = Object.fromEntries(form.controls.map((control) => [control.name, firstOf(control)]));
  const before = await everything();
  const sent = await send(form, answers);
  let stands = await everything();
  expect([form.kind, sent.status]).toEqual([form.kind, 200]);
  if (form.controls.length > 0) expect(changesBetween(before, stands).came, form.kind).not.toEqual([]);
  const again = await send(form, answers);
  expect([form.kind, again.status, changesBetween(stands, await everything())]).toEqual([form.kind, 200, NOTHING]);
  stands = await everything();

  for (const control of form.controls) {
    if (proofs.includes(control.name)) continue;
    const value = anotherOf(control, answers[control.name] ?? "");
    const changed = await send(form, { ...answers, [control.name]: value });
    const now = await everything();
    const { came, went } = changesBetween(stands, now);
    const what = `${form.kind}, ${control.name} ${value}: ${changed.text}`;
    const words = says[`${form.button?.[1]} ${control.name}`];
    if (words) expect([changed.text, came], what).toEqual([expect.stringMatching(words), []]);
    else expect([changed.status, came.length > 0], what).toEqual([200, true]);
    // Nothing was added: what was there has been changed.
    if (came.length > 0 && came.length <= went.length) expect(changed.text, what).toContain(CORRECTED);
    stands = now;
  }
}

const firstOf = ({ name, value, choices }: Control) =>
  choices ? (choices.includes(first[name] ?? "-") ? (first[name] ?? "") : (choices[0] ?? "")) : (first[name] ?? value);

function anotherOf({ name, choices }: Control, before: string): string {
  if (choices) return choices.find((each) => each !== before) ?? "";
  return another[name] ?? `${before} indeed`;
}

/** Presses the form's button as often as somebody does who came back to its page. */
async function send({ action, cookie, hidden, button }: KeyedForm, answers: Record<string, string>) {
  // Each network and mailbox may do so much an hour, and this is one of each.
  inTheFile(site, "DELETE FROM rate_limits");
  const typed = Object.entries(answers).filter(([, value]) => value !== "");
  const body = new URLSearchParams([...hidden, ...typed, ...(button ? [button] : [])]);
  let answer = await ask(site.url, { address: action, cookie, body });
  const own = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  while (answer.status >= 300 && answer.status < 400)
    answer = await ask(site.url, {
      address: answer.headers.get("Location") ?? "",
      cookie: [cookie, ...own].join("; "),
    });
  const main = parse(await answer.text()).querySelector("main");
  return { status: answer.status, text: (main?.text ?? "").replace(/\s+/g, " ").trim() };
}

/** All that is stored, but for times, counts of tries and looks. */
async function everything(): Promise<Set<string>> {
  const rows = await rowsIn({ file: path.join(site.dataDir, "courier.db") });
  return new Set(
    [...rows]
      .flatMap(([table, each]) => [...each].flatMap((row) => lasting(table, JSON.parse(row))))
      .map((row) => JSON.stringify(row)),
  );
}

const ignored = ["rate_limits", "sessions", "office_looks", "waybills"];
/** The key of an API key and a link's code are new each time: nobody may have seen the first. */
const passing = /_at$|^(?:at|id|key_hash|start|code_hash)$/;

function lasting(table: string, row: unknown) {
  const [columns, values] = Array.isArray(row)
    ? (row as [string[], unknown[]])
    : [Object.keys(row as object), Object.values(row as object)];
  const fields = columns.map((name, at): [string, unknown] => [name, values[at]]);
  const { letter_key: letter, to_address: to, ...others } = Object.fromEntries(fields);
  if (ignored.includes(table) || others.action === "looked at the stop") return [];
  // How far a message has come changes by itself.
  if (table === "outgoing_mails") return [[table, letter, to]];
  return [[table, fields.filter(([name]) => !passing.test(name))]];
}

const NOTHING = { came: [], went: [] };

/** What is stored and wasn't, and the other way round. */
function changesBetween(before: Set<string>, after: Set<string>) {
  const missingIn = (there: Set<string>, here: Set<string>) => [...here].filter((row) => !there.has(row));
  return { came: missingIn(before, after), went: missingIn(after, before) };
}

/** `drive.stop.$waybillNo.tsx` as a pattern for the paths that it answers. */
function patternOf(route: string): RegExp {
  const address = route
    .replace(/\.tsx?$/, "")
    .replace(/^_site\./, "")
    .replaceAll(".", "/");
  return new RegExp(`^/${address.replace(/\$\w+/g, "[^/]+")}$`);
}

/** Pages of guests, customers, drivers and the office, with everything that they can do. */
async function everyPage(): Promise<Asked[]> {
  const seen = new Map<string, SeenPage>();
  const posted = await everyForm(site.url, site.dataDir, seen);
  const shop = await aVerifiedCustomer(site, "shop@example.co.za");
  const [round, arriving] = await aRound(site, ["Sipho Nkosi", "Ayanda Zulu"], 8, (at) =>
    at < 4 ? { visit: "delivery" } : { visit: "collection", pieces: 3 },
  );
  if (!round || !arriving) throw new Error("no round");
  const phone = await signedInDriver(site, round, new Visitor(site.url));
  const { waybillNo } = await aGuestWithAWaybill(site);
  const clerk = await anOfficeBrowser(site, "clerk");
  await clerk.open(`/office/do/note-booking?number=${waybillNo}`);
  const check = clerk.filledIn("Check", { words: "Please phone" });
  return [
    ...["/account/shop", "/address-book"].map((address) => ({ address, cookie: cookiesOf(shop) })),
    ...round.stops.map((no) => ({ address: `/drive/stop/${no}`, cookie: cookiesOf(phone) })),
    ...["/drive", "/drive/sign-out"].map((address) => ({ address, cookie: cookiesOf(phone) })),
    { address: arriving.link, cookie: "" },
    { address: check.action, cookie: cookiesOf(clerk), body: check.body },
    ...[...posted.filter(({ method }) => method === "POST"), ...seen.values()].map(({ path: at, query, cookie }) => ({
      address: at + query,
      cookie,
    })),
  ];
}

function cookiesOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
}
