import {
  askCharge,
  refuseCharge,
  undoCharge as undo,
  type WhatIsOwed,
} from "#app/domain/bookings/charges/ask-charge.server";
import { sendLinkToPay } from "#app/domain/bookings/send-link-to-pay.server";
import { typedKg } from "#app/domain/form/parcel";
import { type Charge, openChargesOf, sumOf } from "#app/domain/money/charges.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { DAY_ENDS_AT } from "#app/domain/post/promise-kinds";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { decimal } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { shortDate } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, number, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { type Desk, did, emailNote, notDone, type Outcome } from "../desk.server";
import { isUnderWay } from "../parcel-facts";
import { actOnBooking, actOnMoney } from "./bookings.server";

const HEAVIEST_KG = 1000;
const ONE_OF = "What it is, one of these";

export const charge = command({
  name: "charge",
  page: "check first",
  right: "cashier",
  also: "more to pay, heavier, larger, weight, surcharge, redirect, another town, a piece more, difference, owes us",
  possible: (parcel) => isUnderWay(parcel) && !parcel.isReturning && !parcel.isRefused,
  summary: "ask a customer to pay more, because the parcel isn't as it was booked or goes elsewhere",
  more: say`Phone the customer first: our terms say so. It works out the difference by the price list of the booking's
    day, and emails the customer a link to pay. The text that goes with it has neither link nor amount. The parcel
    waits until it is paid, and goes to no driver but back; both people are told until when: five working days. A
    weight means the cheapest box that takes it. ${field("amount")}: at most what the dearest box would cost more.
    Once for each parcel and reason. A town: change the address too, with ${commandNamed("change booking")};
    once it is paid or on account, ${commandNamed("today")} asks for it, and no driver gets it for the old address. If the
    customer refuses, on the page of the link, the parcel goes back or, before it is collected, the booking is
    cancelled; the price is to be paid back. Where an account owes the price by month, and has room, it goes on the
    account, and nothing waits. If it costs less, pay back the difference: ${commandNamed("note refund")}.`,
  examples: [
    'charge TH4821093753 --weight 12 --because "It weighs 12 kg." --agreed "Nomsa, by phone, 14:20"',
    'charge TH4821093753 --to-postal 8001 --because "You asked for Cape Town." --agreed "Nomsa, by phone, 14:20"',
    'charge TH4821093753 --amount 56,92 --because "It is longer than a box." --agreed "Nomsa, by phone, 14:20"',
  ],
  arguments: { number: { kind: "number" } },
  options: {
    weight: {
      kind: "words",
      shown: "kg",
      label: "what it weighs, in kilograms",
      example: "12",
      group: ONE_OF,
      read: weightFrom,
    },
    box: { kind: "word", shown: "box", label: "the box that it needs", example: "stock-5", group: ONE_OF },
    "to-postal": {
      kind: "word",
      shown: "code",
      label: "the postal code that it is to go to",
      above: "Another postal code",
      example: "8001",
      group: ONE_OF,
      read: postalFrom,
    },
    pieces: { kind: "count", label: "how many pieces it really has", group: ONE_OF },
    amount: { kind: "amount", label: "the difference, worked out by hand", group: ONE_OF },
    because: {
      kind: "why",
      label: "as the customer reads it",
      above: "Reason",
      example: "It weighs 12 kg.",
      required: say`Give a reason with ${field("because")}. The customer reads it in the email.`,
    },
    agreed: {
      kind: "words",
      shown: "who, how, when",
      label: "who said yes, how and when; the customer reads this too",
      example: "Nomsa, by phone, 14:20",
      required: say`Who said yes, how and when? Use ${field("agreed")}, such as "Nomsa, by phone, 14:20".`,
    },
  },
  async run({ number: no, because, agreed, ...typed }, desk) {
    const asked = askedIn(typed);
    const boxes = new Map(
      (await embeddedPricing(desk.store, () => desk.now).boxes()).map(({ id, name }) => [id, name]),
    );
    return actOnMoney(desk, no, async (tx, quote) => {
      const how = { pricing: pricesOf(quote, desk), mode: desk.site.mode };
      const charging = await askCharge(tx, quote, asked, { because, agreed }, how, desk.now);
      if (!charging.ok) return notDone(say`${number(no)}: ${charging.why}.`);
      const { charge: made, taken, waits } = charging;
      const sum = formatRand(made.amountCents);
      const what = inWords(made, (boxId) => boxes.get(boxId) ?? boxId);
      const details = `${sum}, ${what}; ${made.because} Agreed: ${made.agreed}`;
      const action = { action: "charged", subject: quote.quoteNo, details };
      if (made.accountUid !== null)
        return did(
          action,
          say`${number(no)}: ${sum} more is on the account, ${what}. Nothing waits.`,
          ...isElsewhere(quote, no, made),
          emailNote,
        );
      const by = `${DAY_ENDS_AT} on ${shortDate(made.payBy)}`;
      return did(
        action,
        say`${number(no)}: ${sum} more is asked for, ${what}. The parcel waits until ${by}.`,
        ...(waits === null ? [] : [say`It isn't on the account. ${waits}`]),
        ...taken.map(({ driver }) => say`It is taken off ${driver}'s list.`),
        ...isElsewhere(quote, no, made),
        emailNote,
      );
    });
  },
});

