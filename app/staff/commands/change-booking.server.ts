import {
  changeDetails,
  changePieces,
  type DetailChanges,
  type Judged,
  judgeChange,
} from "#app/domain/bookings/change-details.server";
import { putVatNumber, sendInvoice } from "#app/domain/bookings/payments/invoice-of-booking.server";
import {
  type AddressFieldName,
  type Party,
  type PartyField,
  type PartyFieldName,
  parties,
  partyFields,
  partyNames,
  spokenName,
} from "#app/domain/form/fields";
import { townsToChange } from "#app/domain/money/charges.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { waybillLink } from "#app/domain/post/emailed-link.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { formatRand } from "#app/domain/values/money";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { numberIn } from "#app/domain/values/reference-number";
import { UsageError } from "#app/domain/values/usage-error";
import { vatNumberFrom, WRONG_VAT_NUMBER } from "#app/domain/values/vat-number";
import { commandNamed, field, number, say, tick } from "#app/language/say";
import type { Tx } from "#db/store.server";
import type { Answer } from "../answer";
import { command, isNone } from "../command";
import { type Desk, did, emailNote, notDone } from "../desk.server";
import { actOnBooking, quoteOf } from "./bookings.server";

/** The fields that may be changed, by their names after `--to-` or `--from-`. */
const fields = Object.fromEntries(
  (Object.entries(partyFields) as [PartyFieldName, PartyField][])
    .filter(([, { changedBy }]) => changedBy !== "no")
    .map(([name]) => [name === "AddressLine" ? "street" : name.replace(/(?!^)(?=[A-Z])/g, "-").toLowerCase(), name]),
);
const sides: Record<Party, string> = { from: "the sender's", to: "the receiver's" };

type AddressOption = `${Party}-${string}`;
type WordsOption = { kind: "words"; shown: string; label: string; example: string; above: string; group: string };

/** A page has them as the customer's form does. */
const addressOptions: Record<AddressOption, WordsOption> = Object.fromEntries(
  parties.flatMap((party) =>
    Object.entries(fields).map(([word, field]) => {
      const label = `${sides[party]} ${partyFields[field].inLatin ? partyFields[field].nameInMessages : word}`;
      const onPage = { above: partyFields[field].label, group: partyNames[party] };
      return [`${party}-${word}`, { kind: "words", shown: word, label, example: `the new ${word}`, ...onPage }];
    }),
  ),
);

/** Either is changed alone. */
const SOMETHING_ELSE = "Or one of these, alone";
const NOTHING_SAID = say`What should change? For example ${field("to-phone")} or ${field("to-street")}.`;

