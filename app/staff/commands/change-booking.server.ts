import {
  changeDetails,
  changePieces,
  type DetailChanges,
  type Judged,
  judgeChange,
} from "#app/domain/bookings/change-details.server";
import { waybillLink } from "#app/domain/mail/emailed-link.server";
import { openPlaces } from "#app/domain/places/places.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import type { Quote } from "#app/domain/quotes/quote";
import { linkTo, putVatNumber } from "#app/domain/settling/invoice-of-booking.server";
import {
  type AddressFieldName,
  type Party,
  type PartyField,
  type PartyFieldName,
  parties,
  partyFields,
  spokenName,
} from "#app/domain/shipments/fields";
import { formatRand } from "#app/domain/values/money";
import { vatNumberFrom, WRONG_VAT_NUMBER } from "#app/domain/values/vat-number";
import { waybillOfQuote } from "#app/domain/waybills/issue-waybill.server";
import type { Tx } from "#db/store.server";
import { UsageError } from "../../domain/values/usage-error";
import type { Answer } from "../answer";
import type { Call, Command, Option } from "../command";
import { act, type Desk, emailNote } from "../desk.server";
import { nothingMore, numberFrom, piecesFrom, type Subject } from "../words";
import { numberOf, quoteOf } from "./bookings.server";

/** The fields that may be changed, by their names after `--to-` or `--from-`. */
const fields = Object.fromEntries(
  (Object.entries(partyFields) as [PartyFieldName, PartyField][])
    .filter(([, { changedBy }]) => changedBy !== "no")
    .map(([name]) => [name === "AddressLine" ? "street" : name.toLowerCase(), name]),
);
const sides: Record<Party, string> = { from: "the sender's", to: "the receiver's" };

const NOTHING_SAID = 'What should change? For example --to-phone 0831112222 or --to-street "9 Vilakazi Street".';

export const changeBooking: Command = {
  name: "change booking",
  right: "clerk",
  takes: "<waybill no or quote no> [what changes]",
  summary: "change an address, a name or a phone of a booking, before the parcel gets there",
  more: [
    "The sender's side can change until the parcel is collected, the receiver's until it is delivered. Both get an email, the sender",
    "with the new waybill. Another postal code is refused if it costs another price, unless --note-difference puts that on record.",
    "The buyer's VAT number stands on an invoice of more than R 5 000. One that was issued is corrected: its number, date and",
    "amounts stay, and its first version is kept. Nobody is emailed: send the customer the link.",
    "--pieces: the sender sends fewer pieces than they booked, or all after all. The price stays: pay back what you agree on.",
  ],
  examples: [
    'change booking TH4821093753 --to-phone 0831112222 --to-street "9 Vilakazi Street"',
    "change booking TH4821093753 --to-postal 1804 --note-difference",
    "change booking TH4821093753 --vat-number 4123456789",
    "change booking TH4821093753 --pieces 2",
  ],
  options: {
    ...Object.fromEntries(parties.flatMap((party) => Object.keys(fields).map((word) => optionFor(party, word)))),
    pieces: { type: "string", value: "count", help: "how many pieces are sent, alone: no other change with it" },
    "vat-number": {
      type: "string",
      value: "number",
      help: "the buyer's VAT number, above R 5 000, also once it is paid",
    },
    "as-typed": { type: "boolean", help: "although the place in a landmark looks wrong" },
    "note-difference": { type: "boolean", help: "although it costs another price: the difference goes on record" },
  },
  async run(call, desk) {
    const [subject, rest] = numberFrom(call.words);
    nothingMore(rest);
    const [pieces, vatNumber] = [piecesFrom(call.option("pieces")), call.option("vat-number")];
    if (pieces !== undefined) return changeCount(desk, subject, pieces, call);
    if (vatNumber) return changeVatNumber(desk, subject, vatNumber, call);
    const changes = changesIn(call);
    if (Object.keys(changes).length === 0) throw new UsageError(NOTHING_SAID);
    const pricing = embeddedPricing(desk.store, () => desk.now);
    return act(desk, async (tx) => {
      const quote = await quoteOf(tx, subject);
      if (!quote) return { ok: false, why: [`There is no ${numberOf(subject)}.`] };
      const { read, doubts } = await withPlusCodes(changes, quote, desk);
      if (doubts.length > 0 && !call.has("as-typed"))
        return { ok: false, why: [...doubts, "Say --as-typed to keep it all the same."] };
      const judged = await judgeChange(tx, pricing, quote, read);
      if (!judged.ok) return { ok: false, why: [`${numberOf(subject)}: ${judged.refusal}`] };
      if (judged.changed.length === 0)
        return { ok: true, output: [`${numberOf(subject)} is so already.`], actions: [] };
      const price = difference(judged, quote);
      if (price && !call.has("note-difference"))
        return { ok: false, why: [`${numberOf(subject)}: ${price}. Say --note-difference to change it all the same.`] };
      const { waybillNo, link } = await waybillAndLink(tx, quote, desk);
      await changeDetails(tx, quote, judged, { link, now: desk.now });
      // The record names the fields but not their values, because it is kept longer than the data.
      const details = [judged.changed.map(spokenName).join(", "), ...(price ? [price] : [])].join("; ");
      const print = waybillNo ? [`The slip is a new one: print ${waybillNo}`] : [];
      return {
        ok: true,
        output: [`${numberOf(subject)}: changed ${details}.`, ...print, emailNote],
        actions: [{ action: "changed booking", subject: waybillNo ?? quote.quoteNo, details }],
      };
    });
  },
};

