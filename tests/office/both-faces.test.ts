import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { makePin } from "#app/domain/parcels/delivery-pin.server";
import { newId } from "#app/domain/values/ids.server";
import { amountFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS, MINUTES } from "#app/durations";
import type { Command } from "#app/staff/command";
import { type CommandName, commands } from "#app/staff/commands/all";
import { addressOf } from "#app/staff/office/office-desk.server";
import { invoices } from "#db/schema/invoices";
import { outgoingMails } from "#db/schema/mail";
import { aParcel } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { aLine, aList } from "../support/a-list";
import { merchantApiStub } from "../support/a-merchant-api";
import { transactionCsv } from "../support/a-transaction-list";
import { ago, anOffice, dayFromNow, type Office } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { type Changed, changedSince, type Rows, rowsIn } from "../support/every-row";
import { multipart } from "../support/multipart";
import { openSite } from "../support/open-site";
import { sandboxAccount } from "../support/payfast-stand-in";
import { copyPlace, freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";
import { aCase, anApiKey, anApplication, anEmail, aReportedMark, aWebhook } from "../support/what-commands-take";

const ACCOUNT = "nomsa@example.com";

/** What is typed for a command, by the names of its arguments and options; "on" for those that stand alone. */
type Typed = Record<string, string>;

afterAll(() => vi.useRealTimers());

test("every command changes the same through its page as through the terminal, from the same state", async () => {
  // Both begin at one moment, so that what they write has the same times.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  const office = await anOffice();
  const typed = await prepared(office);
  const apis = { terminal: await merchantApiStub(), page: await merchantApiStub() };
  const dataDir = path.join(path.dirname(office.file), "site");
  mkdirSync(dataDir);
  const copy = { file: path.join(dataDir, "courier.db") };
  await copyPlace(office.file, copy.file);
  const site = await openSite({
    DATA_DIR: dataDir,
    SESSION_SECRET,
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: sandboxAccount.merchantId,
    PAYFAST_MERCHANT_KEY: sandboxAccount.merchantKey,
    PAYFAST_PASSPHRASE: sandboxAccount.passphrase,
    PAYFAST_API_URL: apis.page.api.baseUrl,
    APP_URL: "http://localhost:1",
  });
  const manager = await anOfficeBrowser(site, "manager");
  freshForStaff(copy.file);
  const terminal = aDesk(office, {
    site: { appUrl: "http://localhost:1", mode: "sandbox" },
    merchantApi: apis.terminal.api,
    personName: "Zanele Khumalo",
  });
  const known = everyWordIn(await rowsIn(office));
  let [there, here] = [await rowsIn(office), await rowsIn(copy)];
  const different: Record<string, unknown> = {};
  for (const command of commands) {
    const fields = typed[command.name as CommandName];
    const answer = await terminal
      .ask(...words(command, fields, path.dirname(office.file)))
      .catch((error: Error) => ({ kind: "refused", why: [error.message] }));
    const page = await onThePage(command, fields, manager).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    const isDone = answer.kind !== "refused" && page.status === 200;
    if (!isDone) different[command.name] = { answer, status: page.status, text: page.text };
    // What a command that only looks has changed, such as the record, is compared with the next one's.
    const acts = typeof command.page === "string";
    if (!isDone || (!acts && command !== commands.at(-1))) continue;
    const now = { there: await rowsIn(office), here: await rowsIn(copy) };
    const onTerminal = asCompared(changedSince(there, now.there), known);
    const onPage = asCompared(changedSince(here, now.here), known);
    [there, here] = [now.there, now.here];
    if (onTerminal.join("\n") !== onPage.join("\n") || (acts && onTerminal.length === 0))
      different[command.name] = { answer, onTerminal, onPage };
  }
  terminal.leave();
  await site.stop();
  expect(different).toEqual({});
});

/** The argument words of a terminal. A file's content is written to a file there. */
function words({ name, arguments: positional, options }: Command, typed: Typed, folder: string): string[] {
  const given = Object.entries(positional).flatMap(([each, { kind }]) => {
    const value = typed[each] ?? "";
    if (kind !== "file") return value.split(" ").filter(Boolean);
    writeFileSync(path.join(folder, "list.csv"), value);
    return ["list.csv"];
  });
  const optional = Object.entries(options).flatMap(([each, { kind }]) => {
    const value = typed[each];
    if (value === undefined) return [];
    return kind === "flag" ? [`--${each}`] : [`--${each}`, value];
  });
  return [...name.split(" "), ...given, ...optional];
}

/** Fills in a command's page and presses its buttons. */
async function onThePage({ name, page, arguments: positional, filledIn }: Command, typed: Typed, browser: Visitor) {
  const known = filledIn ? `?${filledIn.by}=${typed[filledIn.by]}` : "";
  const opened = await browser.open(`/office/do/${addressOf(name)}${known}`);
  const { yes: _, ...fields } = typed;
  if (typeof page !== "string") {
    const isAsked = opened.document.querySelectorAll("main button").some(({ text }) => text === page.button);
    return isAsked ? browser.press(page.button, fields) : opened;
  }
  const [list] = Object.keys(positional).filter((each) => positional[each]?.kind === "file");
  const { [list ?? ""]: content, ...others } = fields;
  const press = async (button: string, filledIn: Typed) => {
    const { action, body } = browser.filledIn(button, filledIn);
    return list ? browser.follow(await browser.send(action, multipart(body))) : browser.press(button, filledIn);
  };
  const checked = await press("Check", content === undefined ? others : { ...others, [`${list}-pasted`]: content });
  return checked.text.includes("This would happen") ? press("Do it", {}) : checked;
}

/** What the page alone keeps: who is signed in, what was looked at, and the answer to the form. */
const OF_THE_PAGE = ["sessions", "office_looks", "done_once", "rate_limits"];
/** On PostgreSQL a dry run uses up numbers of a sequence, and two parcels of one address have no order. */
const BY_CHANCE = ["pin", "row_order", "position"];
/** What the site does with a message once it is queued. */
const SENDING = [
  "state",
  "attempts",
  "claimed_at",
  "next_attempt_at",
  "scheduled_at",
  "sent_at",
  "last_error",
  "text_body",
  "html_body",
];

const isJustNow = (moment: string) => {
  const awayMs = Math.abs(Date.parse(moment) - Date.now());
  return awayMs > 0 && awayMs < 10 * MINUTES;
};

/** Rows without what differs by chance: numbers and keys that are new, and the email beside the name in the record. */
function asCompared(changes: Changed[], known: Set<string>): string[] {
  const anonymous = (text: string) =>
    text
      .replace(/ <manager-[^>]+>/g, "")
      // Read from PostgreSQL's own clock, which the test doesn't hold.
      .replace(/\b20\d\d-[\d-]{5}T[\d:.]{8,12}\+00:00/g, (moment) => (isJustNow(moment) ? "…" : moment))
      .replace(/\b(?:TH\d{10}|[CDQ]\d{8})\b|(?:TH|Q|D|C)(?: \d{2,3})+(?: \d)?\b|[\w$+/=.-]{20,}/g, (word) =>
        known.has(word) ? word : "…",
      );
  const lines = changes
    .filter(({ table, row }) => !OF_THE_PAGE.includes(table) && !isToTheManager(row))
    .map(({ table, row: { wasThere, ...row } }) => {
      const byChance = table === "outgoing_mails" ? SENDING : BY_CHANCE;
      const left = Object.fromEntries(Object.entries(row).filter(([name]) => !byChance.includes(name)));
      return { line: anonymous(`${table} ${JSON.stringify(left)}`), wasThere: wasThere === true };
    });
  const isOnlySent = (line: string) =>
    lines.some((each) => each.line === line && each.wasThere) &&
    lines.some((each) => each.line === line && !each.wasThere);
  return lines
    .filter(({ line }) => !isOnlySent(line))
    .map(({ line, wasThere }) => (wasThere ? `before: ${line}` : line))
    .toSorted();
}

/** The terminal's database has no manager to tell: whoever acts in the browser was added to the page's alone. */
function isToTheManager({ letter_key: key }: Changed["row"]): boolean {
  return String(key).startsWith("office-changed:");
}

function everyWordIn(rows: Rows): Set<string> {
  const text = [...rows.values()].flatMap((table) => [...table]).join("\n");
  return new Set(text.match(/[\w$+/=.-]{9,}/g));
}

/** An office in which every command has something to do, and what is typed for each. */
async function prepared(office: Office): Promise<Record<CommandName, Typed>> {
  const before = ago(DAYS);
  const { store } = office;
  const [tomorrow, later] = [dayFromNow(1), dayFromNow(9)];
  const price = ({ grandTotalCents }: { grandTotalCents: number | null }) => amountFromCents(grandTotalCents ?? 0);
  const parcel = async () => (await office.paid({}, before)).waybillNo;
  const { account } = await office.joined(ACCOUNT, before);
  await store.tx((tx) => proveAddress(tx, account.uid, ACCOUNT, before));
  const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;

  const cancelled = async () => {
    const { quote } = await office.paid({}, before);
    await store.tx((tx) => cancelBooking(tx, quote.id, "flooded", before));
    return quote;
  };
  const noted = await office.booked({}, before);
  const found = { pfPaymentId: newId(), amountCents: noted.grandTotalCents ?? 0, feeCents: null };
  await store.tx((tx) => notePayment(tx, noted.id, found, site, before));
  const refused = await office.booked({}, before);
  await office.tell(refused, { cents: 1 }, before);
  const refunded = (await office.paid({}, before)).quote;
  await store.tx((tx) =>
    noteRefund(tx, refunded.id, { reference: newId(), amountCents: 1_00, goodwill: true }, before),
  );
  const old = (await office.paid({}, before)).quote;
  await store.tx((tx) => tx.delete(invoices).where(eq(invoices.quoteId, old.id)));
  const [unpaid, unheard, waits] = [
    await office.booked({}, before),
    await office.booked({}, before),
    await office.booked({ addresses: { toPostal: "9100" } }, before),
  ];
  const fetched = await parcel();
  await store.tx((tx) => makePin(tx, fetched, before, () => "1234"));
  const marked = await parcel();
  await aParcel(marked).collected().in(office.world, before);
  const [believed, dropped, assigned] = [await parcel(), await parcel(), await parcel()];
  for (const waybillNo of [believed, dropped]) await aReportedMark(office, waybillNo, before);
  await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Anna Mokoena", phone: "+27831234568" }, before);
    await assignStop(tx, { waybillNo: assigned, driver, day: saDay(new Date()) }, before);
  });
  await office.booked({ addresses: { fromEmail: "leaves@example.com" } }, before);
  const toRefund = [await cancelled(), await cancelled()] as const;
  const sent = await anEmail(office);

  const typed = {
    "check states": {},
    "list quotes": {},
    "price quote": { quote: waits.quoteNo, amount: "350,00" },
    import: { file: aList(aLine("Zodwa Khumalo")).replace("\uFEFF", ""), account: ACCOUNT },
    "note payment": { quote: unpaid.quoteNo, payfast: "1089999", amount: price(unpaid) },
    "undo payment": { number: noted.quoteNo },
    "close payment": { number: refused.quoteNo, because: "A test" },
    reconcile: {
      file: transactionCsv([
        { at: before, grossCents: unheard.grandTotalCents ?? 0, orderId: unheard.id, pfPaymentId: "1090000" },
      ]),
      settle: "on",
    },
    "cancel booking": { number: await parcel(), because: "You asked us to." },
    "list refunds": {},
    "pay refund": { quote: toRefund[0].quoteNo },
    "note refund": { quote: toRefund[1].quoteNo, amount: price(toRefund[1]), reference: "r1" },
    "undo refund": { number: refunded.quoteNo },
    "issue invoice": { number: old.quoteNo },
    "export invoices": { from: dayFromNow(-30), until: tomorrow },
    "change booking": { number: await parcel(), "to-street": "9 Vilakazi Street" },
    agree: { waybill: await parcel(), day: tomorrow, from: "09:00", to: "12:00", yes: "on" },
    "note booking": { number: await parcel(), words: "call after 5" },
    mark: { mark: "collected", waybill: `${await parcel()} ${await parcel()}`, place: "Germiston" },
    fetched: { waybill: fetched, pin: "1234" },
    "undo mark": { waybill: marked },
    print: { waybill: marked },
    "answer case": { case: await aCase(office, await parcel(), before), words: "We found it.", close: "on" },
    "close case": { case: await aCase(office, await parcel(), before) },
    find: { words: "thandi" },
    "export customer": { person: ACCOUNT },
    "correct customer": { person: ACCOUNT, name: "Nomsa Zwane" },
    "forget customer": { person: "leaves@example.com", yes: "on" },
    "block customer": { person: "rude@example.com", because: "Fifty bookings" },
    "block api-key": { key: await anApiKey(office, before) },
    plan: { driver: "Anna Mokoena", date: tomorrow },
    assign: { waybill: `${await parcel()} ${await parcel()}`, driver: "Anna Mokoena" },
    unassign: { waybill: assigned },
    "print run-sheet": { driver: "Anna Mokoena" },
    proof: { waybill: marked },
    "believe mark": { waybill: believed },
    "drop mark": { waybill: dropped },
    "add driver": { name: "Bongani Dube", phone: "083 123 4569" },
    "block driver": { name: "Sipho Nkosi" },
    "add person": { name: "Lerato Molefe", email: "lerato@office.example", right: "clerk" },
    "block person": { name: "lerato@office.example" },
    "list applications": {},
    "read application": { application: await anApplication(office, before) },
    "answer application": { application: await anApplication(office, before), accept: "on", note: "Come on Monday." },
    "list emails": {},
    "resend email": { email: sent },
    "resend webhook": { key: await aWebhook(office, before) },
    "stop messages": { person: "quiet@example.com" },
    "allow messages": { person: "quiet@example.com" },
    "list rates": {},
    "change rate": { kind: "zone", key: "metro", amount: "32,00", from: later },
    "list boxes": {},
    "change box": { box: "flyer-bag", cost: "4,50", from: later },
    "list areas": {},
    "change area": { key: "1431-1432", served: "no", from: later },
    "list countries": {},
    "change country": { name: "Botswana", served: "no" },
    "list holidays": {},
    "change holiday": { day: "2027-11-03", name: "Local elections" },
    "withdraw change": { kind: "rate", key: "zone metro", from: later },
    "list terms": {},
    today: {},
    show: { view: "bookings" },
    history: { number: marked },
  };
  // The site sends what is queued, and what is sent decides who is told of the next change.
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent", sentAt: before }));
  return typed;
}
