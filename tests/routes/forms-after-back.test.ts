import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { anIdNumber, aTypedApplication } from "../domain/drivers/an-application";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { aRound, signedInDriver } from "../support/a-round";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { everyForm, type SeenPage } from "../support/every-form.mjs";
import { rowsIn } from "../support/every-row";
import { type Asked, ask, type Control, type KeyedForm, keyedForms } from "../support/keyed-forms";
import { siteForAllTests } from "../support/open-site";
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
  ...{ Postal: "1803", password: "quite-another-1", pieces: "1", id_number: anIdNumber(2), vehicle_year: "2019" },
  ...{ vehicleKm: "98 000", vehicle_registration: "CA 123 456", from: "", pin: "1234" },
};
/** Proves who sends the form: a wrong one is refused. */
const proofs = ["currentPassword", "number"];
/** Stored as a hash. */
const isUnreadable = (name: string) => /password/i.test(name);
/** What a page says when the form with other answers has changed what the form had done. */
const CORRECTED = "What you sent last counts.";

const site = siteForAllTests({ SESSION_SECRET });
let forms: KeyedForm[];
beforeAll(async () => {
  forms = await keyedForms(site.url, await everyPage());
  await pause(FASTEST_PERSON_MS);
});

test("every form with a hidden key, sent again after Back with another answer, counts or says what stands", async () => {
  for (const form of forms) await sendTwiceAndChanged(form);
});

async function sendTwiceAndChanged(form: KeyedForm): Promise<void> {
  const answers = Object.fromEntries(form.controls.map((control) => [control.name, firstOf(control)]));
  const before = await everything();
  const sent = await send(form, answers);
  console.log(form.kind, form.keys, sent.status, sent.text.slice(0,200));
  const once = await everything();
  const again = await send(form, answers);
  console.log("  again", diff(once, await everything()), again.status);
  let stands = await everything();
  console.log("  did", diff(before, once).map((each)=>each.slice(0,80)));
  for (const control of form.controls) {
    if (proofs.includes(control.name)) continue;
    const value = anotherOf(control, answers[control.name] ?? "");
    const changed = await send(form, { ...answers, [control.name]: value });
    const now = await everything();
    const [came, went] = [diff(stands, now), diff(now, stands)];
    console.log("  ", control.name, JSON.stringify(value), changed.status, came.map((each)=>each.slice(0,60)), went.map((each)=>each.slice(0,60)), changed.text.slice(0, 200));
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
  inTheFile(site, "DELETE FROM rate_limits WHERE key NOT LIKE 'taken-back:%'");
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

/** All that is stored but times, counts of tries, and how far messages are on their way. */
async function everything(): Promise<Set<string>> {
  const passing = /_at$|^(?:state|attempts|claimed_by|last_error|expire|id|receiver|provider_id|delivered_by)$/;
  const ignored = ["rate_limits", "sessions", "driver_sessions", "looks"];
  const rows = await rowsIn({ file: path.join(site.dataDir, "courier.db") });
  return new Set(
    [...rows].flatMap(([table, each]) =>
      ignored.includes(table) ? [] : [...each].map((row) => `${table} ${JSON.stringify(unlessPassing(JSON.parse(row), passing))}`),
    ),
  );
}

function unlessPassing(row: unknown, passing: RegExp) {
  const [columns, values] = Array.isArray(row) ? (row as [string[], unknown[]]) : [Object.keys(row as object), Object.values(row as object)];
  return Object.fromEntries(columns.map((name, at) => [name, values[at]] as const).filter(([name]) => !passing.test(name)));
}

const diff = (before: Set<string>, after: Set<string>) => [...after].filter((row) => !before.has(row));

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
    ...["/account/api-keys", "/address-book"].map((address) => ({ address, cookie: cookiesOf(shop) })),
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