/** Its new place isn't its address yet: the street and who receives it are for a person to ask. */
function isElsewhere({ formSnapshot }: Quote, no: string, { accountUid, found }: Charge): Words[] {
  const { toPostal } = found;
  const { toPostal: before } = formSnapshot.addresses;
  if (toPostal === undefined || before === toPostal) return [];
  const change = commandNamed("change booking", { number: no }, { "to-postal": toPostal });
  const since = accountUid === null ? "Once it is paid, no" : "No";
  return [
    say`Its address stays in ${before} until you change it: ${change}. ${since} driver gets it for the old address.`,
  ];
}

function inWords({ reason, found }: Pick<Charge, "reason" | "found">, nameOf: (boxId: string) => string): string {
  const { weightKg, boxId = "", toPostal, pieces } = found;
  if (reason === "weight") return `${decimal(Number(weightKg))} kg, in ${nameOf(boxId)}`;
  if (reason === "box") return `in ${nameOf(boxId)}`;
  if (reason === "town") return `to ${toPostal}`;
  return reason === "pieces" ? `${pieces} pieces` : "worked out by hand";
}

/** By the price list that gave the booking its price. */
const pricesOf = ({ pricedAt }: Quote, { store }: Desk) => embeddedPricing(store, () => pricedAt);

type Typed = Partial<Record<"weight" | "pieces" | "amount", number> & Record<"box" | "to-postal", string>>;

function askedIn({ weight, box, "to-postal": toPostal, pieces, amount }: Typed): WhatIsOwed {
  const asked: WhatIsOwed[] = [
    ...(weight === undefined ? [] : [{ found: { weightKg: weight } }]),
    ...(box === undefined ? [] : [{ found: { boxId: box } }]),
    ...(toPostal === undefined ? [] : [{ found: { toPostal } }]),
    ...(pieces === undefined ? [] : [{ found: { pieces } }]),
    ...(amount === undefined ? [] : [{ amountCents: amount }]),
  ];
  const [only, ...others] = asked;
  if (!only || others.length > 0)
    throw new UsageError(
      say`What is it? Use one of ${field("weight")}, ${field("box")}, ${field("to-postal")}, ${field("pieces")} and ${field("amount")}.`,
    );
  return only;
}

function weightFrom(typed: string): number {
  const kg = typedKg(typed);
  if (kg === undefined || !(kg > 0) || kg > HEAVIEST_KG)
    throw new UsageError(`"${typed}" isn't a weight in kilograms, such as 12.`);
  return kg;
}

function postalFrom(typed: string): string {
  if (!/^\d{4}$/.test(typed)) throw new UsageError(`"${typed}" isn't a postal code, such as 8001.`);
  return typed;
}