export const changeBooking = command({
  name: "change booking",
  page: "check first",
  right: "clerk",
  also: "wrong address, wrong street, new phone, move, another receiver, redirect, wrong name, pieces, weight",
  possible: ({ isCancelled, hasArrived }) => !isCancelled && !hasArrived,
  summary: "change an address, a name or a phone of a booking, before the parcel gets there",
  more: say`You can change the sender's side until the parcel is collected, and the receiver's until it is
    delivered. Both get an email, the sender with the new waybill. What you leave alone doesn't change. Another
    postal code is refused if the price differs, unless ${field("note-difference")} puts the difference on record.
    none instead of a landmark, a suburb or a cell removes it. An invoice of more than R 5 000 shows the buyer's VAT
    number. If it was issued before, it is corrected: its number, date and amounts stay, its first version is kept,
    and the sender gets the corrected one by email. ${field("pieces")}: how many the sender really sends, at most as
    many as they booked. The price stays: refund what you agree on.`,
  examples: [
    'change booking TH4821093753 --to-phone 0831112222 --to-street "9 Vilakazi Street"',
    "change booking TH4821093753 --to-postal 1804 --note-difference",
    "change booking TH4821093753 --vat-number 4123456789",
    "change booking TH4821093753 --pieces 2",
  ],
  arguments: { number: { kind: "number" } },
  options: {
    ...addressOptions,
    pieces: {
      kind: "count",
      label: "how many pieces are sent; change nothing else with it",
      group: SOMETHING_ELSE,
    },
    "vat-number": {
      kind: "theirs",
      example: "4123456789",
      label: "the buyer's VAT number, for more than R 5 000; also after the payment",
      above: "The buyer's VAT number",
      group: SOMETHING_ELSE,
    },
    "as-typed": {
      kind: "flag",
      label: "even if the place in a landmark looks wrong",
      above: "Keep the landmark as typed",
    },
    "note-difference": {
      kind: "flag",
      label: "even if the price differs: the difference goes on record",
      above: "Change the postal code all the same",
    },
  },
  filledIn: { by: "number", stored: storedAddresses },
  async run(typed, desk) {
    const { number: no, pieces, "vat-number": vatNumber } = typed;
    const changes = changesIn(typed);
    const isAlone = Object.keys(changes).length === 0;
    if (pieces !== undefined) {
      if (vatNumber || !isAlone) throw new UsageError("Change the pieces separately, and nothing else with them.");
      return changeCount(desk, no, pieces);
    }
    if (vatNumber) {
      if (!isAlone) throw new UsageError("Change the VAT number separately, and nothing else with it.");
      return changeVatNumber(desk, no, vatNumber);
    }
    if (isAlone) throw new UsageError(NOTHING_SAID);
    const pricing = embeddedPricing(desk.store, () => desk.now);
    return actOnBooking(desk, no, async (tx, quote) => {
      const { read, doubts } = await withPlusCodes(changes, quote, desk);
      if (doubts.length > 0 && !typed["as-typed"])
        return notDone(...doubts, say`To keep it all the same, ${tick("as-typed")}.`);
      const judged = await judgeChange(tx, pricing, quote, read);
      if (!judged.ok) return notDone(say`${number(no)}: ${judged.why}`);
      if (judged.changed.length === 0) return did(null, say`${number(no)} is like that already.`);
      // Its sender has paid for that place.
      const isPaidFor = (await townsToChange(tx, [quote.id])).get(quote.id) === judged.form.addresses.toPostal;
      const price = isPaidFor ? null : difference(judged, quote);
      if (price && !typed["note-difference"])
        return notDone(say`${number(no)}: ${price}. To change it all the same, ${tick("note-difference")}.`);
      const { waybillNo, link } = await waybillAndLink(tx, quote, desk);
      await changeDetails(tx, quote, judged, { cause: "the office", link, now: desk.now });
      // The record names the fields but not their values, because it is kept longer than the data.
      const details = [judged.changed.map(spokenName).join(", "), ...(price ? [price] : [])].join("; ");
      const print = waybillNo ? [say`The slip has changed: ${commandNamed("print", { waybill: waybillNo })}`] : [];
      return did(
        { action: "changed booking", subject: waybillNo ?? quote.quoteNo, details },
        ...(desk.isDryRun ? phoneBack(quote, judged.changed) : []),
        say`${number(no)}: changed ${details}.`,
        ...print,
        emailNote,
      );
    });
  },
});

/** Whoever has somebody's parcel sent elsewhere changes their phone too, so that they don't hear of it. */
function phoneBack({ formSnapshot: { addresses } }: Quote, changed: readonly AddressFieldName[]): string[] {
  return parties.flatMap((party) => {
    const isChanged = (...names: string[]) =>
      changed.some((name) => names.includes(name.slice(party.length)) && name.startsWith(party));
    const old = addresses[`${party}Phone`];
    if (!old || !isChanged("Phone", "Cell") || !isChanged("AddressLine", "Suburb", "City", "Postal")) return [];
    const phone = normalisePhone(old);
    return [`Phone them back on the old number first: ${phone ? phoneAsShown(phone) : old}.`];
  });
}

/** Both addresses of a booking, by the options that change them. */
async function storedAddresses(typed: string, { store }: Desk): Promise<Record<string, string> | null> {
  const no = numberIn(typed, "waybill") ?? numberIn(typed, "quote");
  const quote = no && (await quoteOf(store.read, no));
  if (!quote) return null;
  const { addresses } = quote.formSnapshot;
  return Object.fromEntries(
    parties.flatMap((party) =>
      Object.entries(fields).map(([word, field]) => [`${party}-${word}`, addresses[`${party}${field}`] ?? ""]),
    ),
  );
}