/** The changes with a landmark's pasted place as its plus code, and what looks wrong about it. */
async function withPlusCodes(changes: DetailChanges, quote: Quote, desk: Desk) {
  const places = openPlaces(desk.store, () => desk.now);
  const [read, doubts] = [{ ...changes }, [] as string[]];
  for (const party of parties) {
    const typed = changes[`${party}Landmark`];
    if (typed === undefined) continue;
    const address = { ...quote.formSnapshot.addresses, ...changes };
    const [postal, country] = [address[`${party}Postal`], address[`${party}Country`]];
    const { text, question } = await places.readLandmark(typed, { postal, country });
    read[`${party}Landmark`] = text;
    if (question) doubts.push(question.words, ...(question.instead ? [`Did you mean ${question.instead.text}?`] : []));
  }
  return { read, doubts };
}

/** A change of its own: it is allowed however far the parcel is. */
function changeVatNumber(desk: Desk, subject: Subject, typed: string, call: Call): Promise<Answer> {
  if (Object.keys(changesIn(call)).length > 0) throw new UsageError("Change the VAT number with a command of its own.");
  const vatNumber = vatNumberFrom(typed);
  if (!vatNumber) throw new UsageError(WRONG_VAT_NUMBER);
  return act(desk, async (tx) => {
    const quote = await quoteOf(tx, subject);
    if (!quote) return { ok: false, why: [`There is no ${numberOf(subject)}.`] };
    const put = await putVatNumber(tx, quote, vatNumber, desk.now);
    if (!put.ok) return { ok: false, why: [`${numberOf(subject)}: ${put.refusal}`] };
    if (!put.added) return { ok: true, output: [`${numberOf(subject)} is so already.`], actions: [] };
    const { invoice } = put;
    const link = invoice && (await linkTo(tx, invoice));
    const details = invoice ? `the buyer's VAT number on ${invoice.invoiceNo}` : "the buyer's VAT number";
    const output = invoice
      ? [`${numberOf(subject)}: ${invoice.invoiceNo} has the buyer's VAT number.`, ...(link ? [link.url] : [])]
      : [`${numberOf(subject)}: the invoice will have the buyer's VAT number.`];
    return { ok: true, output, actions: [{ action: "changed booking", subject: quote.quoteNo, details }] };
  });
}

/** Changes how many pieces are sent. */
function changeCount(desk: Desk, subject: Subject, pieces: number, call: Call): Promise<Answer> {
  if (call.option("vat-number") || Object.keys(changesIn(call)).length > 0)
    throw new UsageError("Change the pieces in a call of their own.");
  return act(desk, async (tx) => {
    const quote = await quoteOf(tx, subject);
    if (!quote) return { ok: false, why: [`There is no ${numberOf(subject)}.`] };
    const { waybillNo, link } = await waybillAndLink(tx, quote, desk);
    const done = await changePieces(tx, quote, pieces, { link, now: desk.now });
    if (!done.ok) return { ok: false, why: [`${numberOf(subject)}: ${done.refusal}.`] };
    if (done.before === pieces) return { ok: true, output: [`${numberOf(subject)} is so already.`], actions: [] };
    const details = `${pieces} pieces, before: ${done.before}, booked: ${done.booked}`;
    return {
      ok: true,
      output: [`${numberOf(subject)}: ${details}.`, emailNote],
      actions: [{ action: "changed booking", subject: waybillNo ?? quote.quoteNo, details }],
    };
  });
}

async function waybillAndLink(tx: Tx, quote: Quote, { site }: Desk) {
  const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
  return { waybillNo, link: waybillNo ? await waybillLink(tx, waybillNo, site.appUrl) : null };
}

function optionFor(party: Party, word: string): [string, Option] {
  return [`${party}-${word}`, { type: "string", value: word, help: `${sides[party]} ${word}` }];
}

function changesIn({ option }: Call): DetailChanges {
  const given = parties.flatMap((party) =>
    Object.entries(fields).flatMap(([word, field]) => {
      const typed = option(`${party}-${word}`);
      return typed === undefined ? [] : [[`${party}${field}` as AddressFieldName, typed] as const];
    }),
  );
  return Object.fromEntries(given);
}

/** How another postal code changes the price, in words; null if it doesn't. */
function difference({ differenceCents }: Extract<Judged, { ok: true }>, { grandTotalCents }: Quote): string | null {
  if (differenceCents === 0) return null;
  if (differenceCents === null) return "there is no instant price for that postal code";
  const amount = formatRand(Math.abs(differenceCents));
  return `it would cost ${amount} ${differenceCents > 0 ? "more" : "less"} than ${formatRand(grandTotalCents ?? 0)}`;
}
