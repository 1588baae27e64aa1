import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { makeKey } from "#app/domain/api-keys/keys.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { openCase } from "#app/domain/cases/cases.server";
import { spokenApplicationNumber } from "#app/domain/drivers/reference";
import { addDriver } from "#app/domain/rounds/drivers.server";
import { reportMark } from "#app/domain/rounds/reported-marks.server";
import { assignStop, stopsAt } from "#app/domain/rounds/stops.server";
import { notePayment } from "#app/domain/settling/note-payment.server";
import { noteRefund } from "#app/domain/settling/note-refund.server";
import { newId } from "#app/domain/values/ids.server";
import { amountFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { makePin } from "#app/domain/waybills/delivery-pin.server";
import { registerEndpoint } from "#app/domain/webhooks/endpoints.server";
import { switchOff } from "#app/domain/webhooks/switched-off.server";
import { commands } from "#app/staff/commands/all";
import { readCall } from "#app/staff/read-call";
import { postgresSource } from "#db/copy/postgres-side.server";
import { sqliteSource } from "#db/copy/sqlite-side.server";
import { isPostgres } from "#db/dialect";
import { invoices } from "#db/schema/invoices";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { staffActions } from "#db/schema/staff-actions";
import { aDesk } from "../support/a-desk";
import { aLine, aList } from "../support/a-list";
import { aStopForm } from "../support/a-stop-form";
import { anOffice, type Office } from "../support/an-office";
import { storePlace } from "../support/store-place";

/** The documents' days are relative to this one; their bookings were made before. */
const now = new Date("2026-11-23T08:00:00Z");
const before = new Date("2026-11-20T08:00:00Z");

const pages = ["staff", "operations", "database", "backups", "messages"];

/** Refused without --yes, as its page says. */
const needsConsent = /^forget customer [^ ]+$/;

test("every command is in docs/ and works as documented: a dry run changes nothing, a change is recorded with its author", async () => {
  const office = await anOffice();
  const desk = aDesk(office, { now });
  const { account } = await office.joined("nomsa@example.com", before);
  await office.store.tx((tx) => proveAddress(tx, account.uid, "nomsa@example.com", before));
  const file = (name: string, content: string) => writeFileSync(path.join(desk.desk.folder, name), content);
  file("bookings.csv", aList(aLine("Zodwa Khumalo")));

  const acts = new Set<string>();
  const typed = pages.flatMap((name) => commandsIn(`docs/${name}.md`));
  const page = readFileSync("docs/staff.md", "utf8");
  for (const { name } of commands) expect(page, name).toMatch(new RegExp(`\\b${name}\\b`));
  for (const words of typed) {
    const due = { parcel: { collectionDay: saDay(now) } };
    const parcels = [await office.paid(due, before), await office.paid(due, before)].map(({ waybillNo }) => waybillNo);
    file("parcels.txt", parcels.join("\n"));
    const unheard = await office.booked({}, before);
    const price = amountFromCents(unheard.grandTotalCents ?? 0);
    file(
      "payments.csv",
      `Date,Type,Gross,M Payment ID,PF Payment ID\n2026-11-16,Funds Received,${price},${unheard.id},${newId()}\n`,
    );
    desk.desk.readInput = () => parcels.join("\n");
    const command = await withNumbers(words, office, parcels);
    const { command: known, call } = readCall(command);
    expect(known, words.join(" ")).toBeDefined();
    if (call.has("help")) continue;
    const stood = await rowsIn(office);
    await desk.ask(...command, "--dry-run");
    expect(changedSince(stood, await rowsIn(office)), `${words.join(" ")} --dry-run`).toEqual([]);
    const answer = await desk.ask(...command);
    const changed = changedSince(stood, await rowsIn(office));
    if (changed.length > 0) {
      expect(changed, words.join(" ")).toContain("staff_actions");
      expect(await office.store.read.selectDistinct({ who: staffActions.who }).from(staffActions)).toEqual([
        { who: "Zanele" },
      ]);
      acts.add(known?.name ?? "");
    }
    if (needsConsent.test(words.join(" "))) {
      expect(answer).toMatchObject({ why: [expect.stringContaining("This would go:"), expect.anything()] });
      continue;
    }
    expect([words.join(" "), answer.kind, answer.kind === "refused" ? answer.why : ""]).toEqual([
      words.join(" "),
      expect.stringMatching(/^(?!refused)/),
      "",
    ]);
  }
  desk.leave();
  // Commands that only read or print leave no record. Every other one has run here, except those that need PayFast.
  const readers = /^(find|today|show|list|history|print|proof|plan|export invoices|pay refund)\b/;
  const silent = commands.map(({ name }) => name).filter((name) => !acts.has(name));
  expect(silent.filter((name) => !readers.test(name))).toEqual([]);
});

/** Every table's content. */
async function rowsIn({ file }: Office): Promise<Map<string, string>> {
  const side = isPostgres ? await postgresSource(await storePlace(file)) : sqliteSource(file);
  const rows = new Map<string, string>();
  for (const table of await side.tables()) {
    let content = "";
    for await (const batch of side.rows(table, "key")) content += JSON.stringify(batch);
    rows.set(table.name, content);
  }
  await side.close();
  return rows;
}

function changedSince(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([table, rows]) => (before.get(table) === rows ? [] : [table]));
}