/** The changes with a landmark's pasted place as its plus code, and what looks wrong about it. */
async function withPlusCodes(changes: DetailChanges, quote: Quote, desk: Desk) {
  const places = openPlaces(desk.store, () => desk.now);
  const [read, doubts] = [{ ...changes }, [] as string[]];
  for (const party of parties) {
    const typed = changes[`${party}Landmark`];
    if (!typed) continue;
    const address = { ...quote.formSnapshot.addresses, ...changes };
    const [postal, country] = [address[`${party}Postal`], address[`${party}Country`]];
    const { text, question } = await places.readLandmark(typed, { postal, country });
    read[`${party}Landmark`] = text;
    if (question) doubts.push(question.words);
  }
  return { read, doubts };
}

/** A change of its own: it is allowed however far the parcel is. */
function changeVatNumber(desk: Desk, no: string, typed: string): Promise<Answer> {
  const vatNumber = vatNumberFrom(typed);
  if (!vatNumber) throw new UsageError(WRONG_VAT_NUMBER);
  return actOnBooking(desk, no, async (tx, quote) => {
    const put = await putVatNumber(tx, quote, vatNumber, desk.now);
    if (!put.ok) return notDone(say`${number(no)}: ${put.why}`);
    if (!put.added) return did(null, say`${number(no)} is like that already.`);
    const { invoice } = put;
    if (invoice) await sendInvoice(tx, quote, invoice, desk.now);
    const details = invoice ? `the buyer's VAT number on ${invoice.invoiceNo}` : "the buyer's VAT number";
    const output = invoice
      ? [say`${number(no)}: ${number(invoice.invoiceNo)} has the buyer's VAT number.`, emailNote]
      : [say`${number(no)}: the invoice will have the buyer's VAT number.`];
    return did({ action: "changed booking", subject: quote.quoteNo, details }, ...output);
  });
}

/** Changes how many pieces are sent. */
function changeCount(desk: Desk, no: string, pieces: number): Promise<Answer> {
  return actOnBooking(desk, no, async (tx, quote) => {
    const { waybillNo, link } = await waybillAndLink(tx, quote, desk);
    const changed = await changePieces(tx, quote, pieces, { cause: "the office", link, now: desk.now });
    if (!changed.ok) return notDone(say`${number(no)}: ${changed.why}.`);
    if (changed.piecesBefore === pieces) return did(null, say`${number(no)} is like that already.`);
    const details = `${pieces} pieces, before: ${changed.piecesBefore}, booked: ${changed.booked}`;
    return did(
      { action: "changed booking", subject: waybillNo ?? quote.quoteNo, details },
      say`${number(no)}: ${details}.`,
      emailNote,
    );
  });
}

async function waybillAndLink(tx: Tx, quote: Quote, { site }: Desk) {
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  return { waybillNo, link: waybillNo ? await waybillLink(tx, waybillNo, site.appUrl) : null };
}

function changesIn(typed: Record<AddressOption, string | undefined>): DetailChanges {
  const typedFields = parties.flatMap((party) =>
    Object.entries(fields).map(([word, field]) => [`${party}${field}` as AddressFieldName, typed[`${party}-${word}`]]),
  );
  const said = typedFields.filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, isNone(value ?? "") ? "" : value]));
}

/** How another postal code changes the price, in words; null if it doesn't. */
function difference({ differenceCents }: Extract<Judged, { ok: true }>, { grandTotalCents }: Quote): string | null {
  if (differenceCents === 0) return null;
  if (differenceCents === null) return "there is no instant price for that postal code";
  const amount = formatRand(Math.abs(differenceCents));
  return `it would cost ${amount} ${differenceCents > 0 ? "more" : "less"} than ${formatRand(grandTotalCents ?? 0)}`;
}
