import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { makePin } from "#app/domain/parcels/delivery-pin.server";
import { newId } from "#app/domain/values/ids.server";
import { amountFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { commands } from "#app/staff/commands/all";
import { readCall } from "#app/staff/read-call";
import { invoices } from "#db/schema/invoices";
import { quotes } from "#db/schema/quotes";
import { staffActions } from "#db/schema/staff-actions";
import { aParcel } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { aLine, aList } from "../support/a-list";
import { anOffice, type Office } from "../support/an-office";
import { changedSince, rowsIn } from "../support/every-row";
import { aCase, anApiKey, anApplication, anEmail, aReportedMark, aWebhook } from "../support/what-commands-take";

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
    const changed = changedSince(stood, await rowsIn(office)).map(({ table }) => table);
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
  const readers = /^(find|today|show|list|check|history|print|proof|plan|export invoices|pay refund)\b/;
  const silent = commands.map(({ name }) => name).filter((name) => !acts.has(name));
  expect(silent.filter((name) => !readers.test(name))).toEqual([]);
});

/** A documented command with numbers that exist, each in the state that the command needs. */
async function withNumbers(words: string[], office: Office, parcels: string[]): Promise<string[]> {
  const command = words.join(" ");
  const left = [...parcels];
  const meant: string[] = [];
  for (const word of words) {
    if (/^TH\d{10}$/.test(word)) meant.push(left.shift() ?? "");
    else if (/^C\d{8}$/.test(word)) meant.push(await aCase(office, parcels[0] ?? "", before));
    else if (/^D\d{8}$/.test(word)) meant.push(await anApplication(office, before));
    else if (command.startsWith("block api-key") && words.at(-1) === word) meant.push(await anApiKey(office, before));
    else if (command.startsWith("resend webhook") && words.at(-1) === word) meant.push(await aWebhook(office, before));
    else if (/^[\w-]{22}$/.test(word)) meant.push(await anEmail(office));
    else if (/^Q\d{8}$/.test(word)) meant.push(await aQuoteNo(office, command));
    else meant.push(word);
  }
  if (command.startsWith("undo mark"))
    for (const waybillNo of parcels) await aParcel(waybillNo).collected().in(office.world, before);
  if (command.startsWith("fetched")) await office.store.tx((tx) => makePin(tx, parcels[0] ?? "", before, () => "1234"));
  if (/^(believe|drop) mark/.test(command)) await aReportedMark(office, parcels[0] ?? "", before);
  const bookings = words.filter((word) => /^Q\d{8}$/.test(word)).length;
  const isPrice = /^note (payment|refund)/.test(command) && !/--as-part|--to-refund/.test(command);
  const price = amountFromCents(lastCents * bookings);
  if (isPrice) return meant.map((word) => (/^\d+,\d\d$/.test(word) ? price : word));
  return meant;
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