export const undoCharge = command({
  name: "undo charge",
  page: "check first",
  right: "cashier",
  also: "wrong charge, let it go, ask for nothing more, they want to pay after all",
  possible: ({ hasCharge, hasMoreOnAccount, isCancelled, isReturning, isRefused, hasArrived }) =>
    (hasCharge || hasMoreOnAccount) && !isCancelled && !isReturning && !(isRefused && hasArrived),
  summary: "ask no more for what a customer has not paid",
  more: say`It takes back the last ${commandNamed("charge")} of the parcel that waits, or all that its customer
    refused. Unless another waits, the parcel goes on, and both people are told. Money that still comes for it is to be paid back.
    ${field("refused")}: they said no by phone, and it does what refusing on the page does. The parcel goes back or, before
    it is collected, the booking is cancelled; all that was paid for it is to be paid back.`,
  needs: "a parcel for which more is owed",
  examples: ["undo charge TH4821093753", "undo charge TH4821093753 --refused"],
  arguments: { number: { kind: "number" } },
  options: {
    refused: {
      kind: "flag",
      label: "the customer doesn't want to pay it: it goes back, or is cancelled",
      above: "Refused",
    },
  },
  async run({ number: no, refused }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      if (refused) return refuse(tx, quote, no, desk.now);
      const undone = await undo(tx, quote, desk.now);
      if (!undone.ok) return notDone(say`${number(no)}: ${undone.why}.`);
      const sum = formatRand(undone.amountCents);
      return did(
        { action: "undid charge", subject: quote.quoteNo, details: sum },
        say`${number(no)}: ${sum} is asked for no more.`,
        ...(undone.leftCents > 0 ? [say`It still waits for ${formatRand(undone.leftCents)}.`] : []),
        emailNote,
      );
    });
  },
});

/** The customer's no, by phone. */
async function refuse(tx: Tx, quote: Quote, no: string, now: Date): Promise<Outcome> {
  const open = await openChargesOf(tx, [quote.id]);
  const [first] = open;
  if (!first) return notDone(say`${number(no)}: nothing waits to be paid.`);
  const refusal = await refuseCharge(tx, first, now);
  if (!refusal.ok) return notDone(say`${number(no)}: ${refusal.why}`);
  const sum = formatRand(sumOf(open));
  const then = refusal.isCancelled ? "The booking is cancelled." : "The parcel goes back to its sender.";
  return did(
    { action: "noted refusal to pay", subject: quote.quoteNo, details: sum },
    say`${number(no)}: ${sum} is refused. ${then} All that was paid is to be paid back (${commandNamed("list refunds")}), and what is on account is taken off it.`,
    emailNote,
  );
}

export const sendLink = command({
  name: "send link",
  page: "check first",
  right: "clerk",
  also: "where do I pay, link to pay, my data ran out, pay link, not paid, lost the page",
  possible: ({ isPaid, isCancelled, hasPrice, hasCharge, isRefused, isReturning }) =>
    !isCancelled && ((hasCharge && !isRefused && !isReturning) || (hasPrice && !isPaid)),
  summary: "send a customer the link to pay again",
  more: say`It goes to the sender's email and to the account that booked, or with ${field("text")} to the sender's cell
    phone; never to whoever phones. A phone gets only a few such texts a day. What ${commandNamed("charge")} asks for
    goes only by email. Nobody in the office sees the link.`,
  examples: ["send link Q48210934", "send link Q48210934 --text"],
  arguments: { number: { kind: "number" } },
  options: { text: { kind: "flag", label: "by text to the sender's cell phone, and not by email", above: "By text" } },
  async run({ number: no, text }, desk) {
    return actOnBooking(desk, no, async (tx, quote) => {
      const way = text ? "text" : "email";
      const sent = await sendLinkToPay(tx, quote, way, { appUrl: desk.site.appUrl, now: desk.now });
      if (!sent.ok) return notDone(say`${number(no)}: ${sent.why}.`);
      return did(
        { action: "sent link", subject: quote.quoteNo, details: `to pay, by ${way}` },
        say`${number(no)}: the link to pay goes to ${sent.to}.`,
        emailNote,
      );
    });
  },
});