/** A documented command with numbers that exist, each in the state that the command needs. */
async function withNumbers(words: string[], office: Office, parcels: string[]): Promise<string[]> {
  const command = words.join(" ");
  const left = [...parcels];
  const meant: string[] = [];
  for (const word of words) {
    if (/^TH\d{10}$/.test(word)) meant.push(left.shift() ?? "");
    else if (/^C\d{8}$/.test(word)) meant.push(await aCase(office, parcels[0] ?? ""));
    else if (/^D\d{8}$/.test(word)) meant.push(await anApplication(office));
    else if (command.startsWith("block api-key") && words.at(-1) === word) meant.push(await anApiKey(office));
    else if (command.startsWith("resend webhook") && words.at(-1) === word) meant.push(await aWebhook(office));
    else if (/^[\w-]{22}$/.test(word)) meant.push(await anEmail(office));
    else if (/^Q\d{8}$/.test(word)) meant.push(await aQuoteNo(office, command));
    else meant.push(word);
  }
  if (command.startsWith("undo mark"))
    for (const waybillNo of parcels) await office.happened(waybillNo, "collected", before);
  if (command.startsWith("fetched")) await office.store.tx((tx) => makePin(tx, parcels[0] ?? "", before, () => "1234"));
  if (/^(believe|drop) mark/.test(command)) await aReportedMark(office, parcels[0] ?? "");
  const bookings = words.filter((word) => /^Q\d{8}$/.test(word)).length;
  const isPrice = /^note (payment|refund)/.test(command) && !/--as-part|--to-refund/.test(command);
  const price = amountFromCents(lastCents * bookings);
  if (isPrice) return meant.map((word) => (/^\d+,\d\d$/.test(word) ? price : word));
  return meant;
}

async function aReportedMark(office: Office, waybillNo: string): Promise<void> {
  await office.store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, before);
    await assignStop(tx, { waybillNo, driver, day: saDay(new Date()) }, before);
    const [stop] = await stopsAt(tx, driver.id, waybillNo, saDay(new Date()));
    const form = aStopForm("collected", { key: waybillNo });
    if (stop) await reportMark(tx, { ...stop, driver }, form, { why: "", hasPhoto: false }, before);
    await tx.delete(staffActions).where(eq(staffActions.who, "Sipho Nkosi, driver"));
  });
}

let lastCents = 0;

/** A quote in the state that the command needs: without a price, unpaid, or to be refunded. */
async function aQuoteNo(office: Office, command: string): Promise<string> {
  const abroad = { addresses: { toPostal: "9100" } };
  if (command.startsWith("price")) return (await office.booked(abroad, before)).quoteNo;
  const isPaid = /^(note refund|undo refund|issue invoice)/.test(command);
  const quote = isPaid ? (await office.paid({}, before)).quote : await office.booked({}, before);
  if (command.startsWith("issue invoice"))
    await office.store.tx((tx) => tx.delete(invoices).where(eq(invoices.quoteId, quote.id)));
  if (command.startsWith("note refund")) await office.store.tx((tx) => cancelBooking(tx, quote.id, "flooded", before));
  lastCents = quote.grandTotalCents ?? 0;
  const refund = { reference: quote.id, amountCents: 1_00, goodwill: true };
  if (command.startsWith("undo refund")) await office.store.tx((tx) => noteRefund(tx, quote.id, refund, before));
  const found = { pfPaymentId: quote.id, amountCents: lastCents, feeCents: null };
  const site = { mode: "sandbox", appUrl: "https://courier.example" } as const;
  if (command.startsWith("undo payment")) await office.store.tx((tx) => notePayment(tx, quote.id, found, site, before));
  if (command.includes("--vat-number"))
    await office.store.tx((tx) => tx.update(quotes).set({ grandTotalCents: 6_000_00 }).where(eq(quotes.id, quote.id)));
  if (command.startsWith("close payment")) await office.tell(quote, { cents: 1 }, before);
  return quote.quoteNo;
}

async function anEmail(office: Office): Promise<string> {
  await office.wrote(newId());
  await office.postman(new Date());
  const isPublic = and(eq(outgoingMails.isSecret, false), eq(outgoingMails.state, "sent"));
  const [last] = await office.store.read.select({ id: outgoingMails.id }).from(outgoingMails).where(isPublic).limit(1);
  return last?.id ?? "";
}

async function aCase(office: Office, waybillNo: string): Promise<string> {
  const report = { kind: "damaged" as const, words: "", contact: "thandi@example.co.za" };
  const at = {
    formKey: newId(),
    by: "owner",
    isAnswered: true,
    appUrl: "https://courier.example",
    now: before,
  } as const;
  return (await office.store.tx((tx) => openCase(tx, waybillNo, report, at))).caseNo;
}

let people = 0;
async function anApiKey(office: Office): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, before);
  const key = { id: newId(), uid: account.uid, name: "My shop", mode: "live", termsVersion: "" };
  await office.store.tx((tx) => makeKey(tx, key, before));
  return key.id;
}

async function aWebhook(office: Office): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, before);
  const address = { uid: account.uid, url: "https://shop.example/", events: null };
  const made = await office.store.tx((tx) => registerEndpoint(tx, address, before));
  if (made.kind !== "made") expect.fail(made.kind);
  await office.store.tx((tx) => switchOff(tx, made.endpoint, "gone", before));
  return made.endpoint.id;
}

async function anApplication(office: Office): Promise<string> {
  people += 1;
  const receipt = await office.applied(people, {}, before);
  return spokenApplicationNumber(receipt.kind === "received" ? receipt.reference : "").replaceAll(" ", "");
}

/** `npm run staff -- …` and `thuma staff …` in a page's code blocks, without shell syntax. */
function commandsIn(page: string): string[][] {
  const blocks = [...readFileSync(page, "utf8").matchAll(/```(?:sh)?\n([\s\S]+?)```/g)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n"));
  return lines.flatMap((line) => {
    const [, typed] = /(?:npm run (?:-s )?staff --|thuma staff) ([a-z][^#|<>)]*)/.exec(line) ?? [];
    if (!typed || typed.startsWith("…")) return [];
    return [[...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "")];
  });
}
