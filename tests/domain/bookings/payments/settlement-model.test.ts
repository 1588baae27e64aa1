import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { and, asc, eq, getTableColumns, like, or } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { askCharge, refuseCharge, undoCharge, type WhatIsOwed } from "#app/domain/bookings/charges/ask-charge.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { movePayment } from "#app/domain/bookings/payments/move-payment.server";
import { noteChargeback, undoChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund, noteRefundTogether } from "#app/domain/bookings/payments/note-refund.server";
import { payClaim, undoClaim } from "#app/domain/bookings/payments/pay-claim.server";
import { reconcile } from "#app/domain/bookings/payments/reconcile.server";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { statementOf } from "#app/domain/bookings/statements/statement.server";
import { markAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { amountsDue, chargesOf } from "#app/domain/money/charges.server";
import { type NoticeStatus, noticeStatuses } from "#app/domain/money/payment-state";
import type { Transaction } from "#app/domain/money/transaction-list";
import { type PaymentWay, wayOf } from "#app/domain/money/ways";
import { piecesOf, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { addParcelEvent } from "#app/domain/parcels/parcel-event.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { CANCELLABLE_AFTER_DAYS } from "#app/domain/parcels/quotes/terms-version";
import { formatRand } from "#app/domain/values/money";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { outgoingMails } from "#db/schema/mail";
import { quotes } from "#db/schema/quotes";
import { openStore, type Store, type Tx } from "#db/store.server";
import { rowsOfWork, todaysWork, workLists } from "#db/todays-work";
import { limitsAsked } from "../../../../demo/limits-asked";
import { pricesAt } from "../../../../demo/world";
import { aQuote } from "../../../support/a-booking";
import { noticeBody, sandboxAccount } from "../../../support/payfast-stand-in";
import { freshForStaff, removePlace, storePlace } from "../../../support/store-place";

/** `MODEL_SEQUENCES=50000 npm test -- tests/domain/bookings/payments/settlement-model.test.ts` runs all 50,000; an ordinary run only a few, because it takes long. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? (isPostgres ? 25 : 300));
/** A time limit for hangs only, long enough for a busy machine. */
const PATIENCE_MS = 15 * MINUTES + SEQUENCES * SECONDS;
/** Each file stays small, because the views of staff read all of it. */
const BOOKINGS_PER_FILE = 200;
const NOW = new Date("2026-11-20T08:00:00Z");
/** What the template costs; even, so that half of it is whole cents. */
const CENTS = 80_62;
/** A part of it that comes alone, and money that has nothing to do with it. */
const PART = 30_00;
const ODD = 12_34;
/** What more is asked for by hand, at least as much as PayFast takes. */
const MORE = 20_00;
const LEAST = 5_00;
/** A parcel as it was booked, and as it is found: heavier, larger, to another town, or of more pieces. */
type Found = { boxId: string; toPostal: string; pieces: number };
const reasons = ["weight", "box", "town", "pieces", "other"] as const;
type Reason = (typeof reasons)[number];
const HEAVY_KG = 12;
const OTHER_BOX = "stock-5";
const OTHER_TOWN = "8001";
/** Two more than were booked, so that it never costs as much as the price. */
const PIECES = 3;
const asked = {
  weight: { found: { weightKg: HEAVY_KG } },
  box: { found: { boxId: OTHER_BOX } },
  town: { found: { toPostal: OTHER_TOWN } },
  pieces: { found: { pieces: PIECES } },
  other: { amountCents: MORE },
} as const satisfies Record<Reason, WhatIsOwed>;
/** Each price of the list, worked out once. */
const listed: { booked: Found; takesKg: Map<string, number>; cents: Map<string, number> } = {
  ...{ booked: { boxId: "", toPostal: "", pieces: 1 }, takesKg: new Map(), cents: new Map() },
};
const keyOf = ({ boxId, toPostal, pieces }: Found) => [boxId, toPostal, pieces].join();
const centsOf = (found: Found) => listed.cents.get(keyOf(found)) ?? 0;

async function readPrices(store: Store, { fromPostal, toPostal, boxId, quantity }: Quote) {
  const prices = pricesAt({ store }, NOW);
  listed.booked = { boxId, toPostal, pieces: quantity };
  for (const { id, maxWeightKg } of await prices.boxes()) {
    listed.takesKg.set(id, maxWeightKg);
    for (const to of [toPostal, OTHER_TOWN])
      for (const pieces of [quantity, PIECES]) {
        const route = { fromPostal, toPostal: to, quantity: pieces, selectedBoxId: id, applyVat: true };
        const price = await prices.quoteLocal(route);
        if (price.ok) listed.cents.set(keyOf({ boxId: id, toPostal: to, pieces }), price.cents.totals.grandTotal);
      }
  }
}

/** Every step happens a second later. */
let seconds = 0;
const clock = () => new Date(NOW.getTime() + seconds * SECONDS);

const ramDisk = process.platform === "linux" ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(path.join(ramDisk, "thuma-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Money under a number of PayFast's. `started` and `settled` are the seconds at which it did. */
type Attempt = {
  state: string;
  way: PaymentWay;
  cents: number;
  left: number;
  charged: number;
  isNoted: boolean;
  isConfirmed: boolean;
  started: number;
  settled: number;
};

/**
 * The model: what the database must contain, calculated without the site's own rules. Whoever pays first gets the
 * parcel sent, every further payment is refunded, only payments change a paid booking, and what PayFast says counts more
 * than what staff noted. What more is owed than the price is paid by itself, in the same way.
 */
type Books = {
  isBooked: boolean;
  isGivenUp: boolean;
  isCancelled: boolean;
  isCollected: boolean;
  /** Its sender refused to pay more for a parcel that we have: all is owed. */
  getsPriceBack: boolean;
  /** What more was asked for, one after the other. */
  charges: Charge[];
  /** The latest status of an unpaid booking. */
  unpaid: "pending_payment" | "payfast_cancelled" | "payfast_failed";
  attempts: Map<string, Attempt>;
  /** When each attempt of which PayFast has said nothing yet was started. */
  nameless: number[];
  undone: number;
  /** The numbers that signed notices have named. */
  named: Set<string>;
  /** By the reference that staff gave each refund. `credited`: how much of it the invoice was reduced by. */
  refunds: Map<string, { cents: number; of: string; at: number; credited: number; isChargeback?: true }>;
  /** What the invoices of its price say, less their credit notes; a charge has its own. */
  invoiced: number;
  chargebacks: number;
  /** The numbers of its payments that were moved to the other booking. */
  movedAway: Set<string>;
  /** Its parcel was collected and lost. */
  isLost: boolean;
  /** Nobody answered whether more is paid, so it went back. */
  isBack: boolean;
  claim: number;
  waybills: number;
  events: number;
  isConfirmationQueued: boolean;
  notices: number;
};

/** What more is asked for. Its payments have numbers of their own, and `nameless` is as of a booking. */
type Charge = {
  state: "open" | "paid" | "refused" | "withdrawn";
  reason: Reason;
  cents: number;
  found: Partial<Found>;
  attempts: Map<string, Attempt>;
  nameless: number[];
  named: Set<string>;
  invoiced: number;
};

type Office = {
  readonly store: Store;
  reopen(): Promise<void>;
  quoteId: string;
  draftId: string;
  cents: number;
  /** How many of the notices in its file aren't its own: a forged one is kept without a booking. */
  noticesOfOthers: number;
  look(): Promise<Look>;
};
type Look = { status: string; waybills: number; events: number; emails: number; notices: number; attempts: string[] };

class Killed extends Error {}

/** A store whose process dies at the n-th statement of a transaction, or just before its commit. */
function dying(store: Store, atStatement: number): Store {
  let left = atStatement;
  const count = () => {
    if (left <= 0) throw new Killed();
    left -= 1;
  };
  const counting = (tx: Tx) =>
    new Proxy(tx, {
      get(target, name) {
        const found = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        if (name === "insert" || name === "update" || name === "select") count();
        return found.bind(target);
      },
    });
  return {
    ...store,
    tx: (fn) =>
      store.tx(async (tx) => {
        await fn(counting(tx));
        throw new Killed();
      }),
  };
}

/** How a payment or a refund is numbered: "q7-1", "bank:q7-1". */
function numberedOf(quoteId: string, number: string, kind = ""): string {
  return number.replace(/(?=\d)/, `${quoteId}-${kind}`);
}

type Word = "valid" | "invalid" | "unanswered";
type Amount = "price" | "rest" | "part";
type Message = {
  pf: string;
  status: NoticeStatus;
  amount: Amount;
  word: Word;
  fault: "none" | "forged" | "short" | "stranger";
};

const wordsOf = { COMPLETE: "complete", CANCELLED: "cancelled", FAILED: "failed", PENDING: "pending" } as const;
const fine = { status: "cancelled", CANCELLED: "payfast_cancelled", FAILED: "payfast_failed" } as const;

const amounts = { price: CENTS, rest: CENTS - PART, part: PART } as const;
const brought = ({ state }: Attempt) => state === "complete" || state === "duplicate" || state === "part";
const moneyAmong = (attempts: Map<string, Attempt>) => [...attempts].filter(([, attempt]) => brought(attempt));
const moneyOf = (books: Pick<Books, "attempts">) => moneyAmong(books.attempts);
/** Of the price and of what more was asked for. */
const allMoney = (books: Books) => [...moneyOf(books), ...books.charges.flatMap(moneyOf)];
const everyAttempt = (books: Books) => [...books.attempts, ...books.charges.flatMap(({ attempts }) => [...attempts])];
const openCharges = (books: Books) => books.charges.filter(({ state }) => state === "open");
const openCents = (books: Books) => sumOf(openCharges(books).map(({ cents }) => cents));
/** A booking that is cancelled, and a parcel that comes to nobody, are paid no more for. */
function withdrawOpen(books: Books): void {
  for (const open of openCharges(books)) open.state = "withdrawn";
}
const paidBy = (books: Books) => moneyOf(books).filter(([, { state }]) => state === "complete");
/** What a payment's invoice is of: a charge, or else the price. */
const paidForBy = (books: Books, pf: string): { invoiced: number } =>
  books.charges.find(({ attempts }) => attempts.has(pf)) ?? books;
const invoicedFor = (books: Books) => sumOf([books, ...books.charges].map(({ invoiced }) => invoiced));
const isPaid = (books: Books) => paidBy(books).length > 0;
const partsOf = (books: Books) => moneyOf(books).filter(([, { state, left }]) => state === "part" && left > 0);
const oldestFirst = ([pf, one]: [string, Attempt], [otherPf, other]: [string, Attempt]) =>
  one.started - other.started || (pf < otherPf ? -1 : 1);
const isOnWord = ([, { way, isNoted, isConfirmed }]: [string, Attempt]) => way === "payfast" && isNoted && !isConfirmed;
const priceLeft = (books: Books) => CENTS - sumOf(partsOf(books).map(([, { left }]) => left));

/** Whether this amount can be paid with this number now. Staff can't name another number for what they noted. */
function isAsked(books: Books, pf: string, cents: number, status: NoticeStatus | "noted"): boolean {
  const known = books.attempts.get(pf);
  if (known && brought(known)) return known.cents === cents;
  if (status === "COMPLETE" || status === "noted") {
    if (status === "COMPLETE" && !known && sameOnWord(books, cents)) return true;
    if (isPaid(books) && paidBy(books).every(isOnWord)) return paidBy(books)[0]?.[1].cents === cents;
  }
  return cents === CENTS || (partsOf(books).length > 0 && cents === priceLeft(books));
}

/** The payment of this amount that only staff have told of: the one that settled, or else the first started. */
function sameOnWord(books: Pick<Books, "attempts">, cents: number): string | undefined {
  const same = moneyOf(books)
    .filter((each) => isOnWord(each) && each[1].cents === cents)
    .toSorted(oldestFirst);
  return (same.find(([, { state }]) => state === "complete") ?? same[0])?.[0];
}

const isPaidOrCancelled = (books: Books) => isPaid(books) || books.isCancelled;

function receive(books: Books, { pf, status, amount, word, fault }: Message): void {
  books.notices += 1;
  // The other booking has it by now, and hears nothing new.
  if (books.movedAway.has(pf)) {
    if (fault !== "forged") books.named.add(pf);
    return;
  }
  const isBelieved = fault === "none" && word === "valid";
  if (books.isBooked && isBelieved && isAsked(books, pf, amounts[amount], status)) {
    const noted = status === "COMPLETE" && !books.attempts.has(pf) ? sameOnWord(books, amounts[amount]) : undefined;
    if (noted) replace(books, noted, pf);
    else take(books, pf, status, amounts[amount]);
  }
  if (fault === "forged") return;
  books.named.add(pf);
  const attempt = books.attempts.get(pf);
  if (attempt?.isNoted && attempt.state !== "replaced") attempt.isConfirmed = true;
}

/** PayFast has another number for what staff noted. */
function replace(books: Books, noted: string, pf: string, of: Pick<Books, "attempts"> = books): void {
  const attempt = of.attempts.get(noted);
  if (!attempt) return;
  of.attempts.set(pf, { ...attempt, isConfirmed: true });
  of.attempts.set(noted, { ...attempt, state: "replaced", left: 0 });
  for (const refund of books.refunds.values()) if (refund.of === noted) refund.of = pf;
}

/** What a notice says, or what staff note, about one payment. */
function take(books: Books, pf: string, status: NoticeStatus, cents: number, isNoted = false): void {
  const before = books.attempts.get(pf);
  const attempt = before ?? newAttempt(books, pf, cents);
  if (before && brought(before)) return;
  books.attempts.set(pf, attempt);
  if (status !== "COMPLETE") {
    const isNews = before?.state !== wordsOf[status];
    attempt.state = wordsOf[status];
    const isOpen = !isPaidOrCancelled(books) && !books.isGivenUp;
    // While a bank may still pay, a booking waits, whatever became of its other attempts.
    const mayCome = [...books.attempts.values()].some(({ state }) => state === "pending");
    if (isNews && isOpen) books.unpaid = mayCome || status === "PENDING" ? "pending_payment" : fine[status];
    return;
  }
  Object.assign(attempt, { cents, left: cents, settled: seconds, isNoted, isConfirmed: false });
  if (isPaidOrCancelled(books)) attempt.state = "duplicate";
  else settle(books, attempt, cents);
}

function settle(books: Books, attempt: Attempt, cents: number): void {
  const isRest = partsOf(books).length > 0 && cents === priceLeft(books);
  books.invoiced = cents + (isRest ? CENTS - cents : 0);
  for (const [, part] of partsOf(books)) part.state = isRest ? "complete" : "duplicate";
  attempt.state = "complete";
  books.waybills = 1;
  books.events += 1;
  books.isConfirmationQueued = true;
}

/** An attempt that was started for the price gets its number from the first notice of that amount. */
function newAttempt(books: Books, pf: string, cents: number): Attempt {
  const way = wayOf(pf);
  const started = cents === CENTS && way === "payfast" ? books.nameless.shift() : undefined;
  const money = { way, cents, left: 0, charged: 0 };
  return { state: "", ...money, isNoted: false, isConfirmed: false, started: started ?? seconds, settled: 0 };
}

/** What staff note, and the amounts that they may note. */
function note(books: Books, { pf, as, amount, again }: Noted): void {
  const cents = as === "refund" ? ODD : amounts[amount];
  const known = books.attempts.get(pf);
  if (!books.isBooked || (known && brought(known)) || (isPaid(books) && !again) || books.movedAway.has(pf)) return;
  const isSameInCash = ([, { way, cents: before }]: [string, Attempt]) => way === "cash" && before === cents;
  if (wayOf(pf) === "cash" && !again && moneyOf(books).some(isSameInCash)) return;
  if (as === "part") {
    const rest = priceLeft(books) - cents;
    if (isPaidOrCancelled(books) || books.isGivenUp || rest < 5_00) return;
    keepNoted(books, pf, cents, "part");
  } else if (as === "refund") keepNoted(books, pf, cents, "duplicate");
  else if (isAsked(books, pf, cents, "noted")) take(books, pf, "COMPLETE", cents, true);
  const attempt = books.attempts.get(pf);
  if (attempt && brought(attempt) && books.named.has(pf)) attempt.isConfirmed = true;
}

function keepNoted(books: Books, pf: string, cents: number, state: string): void {
  const attempt = books.attempts.get(pf) ?? newAttempt(books, pf, cents);
  const money = { state, cents, left: cents, settled: seconds, isNoted: true, isConfirmed: false };
  books.attempts.set(pf, Object.assign(attempt, money));
}

/** Takes back staff's last note, unless PayFast has named its number, or money has moved since. */
function undoPayment(books: Books): void {
  const noted = allMoney(books).filter(([, { isNoted }]) => isNoted);
  const [last] = noted.toSorted(([, one], [, other]) => other.settled - one.settled);
  if (!last) return;
  const [pf, attempt] = last;
  const charge = books.charges.find(({ attempts }) => attempts.has(pf));
  const isStuck = openCharges(books).length > 0 || books.isCollected;
  if (!charge && attempt.state === "complete" && isStuck) return;
  const isMoved =
    allMoney(books).some(([, { settled }]) => settled > attempt.settled) ||
    [...books.refunds.values()].some(({ at }) => at >= attempt.settled);
  if (attempt.isConfirmed || isMoved) return;
  takeAway(books, pf, attempt);
}

/** A payment is a booking's no more. */
function takeAway(books: Books, pf: string, attempt: Attempt): void {
  const charge = books.charges.find(({ attempts }) => attempts.has(pf));
  (charge ?? books).attempts.delete(pf);
  books.undone += 1;
  if (attempt.state !== "complete") return;
  (charge ?? books).invoiced = 0;
  if (charge) {
    charge.state = books.isCancelled || books.isLost || books.isBack ? "withdrawn" : "open";
    return;
  }
  for (const [, other] of paidBy(books)) other.state = "part";
  // A payment that is taken back isn't confirmed, whatever became of its booking.
  books.isConfirmationQueued = false;
  if (books.isCancelled) return;
  books.events += 1;
  books.isGivenUp = false;
  books.unpaid = "pending_payment";
}

/** What staff have to refund: all of a cancelled booking, otherwise the duplicates. */
function owed(books: Books): [string, Attempt][] {
  const isAll = books.isCancelled || books.getsPriceBack;
  return allMoney(books).filter(([, { state, left }]) => left > 0 && (state === "duplicate" || isAll));
}

/** A refund goes the way of its payment, preferably one of exactly its amount. One reference is one refund. */
function payBack(books: Books, reference: string, cents: number): void {
  const fit = owed(books)
    .filter(([, { way, left }]) => left >= cents && way === wayOf(reference))
    .toSorted(oldestFirst);
  const [of, from] = fit.find(([, { left }]) => left === cents) ?? fit[0] ?? [];
  if (books.refunds.has(reference) || !of || !from) return;
  keepRefund(books, reference, of, from, cents);
}

function keepRefund(books: Books, reference: string, of: string, from: Attempt, cents: number): void {
  const payer = paidForBy(books, of);
  const credited = from.state === "duplicate" ? 0 : Math.min(cents, payer.invoiced);
  payer.invoiced -= credited;
  from.left -= cents;
  books.refunds.set(reference, { cents, of, at: seconds, credited });
}

/** One refund of everything that is owed and came through PayFast. */
function payBackAll(books: Books, reference: string): void {
  if (books.refunds.has(reference)) return;
  for (const [of, from] of owed(books))
    if (from.way === "payfast") keepRefund(books, `${reference} ${of}`, of, from, from.left);
}

/** A customer's bank takes a payment back from PayFast: less is left, and the invoice stays. */
function chargeBack(books: Books, cents: number): void {
  // Of several, one that was too many.
  const isPaying = ([, { state }]: [string, Attempt]) => Number(state !== "duplicate");
  const through = allMoney(books)
    .filter(([, { way }]) => way === "payfast")
    .toSorted((one, other) => isPaying(one) - isPaying(other) || oldestFirst(one, other));
  // What was refunded is taken back only where nothing else is as much.
  const kept = through.filter(([, { left }]) => left >= cents);
  const enough = kept.length > 0 ? kept : through.filter(([, attempt]) => attempt.cents - attempt.charged >= cents);
  const [of, from] = enough.find(([, attempt]) => attempt.cents === cents) ?? enough[0] ?? [];
  if (!of || !from) return;
  from.left -= cents;
  from.charged += cents;
  books.chargebacks += 1;
  books.refunds.set(`chargeback${books.chargebacks}`, { cents, of, at: seconds, credited: 0, isChargeback: true });
}

function undoChargeBack(books: Books): void {
  const [last] = chargebacksIn(books).toSorted(([, one], [, other]) => other.at - one.at);
  if (!last) return;
  const [key, { of, cents }] = last;
  const [, attempt] = everyAttempt(books).find(([pf]) => pf === of) ?? [];
  if (attempt) Object.assign(attempt, { left: attempt.left + cents, charged: attempt.charged - cents });
  books.refunds.delete(key);
}

const chargebacksIn = (books: Books) => [...books.refunds].filter(([, { isChargeback }]) => isChargeback);
const refundsIn = (books: Books) => [...books.refunds].filter(([, { isChargeback }]) => !isChargeback);

/** A payment was meant for the other booking. One that isn't needed goes first, and one of the price. */
function move(from: Books, to: Books, isPart: boolean): void {
  const rank = ({ state }: Attempt) => ["duplicate", "part", "complete"].indexOf(state);
  const whole = allMoney(from)
    .filter(([, { left, cents }]) => left === cents)
    .toSorted(oldestFirst)
    .toSorted(([, one], [, other]) => rank(one) - rank(other));
  const [pf, attempt] = (isPart ? undefined : whole.find(([, { cents }]) => cents === CENTS)) ?? whole[0] ?? [];
  if (!pf || !attempt) return;
  const isStuck = from.isCollected || from.charges.some(({ state }) => state === "open" || state === "paid");
  if (isStuck && attempt.state === "complete" && from.attempts.has(pf)) return;
  if (!to.isBooked || isPaidOrCancelled(to) || to.isGivenUp) return;
  const there = pf.includes("moved ") ? pf.replace("moved ", "") : pf.replace(/(?=\d)/, "moved ");
  const rest = priceLeft(to) - attempt.cents;
  if (isPart ? rest < 5_00 : !isAsked(to, there, attempt.cents, "noted")) return;
  takeAway(from, pf, attempt);
  if (isPart) keepNoted(to, there, attempt.cents, "part");
  else take(to, there, "COMPLETE", attempt.cents, true);
  const { isNoted, isConfirmed, settled } = attempt;
  Object.assign(to.attempts.get(there) ?? {}, { isNoted, isConfirmed, settled });
}

/** Takes back the last refund, unless money has moved since. */
function undoRefund(books: Books): void {
  const [last] = refundsIn(books).toSorted(([, one], [, other]) => other.at - one.at);
  if (!last) return;
  const [reference, { at }] = last;
  const name = reference.split(" ")[0];
  const its = [...books.refunds].filter(([key]) => key.split(" ")[0] === name);
  if (allMoney(books).some(([, { settled }]) => settled > at)) return;
  for (const [key, { of, cents, credited }] of its) {
    const [, attempt] = everyAttempt(books).find(([pf]) => pf === of) ?? [];
    if (attempt) attempt.left += cents;
    paidForBy(books, of).invoiced += credited;
    books.refunds.delete(key);
  }
}

/** What of a parcel is another than was known. A weight needs its box, or else the cheapest that takes it. */
function foundBy(reason: Reason, was: Found): Partial<Found> {
  const takes = (boxId: string) => (listed.takesKg.get(boxId) ?? 0) >= HEAVY_KG;
  const cheapest = [...listed.takesKg.keys()]
    .filter(takes)
    .toSorted((one, other) => centsOf({ ...was, boxId: one }) - centsOf({ ...was, boxId: other }));
  const { boxId: booked } = was;
  const found: Record<Reason, Partial<Found>> = {
    weight: { boxId: takes(booked) ? booked : (cheapest[0] ?? booked) },
    ...{ box: { boxId: OTHER_BOX }, town: { toPostal: OTHER_TOWN }, pieces: { pieces: PIECES }, other: {} },
  };
  return found[reason];
}

/** Asks for more, of a paid booking: once for each reason, what the parcel costs more than was asked for before. */
function ask(books: Books, reason: Reason): void {
  const isUnderWay = isPaid(books) && !books.isCancelled && !books.isLost && !books.isBack;
  const before = books.charges.filter(({ state }) => state !== "withdrawn");
  if (!isUnderWay || before.some((each) => each.reason === reason || each.state === "refused")) return;
  const was: Found = Object.assign({}, listed.booked, ...before.map((each) => each.found));
  const found = foundBy(reason, was);
  const cents = reason === "other" ? MORE : centsOf({ ...was, ...found }) - centsOf(was);
  const boxes = [...listed.takesKg.keys()].map((boxId) => centsOf({ ...was, boxId }) - centsOf(was));
  if (cents < LEAST || (reason === "other" && cents > Math.max(...boxes))) return;
  const fresh = { attempts: new Map(), nameless: [seconds], named: new Set<string>(), invoiced: 0 };
  books.charges.push({ ...fresh, state: "open", reason, cents, found });
}

/** What a notice says, or what staff note, about something that was asked for. */
function takeMore(
  books: Books,
  { pf: n, status, word, fault, of }: Message & { of: number },
  by: { isStaff: boolean; again: boolean } = { isStaff: false, again: false },
): void {
  if (!by.isStaff) books.notices += 1;
  const charge = books.charges[of];
  if (!charge) return;
  const pf = numberOf(of, n);
  if (books.movedAway.has(pf)) {
    if (!by.isStaff && fault !== "forged") charge.named.add(pf);
    return;
  }
  const way = wayOf(pf);
  const isSameInCash = ([, attempt]: [string, Attempt]) => way === "cash" && attempt.way === "cash";
  if (by.isStaff && !by.again && moneyOf(charge).some(isSameInCash)) return;
  const isBelieved = by.isStaff || (fault === "none" && word === "valid");
  const before = charge.attempts.get(pf);
  const isPaidFor = moneyOf(charge).some(([, { state }]) => state === "complete");
  const isKnown = before !== undefined && brought(before);
  const noted = !by.isStaff && status === "COMPLETE" && !before ? sameOnWord(charge, charge.cents) : undefined;
  if (isBelieved && noted) replace(books, noted, pf, charge);
  else if (isBelieved && !isKnown && !(by.isStaff && isPaidFor && !by.again)) {
    const started = before || way !== "payfast" ? undefined : charge.nameless.shift();
    const fresh = {
      state: "",
      way,
      cents: charge.cents,
      left: 0,
      charged: 0,
      isNoted: false,
      isConfirmed: false,
      settled: 0,
    };
    const attempt = before ?? { ...fresh, started: started ?? seconds };
    charge.attempts.set(pf, attempt);
    if (status === "COMPLETE") {
      const isWanted = charge.state === "open" && !books.isCancelled;
      const money = { left: charge.cents, settled: seconds, isNoted: by.isStaff, isConfirmed: false };
      Object.assign(attempt, { state: isWanted ? "complete" : "duplicate", ...money });
      if (isWanted) {
        charge.state = "paid";
        charge.invoiced = charge.cents;
      }
    } else attempt.state = wordsOf[status];
  }
  if (!by.isStaff && fault !== "forged") charge.named.add(pf);
  const now = charge.attempts.get(pf);
  if (now?.isNoted && now.state !== "replaced" && charge.named.has(pf)) now.isConfirmed = true;
}

/** No two have the same numbers. */
const numberOf = (of: number, n: string) => n.replace(/(?=\d)/, String(of + 1));
/** Which of a booking's charges a number is of; null for the price's. */
const ofCharge = (pf: string) => (/\d{2}/.test(pf) ? Number(pf.match(/\d/)?.[0]) - 1 : null);

/** Its customer doesn't want to pay it, nor what else waits. */
function refuse(books: Books, of: number): void {
  if (books.charges[of]?.state !== "open") return;
  for (const open of openCharges(books)) open.state = "refused";
  if (books.isCollected) books.getsPriceBack = true;
  else {
    books.isCancelled = true;
    books.events += 1;
  }
}

/** The office asks for it no more. */
function letGo(books: Books): void {
  const charge = books.charges.findLast(({ state }) => state === "open" || state === "refused");
  if (!charge || books.isCancelled || books.isBack) return;
  const its = charge.state === "open" ? [charge] : books.charges.filter(({ state }) => state === "refused");
  if (charge.state === "refused") books.getsPriceBack = false;
  for (const each of its) each.state = "withdrawn";
}

function bodyOf(
  { quoteId }: Pick<Office, "quoteId">,
  { pf, status, amount, fault }: Message,
  of = { cents: amounts[amount], pfPaymentId: `${quoteId}-${pf}` },
): string {
  return noticeBody({
    quoteId,
    status,
    pfPaymentId: of.pfPaymentId,
    cents: fault === "short" ? of.cents - 2 : of.cents,
    ...(fault === "forged" ? { passphrase: "guessed" } : {}),
    ...(fault === "stranger" ? { merchantId: "10000101" } : {}),
  });
}

function post(office: Office, message: Message, store = office.store) {
  return receiveBody(office, bodyOf(office, message), message.word, store);
}

function receiveBody(office: Office, body: string, word: Word, store = office.store) {
  const senderChecks = { isSender: () => true, confirm: async () => word };
  const received = { body, clientAddress: "197.97.145.145" };
  return takeNotice(store, sandboxAccount, senderChecks, received, "http://thuma.example", clock());
}

/** PayFast sends a notice again that could not be settled, because another payment was settled at the same moment. */
async function postUntilTaken(office: Office, message: Message) {
  const { kind } = await post(office, message);
  if (kind === "ask_again" && message.word === "valid") await post(office, message);
}

function expected(books: Books): Look {
  const unpaid = books.isGivenUp ? "cancelled" : books.unpaid;
  const booked = books.isCancelled ? "cancelled" : isPaid(books) ? "waybill_created" : unpaid;
  return {
    status: books.isBooked ? booked : "quoted",
    waybills: books.waybills,
    events: books.events,
    emails: books.isConfirmationQueued ? 1 : 0,
    notices: books.notices,
    attempts: [
      ...Array(books.nameless.length + sumOf(books.charges.map(({ nameless }) => nameless.length))).fill(
        "nobody started",
      ),
      ...Array(books.undone).fill("nobody undone"),
      ...everyAttempt(books).map(([pf, { state }]) => `${pf} ${state}`),
    ].sort(),
  };
}

type Step = fc.AsyncCommand<Books, Office>;

/** A command with its effect on the model; afterwards the database must match. */
function step(
  words: string,
  onBooks: (books: Books) => void,
  onOffice: (office: Office, books: Books) => Promise<unknown>,
): Step {
  return {
    check: () => true,
    toString: () => words,
    async run(books, office) {
      seconds += 1;
      await onOffice(office, structuredClone(books));
      onBooks(books);
      expect(await office.look()).toEqual(expected(books));
    },
  };
}

const message = fc.record<Message>({
  pf: fc.constantFrom("1", "2", "3"),
  status: fc.constantFrom(...noticeStatuses, "COMPLETE"),
  amount: fc.constantFrom<Amount[]>("price", "price", "price", "rest", "part"),
  word: fc.constantFrom<Word[]>("valid", "valid", "valid", "valid", "unanswered", "invalid"),
  fault: fc.constantFrom<Message["fault"][]>("none", "none", "none", "none", "none", "forged", "short", "stranger"),
});
const shown = ({ pf, status, amount, word, fault }: Message) => `${status} of ${pf}, the ${amount} (${word}, ${fault})`;

const book = step(
  "book",
  (books) => {
    if (!books.isBooked) books.nameless = [seconds];
    books.isBooked = true;
  },
  async ({ store, draftId, cents, quoteId }) => {
    const agreed = { formHash: "agreed", grandTotalCents: cents, uid: null };
    expect(await confirmBooking(store, limitsAsked, draftId, agreed, "sandbox", clock())).toMatchObject({
      quote: { id: quoteId },
    });
  },
);
const notice = message.map((sent) =>
  step(
    `notice ${shown(sent)}`,
    (books) => receive(books, sent),
    (office) => post(office, sent),
  ),
);
type Noted = { pf: string; as?: "part" | "refund"; amount: Amount; again: boolean };
/**
 * A payment that staff find at PayFast, or think they do, is settled like a notice, but isn't one. So is what comes in cash
 * or by bank.
 */
const noted = fc
  .record<Noted>({
    pf: fc.constantFrom("1", "2", "3", "cash:1", "cash:2", "bank:1", "bank:2"),
    as: fc.constantFrom(undefined, undefined, "part", "refund"),
    amount: fc.constantFrom<Amount[]>("price", "price", "rest", "part"),
    again: fc.boolean(),
  })
  .map((given) =>
    step(
      `staff note payment ${JSON.stringify(given)}`,
      (books) => note(books, given),
      ({ store, quoteId }) => {
        const { pf, as, amount, again } = given;
        const amountCents = as === "refund" ? ODD : amounts[amount];
        const found = { pfPaymentId: numberedOf(quoteId, pf), amountCents, feeCents: null, as, again };
        const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;
        return store.tx((tx) => notePayment(tx, quoteId, found, site, clock()));
      },
    ),
  );
const undonePayment = step("staff undo payment", undoPayment, ({ store, quoteId }) =>
  store.tx((tx) => undoNotedPayment(tx, quoteId, "http://thuma.example", clock())),
);
const undoneRefund = step("staff undo refund", undoRefund, ({ store, quoteId }) =>
  store.tx((tx) => undoNotedRefund(tx, quoteId, undefined, clock())),
);
/** Either of two notices of the same moment may come first; a signed one that is refused confirms a number, too. */
const overlapping = fc.tuple(message, message).map(
  ([one, other]): Step => ({
    check: () => true,
    toString: () => `overlapping ${shown(one)}, ${shown(other)}`,
    async run(books, office) {
      seconds += 1;
      await Promise.all([postUntilTaken(office, one), postUntilTaken(office, other)]);
      const orders = [
        [one, other],
        [other, one],
      ].map((inOrder) => {
        const after = structuredClone(books);
        for (const each of inOrder) receive(after, each);
        return after;
      });
      const look = await office.look();
      const [first = books] = orders;
      const meant = orders.find((each) => JSON.stringify(expected(each)) === JSON.stringify(look)) ?? first;
      expect(look).toEqual(expected(meant));
      Object.assign(books, meant);
    },
  }),
);
const killed = fc.tuple(message, fc.nat({ max: 14 })).map(([sent, at]) =>
  step(
    `killed at statement ${at} of ${shown(sent)}`,
    () => {},
    async (office) => expect(post(office, sent, dying(office.store, at))).rejects.toThrow(Killed),
  ),
);
const killedThenSentAgain = fc.tuple(message, fc.nat({ max: 14 })).map(([sent, at]) =>
  step(
    `killed at statement ${at} of ${shown(sent)}, and sent again`,
    (books) => receive(books, sent),
    async (office) => {
      await expect(post(office, sent, dying(office.store, at))).rejects.toThrow(Killed);
      await post(office, sent);
    },
  ),
);
const giveUp = step(
  "change this booking",
  (books) => {
    if (books.isBooked && !isPaid(books)) books.isGivenUp = true;
  },
  (office, books) =>
    replaceBooking(office.store, office.draftId, clock()).then((isGivenUp) =>
      expect(isGivenUp).toBe(!isPaid(books) || books.isCancelled),
    ),
);
const isCancellable = (books: Books) =>
  books.isCancelled || (books.isBooked && !books.isCollected && (isPaid(books) || !books.isGivenUp));
/** A customer's own cancellation works in the same way. */
const cancel = fc.constantFrom("staff", "customer").map((by) =>
  step(
    `${by} cancel`,
    (books) => {
      if (books.isCancelled || !isCancellable(books)) return;
      if (isPaid(books)) books.events += 1;
      books.isCancelled = true;
      withdrawOpen(books);
    },
    ({ store, quoteId }, books) =>
      store
        .tx((tx) => cancelBooking(tx, quoteId, "No driver.", clock(), by === "staff" ? by : { customer: limitsAsked }))
        .then(({ ok }) => expect(ok).toBe(isCancellable(books))),
  ),
);
const refunded = fc
  .tuple(
    fc.constantFrom("1", "2", "3", "cash:1", "cash:2", "bank:1"),
    fc.constantFrom(CENTS, CENTS / 2, PART, ODD, MORE),
  )
  .map(([number, amountCents]) =>
    step(
      `staff note refund ${number} of ${amountCents}`,
      (books) => payBack(books, number, amountCents),
      ({ store, quoteId }) =>
        store.tx((tx) => {
          const refund = { reference: numberedOf(quoteId, number, "r"), amountCents, goodwill: false, again: true };
          return noteRefund(tx, quoteId, refund, clock());
        }),
    ),
  );
/** As several bookings' money is paid back: one reference, all that is owed. */
const refundedTogether = step(
  "staff note one refund of all that is owed",
  (books) => {
    if (![...books.refunds.keys()].some((key) => key.startsWith("4 "))) payBackAll(books, "4");
  },
  ({ store, quoteId }, books) =>
    store.tx(async (tx) => {
      const quote = await quoteById(tx, quoteId);
      const through = owed(books).filter(([, { way }]) => way === "payfast");
      const amountCents = sumOf(through.map(([, { left }]) => left));
      const refund = { reference: `${quoteId}-r4`, amountCents };
      return quote && noteRefundTogether(tx, [quote], refund, clock());
    }),
);
const chargedBack = fc.constantFrom(CENTS, PART, ODD, MORE).map((amountCents) =>
  step(
    `staff note chargeback of ${amountCents}`,
    (books) => chargeBack(books, amountCents),
    ({ store, quoteId }) => store.tx((tx) => noteChargeback(tx, quoteId, { amountCents, by: "Zanele" }, clock())),
  ),
);
const undoneChargeback = step("staff undo chargeback", undoChargeBack, ({ store, quoteId }) =>
  store.tx((tx) => undoChargeback(tx, quoteId, clock())),
);
/** A paid parcel is lost, and claimed for once. */
const claimed = fc.constantFrom(850_00, 1_000_00).map((amountCents) =>
  step(
    `lost, and staff pay claim of ${amountCents}`,
    (books) => {
      if (!isPaid(books) || books.isCancelled || books.isBack) return;
      books.claim ||= amountCents;
      if (books.isLost) return;
      books.events += books.isCollected ? 1 : 2;
      Object.assign(books, { isCollected: true, isLost: true });
      withdrawOpen(books);
    },
    ({ store, quoteId }, books) =>
      store.tx(async (tx) => {
        const waybillNo = (await waybillOfQuote(tx, quoteId))?.waybillNo ?? "";
        const at = (ms: number) => ({ happenedAt: new Date(clock().getTime() - ms), place: null });
        const collected =
          books.isCollected || (await markAndNotify(tx, waybillNo, { kind: "collected", ...at(400) }, clock())).ok;
        if (collected) await markAndNotify(tx, waybillNo, { kind: "ended", because: "lost", ...at(200) }, clock());
        const paid = { amountCents, reference: `CLAIM ${waybillNo}`, by: "Zanele", mode: "sandbox" } as const;
        return payClaim(tx, waybillNo, paid, clock());
      }),
  ),
);
const undoneClaim = step(
  "staff undo claim",
  (books) => {
    books.claim = 0;
  },
  ({ store, quoteId }) =>
    store.tx(async (tx) => undoClaim(tx, (await waybillOfQuote(tx, quoteId))?.waybillNo ?? "", clock())),
);
const comeBack = fc.nat({ max: 3 }).map((answered) =>
  step(
    `return, ${answered} answered before`,
    (books) => {
      const isOpen = !isPaidOrCancelled(books) && !books.isGivenUp;
      if (!isOpen || books.unpaid === "pending_payment" || books.attempts.size !== answered) return;
      books.unpaid = "pending_payment";
      if (books.nameless.length === 0) books.nameless = [seconds];
    },
    (office) => noteReturn(office.store, office.quoteId, answered, "sandbox", clock()),
  ),
);
const collect = step(
  "collect",
  (books) => {
    if (!isPaid(books) || books.isCancelled || books.isCollected) return;
    books.isCollected = true;
    books.events += 1;
  },
  ({ store, quoteId }, books) =>
    store.tx(async (tx) => {
      if (!isPaid(books) || books.isCancelled || books.isCollected) return;
      const { waybillNo = "" } = (await waybillOfQuote(tx, quoteId)) ?? {};
      await addParcelEvent(tx, { waybillNo, kind: "collected", happenedAt: clock() }, clock());
    }),
);
const sent: Message = { pf: "1", status: "COMPLETE", amount: "price", word: "valid", fault: "none" };
const paid = step(
  "paid",
  (books) => receive(books, sent),
  (office) => post(office, sent),
);
const whichCharge = async (reader: Tx | Store["read"], quoteId: string, of: number) =>
  (await chargesOf(reader, quoteId))[of];
const askMore = (reason: Reason) =>
  step(
    `staff ask for more: ${reason}`,
    (books) => ask(books, reason),
    ({ store, quoteId }) =>
      store.tx(async (tx) => {
        const quote = opened((await quoteById(tx, quoteId)) ?? undefined);
        const how = { pricing: pricesAt({ store }, NOW), mode: "sandbox" } as const;
        return askCharge(tx, quote, asked[reason], { because: "Longer.", agreed: "Nomsa, 14:20" }, how, clock());
      }),
  );
/** Which of a booking's charges it is about, the first more often than the others. */
const whichOf = fc.constantFrom(0, 0, 0, 1, 1, 2);
const moreNotice = fc.tuple(message, whichOf).map(([sent, of]) =>
  step(
    `notice of more, ${of}: ${shown(sent)}`,
    (books) => {
      if (of < books.charges.length) takeMore(books, { ...sent, of });
    },
    async (office) => {
      const charge = await whichCharge(office.store.read, office.quoteId, of);
      if (!charge) return;
      const { quoteId } = office;
      const body = bodyOf(
        { ...office, quoteId: charge.id },
        { ...sent, amount: "price" },
        { cents: charge.amountCents, pfPaymentId: `${quoteId}-${numberOf(of, sent.pf)}` },
      );
      await receiveBody(office, body, sent.word);
    },
  ),
);
const moreNoted = fc
  .record({ pf: fc.constantFrom("1", "2", "cash:1", "bank:1"), again: fc.boolean(), of: whichOf })
  .map(({ pf, again, of }) =>
    step(
      `staff note payment ${pf} of more, ${of}${again ? ", again" : ""}`,
      (books) =>
        takeMore(
          books,
          { pf, status: "COMPLETE", amount: "price", word: "valid", fault: "none", of },
          { isStaff: true, again },
        ),
      async ({ store, quoteId }) => {
        const charge = await whichCharge(store.read, quoteId, of);
        if (!charge) return;
        const pfPaymentId = numberedOf(quoteId, numberOf(of, pf));
        const found = { pfPaymentId, amountCents: charge.amountCents, feeCents: null, again };
        const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;
        await store.tx((tx) => notePayment(tx, charge.id, found, site, clock()));
      },
    ),
  );
const refuseMore = (of: number) =>
  step(
    `customer refuses to pay more, ${of}`,
    (books) => refuse(books, of),
    ({ store, quoteId }) =>
      store.tx(async (tx) => {
        const charge = await whichCharge(tx, quoteId, of);
        if (charge) await refuseCharge(tx, charge, clock());
      }),
  );
/** Nobody has answered: a parcel that we have is brought back, whatever is asked for. */
const goesBack = step(
  "it goes back",
  (books) => {
    if (!isPaid(books) || books.isCancelled || !books.isCollected || books.isLost || books.isBack) return;
    books.isBack = true;
    books.events += 1;
    withdrawOpen(books);
  },
  ({ store, quoteId }, books) =>
    store.tx(async (tx) => {
      const waybillNo = (await waybillOfQuote(tx, quoteId))?.waybillNo;
      if (!waybillNo || !isPaid(books)) return;
      await markAndNotify(tx, waybillNo, { kind: "returned", happenedAt: clock(), place: null }, clock());
    }),
);
/** What has not arrived in the time that the terms name is cancelled, though it was collected. */
const LONG_AFTER_MS = (CANCELLABLE_AFTER_DAYS + 1) * DAYS;
const cancelLate = step(
  "staff cancel after 30 days",
  (books) => {
    if (books.isCancelled || !(isCancellable(books) || isLongUndelivered(books))) return;
    if (isPaid(books)) books.events += 1;
    books.isCancelled = true;
    withdrawOpen(books);
  },
  ({ store, quoteId }, books) =>
    store
      .tx((tx) => cancelBooking(tx, quoteId, "It has not come.", new Date(clock().getTime() + LONG_AFTER_MS), "staff"))
      .then(({ ok }) => expect(ok).toBe(isCancellable(books) || isLongUndelivered(books))),
);
const isLongUndelivered = (books: Books) => isPaid(books) && books.isCollected && !books.isLost && !books.isBack;
const askNoMore = step("staff ask for more no longer", letGo, ({ store, quoteId }) =>
  store.tx(async (tx) => undoCharge(tx, opened((await quoteById(tx, quoteId)) ?? undefined), clock())),
);
const restart = step(
  "restart",
  () => {},
  (office) => office.reopen(),
);

test(
  `${SEQUENCES} sequences of notices, staff's notes, cash, moves, charges, chargebacks, claims, cancels, refunds, retries, kills and restarts: the books always agree`,
  async () => {
    let file = "";
    let store: Store | undefined;
    let staff: Asking | undefined;
    let template: Awaited<ReturnType<typeof aQuote>> | undefined;
    let made = 0;
    /** Every sequence of the file that is open. */
    let kept: Sequence[] = [];

    async function close() {
      await staff?.close();
      await store?.close();
    }
    async function open() {
      store = await openStore(await storePlace(file));
      staff = isPostgres ? await askPostgres(await storePlace(file)) : askFile(file);
      return store;
    }
    /** @param mayBeNew whether it may be in a new file */
    async function anOffice(mayBeNew: boolean): Promise<Office> {
      if (mayBeNew && made % BOOKINGS_PER_FILE === 0) {
        await audit();
        await close();
        // Beside it lie its reserve of space and other files.
        for (const its of file ? globSync(`${file}*`) : []) rmSync(its);
        if (file) removePlace(file);
        file = path.join(folder, `${made}.db`);
        // So PayFast's list of each file is of one day.
        seconds = 0;
        template = await aQuote(await open(), undefined, NOW);
        if (listed.cents.size === 0) await readPrices(opened(store), template);
      }
      made += 1;
      if (!staff || !template) throw new Error("nothing is open");
      expect(template.grandTotalCents).toBe(CENTS);
      const { id, draftId, cents } = { id: `q${made}`, draftId: `d${made}`, cents: template.grandTotalCents ?? 0 };
      await copyQuote(staff, template.id, { id, draftId });
      const office: Office = {
        get store() {
          return opened(store);
        },
        quoteId: id,
        draftId,
        cents,
        noticesOfOthers: 0,
        async look() {
          const look = await lookAt(opened(staff), id);
          return { ...look, notices: look.notices - office.noticesOfOthers };
        },
        async reopen() {
          await close();
          await open();
        },
      };
      return office;
    }

    const askedFor = fc.constantFrom(...reasons).map(askMore);
    const commands = fc.commands(
      [
        ...either([
          ...[notice, notice, noted, overlapping, killed, killedThenSentAgain, comeBack],
          ...[fc.constant(giveUp), fc.constant(book)],
          // Rarely, because opening a database takes as long as ten notices.
          fc.nat({ max: 39 }).map((rare) => (rare === 0 ? restart : book)),
          ...[cancel, refunded, refunded, fc.constant(refundedTogether)],
          ...[noted, fc.constant(undonePayment), fc.constant(undoneRefund)],
          ...[chargedBack, fc.constant(undoneChargeback), claimed, fc.constant(undoneClaim)],
          ...[askedFor, askedFor, moreNotice, moreNotice, moreNotice, moreNoted],
          ...[whichOf.map(refuseMore), fc.constant(askNoMore), fc.constant(collect)],
          ...[fc.constant(goesBack), fc.constant(cancelLate)],
        ]),
        moved,
        moved,
      ],
      { maxCommands: 12 },
    );
    const bookings = [0, 1].map((of) => ofBooking(of, book));
    // Many begin with one that is paid, so that much happens to what more is owed.
    const begun = fc.tuple(askedFor, askedFor).chain(([one, other]) =>
      fc.constantFrom(
        ...[[], [paid], [paid, one], [paid, collect, one], [paid, collect, one, other]],
        ...[
          [paid, collect, one, refuseMore(0)],
          [paid, collect, one, other, refuseMore(0)],
          [paid, one, askNoMore],
          [paid, one, askNoMore, one],
        ],
      ),
    );
    await fc.assert(
      fc.asyncProperty(begun, commands, async (begin, steps) => {
        const first = [...bookings, ...begin.map((each) => ofBooking(0, each))];
        const [model, real] = [
          [emptyBooks(), emptyBooks()],
          [await anOffice(true), await anOffice(false)],
        ];
        const noticesBefore = await countOf(opened(staff), "SELECT count(*) FROM payment_notices");
        await fc.asyncModelRun(() => ({ model, real: { offices: real, noticesBefore } }), [...first, ...steps]);
        for (const [of, books] of model.entries()) {
          const quoteId = real[of]?.quoteId ?? "";
          await expectCustomersToKnow(opened(store), quoteId, books);
          await expectPiecesAsPaid(opened(store), quoteId, books);
          // PostgreSQL has staff's views in a copy alone: they are compared at the end of each file.
          if (staff?.views) expect(moneyIn(staff.views, quoteId)).toEqual(moneyExpected(books));
          kept.push({ quoteId, otherId: real[1 - of]?.quoteId ?? "", books });
        }
      }),
      { numRuns: SEQUENCES, seed: Number(process.env.MODEL_SEED) || undefined },
    );
    await audit();
    await close();

    async function audit() {
      if (store && staff && kept.length > 0) {
        const copy = staff.views ? null : new Database(freshForStaff(file), { readonly: true });
        for (const { quoteId, books } of copy ? kept : [])
          expect(copy && moneyIn(copy, quoteId), quoteId).toEqual(moneyExpected(books));
        const views = copy ?? staff.views;
        if (views) await expectBooksToBalance(store, views, kept);
        copy?.close();
      }
      kept = [];
    }
  },
  PATIENCE_MS,
);

const either = (steps: fc.Arbitrary<Step>[]) =>
  steps.map((step) => fc.tuple(fc.nat(1), step).map(([of, each]) => ofBooking(of, each)));

type OfBoth = fc.AsyncCommand<Books[], { offices: Office[]; noticesBefore: number }>;

/** Staff move a payment of one booking to the other. */
const moved = fc.tuple(fc.nat(1), fc.boolean()).map(
  ([of, isPart]): OfBoth => ({
    check: () => true,
    toString: () => `staff move payment of booking ${of}${isPart ? " as a part" : ""}`,
    async run(model, { offices }) {
      seconds += 1;
      const [from, to] = [opened(model[of]), opened(model[1 - of])];
      const [office, other] = [opened(offices[of]), opened(offices[1 - of])];
      const site = { mode: "sandbox", appUrl: "http://thuma.example" } as const;
      await office.store.tx((tx) =>
        movePayment(tx, office.quoteId, other.quoteId, { isPart, by: "Zanele" }, site, clock()),
      );
      move(from, to, isPart);
      expect(await office.look()).toEqual(expected(from));
      expect(await other.look(), "the other booking").toEqual(expected(to));
    },
  }),
);

/** What of one booking the other has by now: a signed notice confirms it there. */
function seeMoved(its: Books, others: Books): void {
  const named = (pf: string) => [its, ...its.charges].some((each) => each.named.has(pf));
  its.movedAway = new Set();
  for (const [pf, attempt] of others.attempts) if (pf.includes("moved ")) see(pf.replace("moved ", ""), attempt);
  // One that came for a charge, and came back as the price's.
  for (const [pf, attempt] of its.attempts) if (ofCharge(pf) !== null && !pf.includes("moved ")) see(pf, attempt);
  function see(pf: string, attempt: Attempt) {
    if (!brought(attempt)) return;
    its.movedAway.add(pf);
    if (attempt.isNoted && named(pf)) attempt.isConfirmed = true;
  }
}

/** Something happens to one of two bookings, and the other stays as it was. */
function ofBooking(of: number, step: Step): OfBoth {
  return {
    check: () => true,
    toString: () => `booking ${of}: ${step}`,
    async run(model, { offices, noticesBefore }) {
      const [its, others] = [opened(model[of]), opened(model[1 - of])];
      const [office, other] = [opened(offices[of]), opened(offices[1 - of])];
      office.noticesOfOthers = noticesBefore + others.notices;
      seeMoved(its, others);
      await step.run(its, office);
      seeMoved(its, others);
      other.noticesOfOthers = noticesBefore + its.notices;
      expect(await other.look(), "the other booking").toEqual(expected(others));
    },
  };
}

function opened<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing is open");
  return value;
}

function emptyBooks(): Books {
  return {
    isBooked: false,
    isGivenUp: false,
    isCancelled: false,
    isCollected: false,
    getsPriceBack: false,
    charges: [],
    unpaid: "pending_payment",
    attempts: new Map(),
    nameless: [],
    undone: 0,
    named: new Set(),
    refunds: new Map(),
    invoiced: 0,
    chargebacks: 0,
    movedAway: new Set(),
    isLost: false,
    isBack: false,
    claim: 0,
    waybills: 0,
    events: 0,
    isConfirmationQueued: false,
    notices: 0,
  };
}

type Sequence = { quoteId: string; otherId: string; books: Books };

/** A booking's money in the tables and the staff views, in cents. */
function moneyIn(staff: Database.Database, quoteId: string) {
  const sum = (sql: string) => Math.round(Number(statement(staff, sql).pluck().get(quoteId) ?? 0) * 100);
  return {
    received: sum("SELECT sum(paid_rand) FROM staff_payments_received WHERE quote_no = ?"),
    paidBack: sum("SELECT sum(paid_back_rand) FROM staff_payments_received WHERE quote_no = ?"),
    toRefund: sum("SELECT sum(refund_rand) FROM staff_payments_to_refund WHERE quote_no = ?"),
    inPart: sum("SELECT sum(missing_rand) FROM staff_payments_noted WHERE quote_no = ?"),
    replaced: sum(
      "SELECT count(*) / 100.0 FROM staff_payments_noted WHERE quote_no = ? AND status = 'PayFast has another number for it'",
    ),
    // What settled the booking, less its refunds, is what was invoiced less what was credited.
    revenue: sum(
      "SELECT sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE -gross_cents END) / 100.0 FROM invoices WHERE quote_id = ?",
    ),
    emailed: sum("SELECT count(*) / 100.0 FROM outgoing_mails WHERE letter_key LIKE 'refund-paid:%' || ? || '-r%'"),
    chargedBack: sum("SELECT sum(charged_back_rand) FROM staff_payments_received WHERE quote_no = ?"),
    claimed: sum("SELECT sum(claim_rand) FROM staff_claims WHERE quote_no = ?"),
    waitsFor: sum("SELECT sum(amount_rand) FROM staff_charges WHERE quote_no = ? AND status = 'Waits to be paid'"),
    refusedMore: sum("SELECT sum(amount_rand) FROM staff_charges WHERE quote_no = ? AND status = 'Refused'"),
    toldOfClaim: sum("SELECT count(*) / 100.0 FROM outgoing_mails WHERE letter_key = 'claim-paid:' || ?"),
  };
}

function moneyExpected(books: Books): ReturnType<typeof moneyIn> {
  const parts = books.isCancelled ? [] : partsOf(books);
  const missing = parts.map(() => priceLeft(books));
  const replaced = everyAttempt(books).filter(([, { state }]) => state === "replaced").length;
  return {
    received: sumOf(allMoney(books).map(([, { cents }]) => cents)),
    paidBack: sumOf(refundsIn(books).map(([, { cents }]) => cents)),
    toRefund: sumOf(owed(books).map(([, { left }]) => left)),
    inPart: sumOf(missing),
    replaced,
    revenue: invoicedFor(books),
    emailed: new Set(refundsIn(books).map(([key]) => key.split(" ")[0])).size,
    chargedBack: sumOf(chargebacksIn(books).map(([, { cents }]) => cents)),
    claimed: books.claim,
    waitsFor: openCents(books),
    refusedMore: sumOf(books.charges.filter(({ state }) => state === "refused").map(({ cents }) => cents)),
    toldOfClaim: books.claim > 0 ? 1 : 0,
  };
}

const sumOf = (cents: number[]) => cents.reduce((total, each) => total + each, 0);

/**
 * A whole file's invoices have no gaps, its VAT and its revenue equal theirs, what isn't revenue is owed, and it agrees
 * with PayFast's list.
 */
async function expectBooksToBalance(store: Store, staff: Database.Database, sequences: Sequence[]) {
  for (const kind of ["invoice", "credit_note"]) {
    const numbers = staff.prepare("SELECT number FROM invoices WHERE kind = ? ORDER BY number").pluck().all(kind);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  }
  const inCents = (sql: string) => Math.round(Number(staff.prepare(sql).pluck().get() ?? 0) * 100);
  const vat = inCents("SELECT sum(gross_rand) - sum(credited_gross_rand) FROM staff_vat");
  const revenue = inCents("SELECT sum(received_rand) - sum(paid_back_rand) FROM staff_revenue");
  const settled = sumOf(sequences.map(({ books }) => invoicedFor(books)));
  expect([vat, revenue]).toEqual([settled, settled]);
  await expectStatementsToAgree(store, staff, sequences);
  expectTodayToSay(staff, sequences);
  const papers = "SELECT (sum(received_rand) - sum(paid_back_rand)) FROM staff_revenue WHERE papers <> 'Invoiced'";
  expect(inCents(papers)).toBe(0);
  const all = inCents("SELECT sum(paid_rand) - coalesce(sum(paid_back_rand), 0) FROM staff_payments_received");
  const money = sequences.flatMap(({ books }) => allMoney(books).map(([, attempt]) => attempt));
  expect(all).toBe(sumOf(money.map(({ left, charged }) => left + charged)));
  const atCounter = money.filter(({ way }) => way !== "payfast");
  const takings = inCents("SELECT sum(left_rand) FROM staff_takings");
  expect(takings).toBe(sumOf(atCounter.map(({ left }) => left)));
  for (const way of ["cash", "bank"]) {
    const its = atCounter.filter((each) => each.way === way && each.state === "complete");
    expect(inCents(`SELECT sum(${way}_rand) FROM staff_revenue`), way).toBe(sumOf(its.map(({ left }) => left)));
  }
  expect(inCents("SELECT sum(charged_back_rand) FROM staff_revenue")).toBe(sumOf(money.map(({ charged }) => charged)));
  expect(inCents("SELECT sum(claims_rand) FROM staff_revenue")).toBe(sumOf(sequences.map(({ books }) => books.claim)));

  const chargeIds = new Map<string, string[]>();
  for (const { quoteId } of sequences)
    chargeIds.set(
      quoteId,
      (await chargesOf(store.read, quoteId)).map(({ id }) => id),
    );
  // PayFast knows nothing of cash and transfers, and lists a chargeback as something else.
  const lines = sequences.flatMap(({ quoteId, otherId, books }): Transaction[] => {
    const line = { type: "", orderId: quoteId, at: NOW, feeCents: null };
    const refunds = new Map<string, number>();
    for (const [key, { cents }] of refundsIn(books)) {
      const number = key.split(" ")[0] ?? "";
      if (wayOf(number) !== "payfast") continue;
      refunds.set(number, (refunds.get(number) ?? 0) + cents);
    }
    return [
      ...allMoney(books)
        .filter(([, { way }]) => way === "payfast")
        .map(([pf, { cents }]) => {
          const number = pf.replace("moved ", "");
          const cameFor = pf === number ? quoteId : otherId;
          // PayFast has a charge's own order.
          const orderId = ofCharge(number) === null ? cameFor : chargeIds.get(cameFor)?.[ofCharge(number) ?? 0];
          const pfPaymentId = `${cameFor}-${number}`;
          return { ...line, orderId: orderId ?? "", kind: "payment" as const, pfPaymentId, grossCents: cents };
        }),
      ...[...refunds].map(([number, grossCents]) => ({
        ...line,
        kind: "refund" as const,
        pfPaymentId: `${quoteId}-r${number}`,
        grossCents,
      })),
    ];
  });
  if (lines.length === 0) return;
  const reconciled = await reconcile(store.read, lines, "sandbox");
  expect(reconciled.differences).toEqual([]);
  // Or it lists what its bank took back of a payment, under the payment's number and in one sum.
  const taken = new Map<string, Transaction>();
  for (const { quoteId, otherId, books } of sequences)
    for (const [, { cents, of }] of chargebacksIn(books)) {
      const pfPaymentId = `${of.startsWith("moved ") ? otherId : quoteId}-${of.replace("moved ", "")}`;
      const before = taken.get(pfPaymentId)?.grossCents ?? 0;
      taken.set(pfPaymentId, {
        ...{ type: "Chargeback", kind: "refund", orderId: "", at: NOW, feeCents: null },
        ...{ pfPaymentId, grossCents: before + cents },
      });
    }
  const withTaken = await reconcile(store.read, [...lines, ...taken.values()], "sandbox");
  expect(withTaken.differences).toEqual([]);
  const [first] = lines.filter(({ kind }) => kind === "payment");
  const without = await reconcile(
    store.read,
    lines.filter((line) => line !== first),
    "sandbox",
    reconciled.period,
  );
  expect(without.differences.map(({ kind, pfPaymentId }) => [kind, pfPaymentId])).toEqual([
    ["missing_there", first?.pfPaymentId],
  ]);
}

/** Tracking, the API and the last email about it name the sum of what waits to be paid, and no email that could still leave another. */
async function expectCustomersToKnow(store: Store, quoteId: string, books: Books) {
  const due = (await amountsDue(store.read, [quoteId])).get(quoteId);
  const refused = books.charges.filter(({ state }) => state === "refused");
  const isRefused = refused.length > 0;
  const cents = isRefused ? sumOf(refused.map((each) => each.cents)) : openCents(books);
  expect(due && [due.amountCents, due.isRefused], quoteId).toEqual(cents > 0 ? [cents, isRefused] : undefined);
  const told = await store.read
    .select()
    .from(outgoingMails)
    .where(and(eq(outgoingMails.quoteId, quoteId), eq(outgoingMails.person, "sender"), isEmail, ofMore))
    .orderBy(asc(outgoingMails.queuedAt));
  const last = told.at(-1);
  const left = isRefused ? 0 : openCents(books);
  const toPay = last?.textBody.match(/^To pay: +(.*)$/m)?.[1];
  if (left > 0) expect(toPay, quoteId).toBe(formatRand(left));
  const asks = told.filter(({ emailKey, withdrawnAt }) => emailKey.startsWith("amount-due:") && withdrawnAt === null);
  if (left === 0) expect(asks.length, `${quoteId} is still asked to pay`).toBe(0);
}

/** Its labels, lists and messages have the pieces that are paid for. */
async function expectPiecesAsPaid(store: Store, quoteId: string, { charges }: Books) {
  const waybill = await waybillOfQuote(store.read, quoteId);
  if (!waybill) return;
  const { of } = await piecesOf(store.read, waybill.waybillNo);
  const isPaidFor = charges.some(({ reason, state }) => reason === "pieces" && state === "paid");
  expect(of, `${quoteId} has its pieces`).toBe(isPaidFor ? PIECES : listed.booked.pieces);
}

const isEmail = eq(outgoingMails.channel, "email");
const ofMore = or(
  ...["due", "paid", "withdrawn", "refused"].map((kind) => like(outgoingMails.emailKey, `amount-${kind}:%`)),
);

/** Each booking whose money waits for somebody is counted in Today, and no other. */
function expectTodayToSay(staff: Database.Database, sequences: Sequence[]) {
  const counted = (work: string) => {
    const its = todaysWork.find((each) => each.work === work) ?? expect.fail(`Today has no "${work}"`);
    const rows = rowsOfWork(its) || "1 = 1";
    const numbers = `SELECT count(DISTINCT ${workLists[its.list].number}) FROM ${its.list} WHERE ${rows}`;
    return Number(staff.prepare(numbers).pluck().get());
  };
  const owedIn = (isOurs: (way: PaymentWay) => boolean) =>
    sequences.filter(({ books }) => owed(books).some(([, { way }]) => isOurs(way))).length;
  expect(counted("Money to pay back")).toBe(owedIn((way) => way === "payfast"));
  expect(counted("Cash or a transfer to pay back")).toBe(owedIn((way) => way !== "payfast"));
  const waiting = sequences.filter(({ books }) => openCharges(books).length > 0);
  expect(counted("More to pay, not paid yet") + counted("More to pay, and no answer")).toBe(waiting.length);
  const refused = sequences.filter(
    ({ books }) =>
      !(books.isCancelled || books.isLost || books.isBack) && books.charges.some(({ state }) => state === "refused"),
  );
  expect(counted("Refused to pay more: bring it back")).toBe(refused.length);
}

/** What a customer's statement says of each booking is what the books have, and its sums are theirs. */
async function expectStatementsToAgree(store: Store, staff: Database.Database, sequences: Sequence[]) {
  const whose = { uids: [], quoteIds: sequences.map(({ quoteId }) => quoteId) };
  const { lines, totals } = await statementOf(store.read, whose, "2026-11", "sandbox", clock());
  const stated = new Map<string, { grossCents: number; paidCents: number; openCents: number }>();
  for (const { quoteNo, grossCents, paidCents, openCents } of lines) {
    const before = stated.get(quoteNo) ?? { grossCents: 0, paidCents: 0, openCents: 0 };
    stated.set(quoteNo, {
      grossCents: before.grossCents + grossCents,
      paidCents: before.paidCents + paidCents,
      openCents: before.openCents + openCents,
    });
  }
  for (const { quoteId, books } of sequences) {
    const { received, paidBack, chargedBack, revenue } = moneyExpected(books);
    const [grossCents, paidCents] = [revenue, received - paidBack - chargedBack];
    const nothing = { grossCents: 0, paidCents: 0, openCents: 0 };
    expect(stated.get(quoteId) ?? nothing, quoteId).toEqual({
      grossCents,
      paidCents,
      openCents: grossCents - paidCents,
    });
  }
  const inCents = (sql: string) => Math.round(Number(staff.prepare(sql).pluck().get() ?? 0) * 100);
  expect(totals.vatCents).toBe(inCents("SELECT sum(vat_rand) FROM staff_invoices"));
  expect(totals.netCents).toBe(inCents("SELECT sum(net_rand) FROM staff_invoices"));
}

const prepared = new WeakMap<Database.Database, Map<string, Database.Statement>>();

function statement(staff: Database.Database, sql: string): Database.Statement {
  const known = prepared.get(staff) ?? new Map<string, Database.Statement>();
  prepared.set(staff, known);
  const found = known.get(sql) ?? staff.prepare(sql);
  known.set(sql, found);
  return found;
}

/** A connection of somebody else's than the site's. `views`: those of staff, where the database itself has them. */
type Asking = {
  /** Each row's values. */
  ask(sql: string, ...values: string[]): Promise<unknown[][]>;
  views: Database.Database | null;
  close(): unknown;
};

function askFile(file: string): Asking {
  const views = new Database(file);
  return {
    async ask(sql, ...values) {
      const asked = statement(views, sql);
      if (asked.reader) return asked.raw().all(...values) as unknown[][];
      asked.run(...values);
      return [];
    },
    views,
    close: () => views.close(),
  };
}

async function askPostgres(connectionString: string): Promise<Asking> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async ask(sql, ...values) {
      let at = 0;
      const text = sql.replace(/\?/g, () => `$${++at}`);
      return (await client.query({ text, values, rowMode: "array" })).rows;
    },
    views: null,
    close: () => client.end(),
  };
}

const countOf = async ({ ask }: Asking, sql: string) => Number((await ask(sql))[0]?.[0] ?? 0);

/** A priced quote like the template, with new ids. */
async function copyQuote(staff: Asking, templateId: string, { id, draftId }: Record<"id" | "draftId", string>) {
  const columns = Object.values(getTableColumns(quotes)).map(({ name }) => name);
  const renewed = ["id", "quote_no", "draft_id", "form_hash"];
  const values = columns.map((column) => (renewed.includes(column) ? "?" : column)).join(", ");
  const given = columns.flatMap((column) => {
    const at = renewed.indexOf(column);
    return at === -1 ? [] : [[id, id, draftId, "agreed"][at] ?? ""];
  });
  const copied = `INSERT INTO quotes (${columns.join(", ")}) SELECT ${values} FROM quotes WHERE id = ?`;
  await staff.ask(copied, ...given, templateId);
}

const LOOK = `SELECT status,
  (SELECT count(*) FROM waybills WHERE quote_id = quotes.id),
  (SELECT count(*) FROM tracking_events JOIN waybills USING (waybill_no) WHERE quote_id = quotes.id),
  (SELECT count(*) FROM outgoing_mails WHERE letter_key = 'booking-confirmed:' || quotes.id),
  (SELECT count(*) FROM payment_notices),
  (SELECT string_agg(coalesce(replace(pf_payment_id, quote_id || '-', ''), 'nobody') || ' ' || state, ',')
    FROM payments WHERE quote_id = quotes.id)
  FROM quotes WHERE id = ?`;

/** What staff see about a quote, over their own connection. */
async function lookAt(staff: Asking, quoteId: string): Promise<Look> {
  const [[status, waybills, events, emails, notices, attempts] = []] = await staff.ask(LOOK, quoteId);
  return {
    status: String(status),
    ...{ waybills: Number(waybills), events: Number(events), emails: Number(emails), notices: Number(notices) },
    // One that came for the other booking has its id.
    attempts: attempts === null ? [] : String(attempts).replace(/q\d+-/g, "moved ").split(",").sort(),
  };
}
