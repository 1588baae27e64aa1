import { eq } from "drizzle-orm";
import { addressInALine, contact } from "#app/contact";
import { paths } from "#app/paths";
import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { withdrawUntried } from "../mail/outbox.server";
import { signedLink } from "../mail/signed-link.server";
import { notifyPeople } from "../messages/notify.server";
import { proclaimedDays } from "../price-tables/proclaimed-holidays.server";
import { noteBooking, notesOf } from "../quotes/booking-notes.server";
import { isNameless, type Quote } from "../quotes/quote";
import { isLocal } from "../shipments/addresses";
import { recordAction } from "../staff-actions/staff-actions.server";
import { dayAfter } from "../values/calendar-day";
import { newId } from "../values/ids.server";
import { saDay, saWeekday } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import { keepAgreedVisit } from "../waybills/agreed-visit.server";
import { makePin } from "../waybills/delivery-pin.server";
import type { EventKind } from "../waybills/happening";
import { historyOf, piecesOf, waybillOfQuote } from "../waybills/issue-waybill.server";
import { answerReports } from "../waybills/open-reports.server";
import { overallEvent } from "../waybills/pieces";
import { unassignDelivery } from "./stops.server";
import {
  partTimes,
  wishEnded,
  wishEndedText,
  wishInWords,
  wishTaken,
  wishTakenText,
  wishToSender,
} from "./wish-emails";
import { endWishes, holding, type Wish, type WishKind, wishesOf } from "./wishes.server";

/** What a receiver may ask for. */
export type Asked =
  | { kind: "day"; day: string; part: "morning" | "afternoon" | null }
  | { kind: "neighbour"; name: string; house: string }
  | { kind: "depot" };

export type Wishing = { ok: true; added: boolean } | { ok: false; refusal: string };

/** A wish may be made and taken back so often; whoever needs more phones. */
export const MOST_CHANGES = 10;
/** How many of the next working days are offered. */
const DAYS_OFFERED = 5;
/** How long the depot keeps a parcel. */
export const DEPOT_DAYS = 8;

/** While one of these describes a parcel, its driver isn't on the way to the receiver. */
const open: readonly EventKind[] = ["booked", "failed_collection", "collected", "in_transit", "failed_attempt"];

/** The parcel whose receiver may wish for something; null once it is out for delivery, has arrived or was cancelled. */
export async function openForWishes(store: Reader, quote: Quote): Promise<string | null> {
  const waybill = await waybillOfQuote(store, quote.id);
  const isOver = quote.status === "cancelled" || isNameless(quote) || !isLocal(quote.formSnapshot.addresses);
  if (!waybill || isOver) return null;
  const { of } = await piecesOf(store, waybill.waybillNo);
  const overall = overallEvent(await historyOf(store, waybill.waybillNo), of)?.kind;
  return overall && open.includes(overall) ? waybill.waybillNo : null;
}

/** The next working days, from tomorrow. */
export async function daysOffered(store: Reader, now: Date): Promise<string[]> {
  const holidays = await proclaimedDays(store);
  return Array.from({ length: DAYS_OFFERED }, (_, at) => workingDayAfter(saDay(now), at + 1, holidays));
}

/** Whether somebody said that a wish wasn't the receiver's: then the link takes no more. */
export function areClosed(wishes: readonly Wish[]): boolean {
  return wishes.some(({ endedBy }) => endedBy === "not the receiver");
}

/**
 * Takes a receiver's wish, and puts it where the office would have: a day is agreed on for the delivery and its stop
 * leaves other days, a neighbour is a note to the driver, and what is fetched leaves the drivers' days. A later wish
 * takes the place of an earlier one of its kind; fetching takes the place of both. The same wish again changes nothing.
 */
export async function takeWish(tx: Tx, quote: Quote, asked: Asked, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return refused(TOO_LATE);
  const wishes = await wishesOf(tx, waybillNo);
  const note = noteOf(asked, now);
  if (await isHeld(tx, quote, holding(wishes, now), asked, note)) return { ok: true, added: false };
  if (areClosed(wishes)) return refused(CLOSED);
  if (changesIn(wishes) >= MOST_CHANGES) return refused(TOO_MANY);
  if (asked.kind === "day" && !(await daysOffered(tx, now)).includes(asked.day)) return refused(NO_SUCH_DAY);

  const replaced: WishKind[] = asked.kind === "depot" ? ["day", "neighbour", "depot"] : [asked.kind, "depot"];
  await endWishes(tx, waybillNo, replaced, "a later wish", now);
  const wish: Wish = {
    id: newId(),
    waybillNo,
    kind: asked.kind,
    day: asked.kind === "day" ? asked.day : asked.kind === "depot" ? lastDayAtDepot(now) : null,
    part: asked.kind === "day" ? asked.part : null,
    wishedAt: now,
    endedAt: null,
    endedBy: null,
  };
  await tx.insert(receiverWishes).values(wish);
  if (note) await noteBooking(tx, { id: wish.id, quoteId: quote.id, who: BY_RECEIVER, note }, now);
  if (wish.kind === "day" && wish.day) {
    const times = partTimes(wish.part);
    await keepAgreedVisit(tx, { waybillNo, stop: "delivery", day: wish.day, ...times, agreedAt: now });
  }
  if (wish.kind !== "neighbour") {
    await unassignDelivery(tx, waybillNo, wish.kind === "day" ? wish.day : null, now);
    await withdrawUntried(tx, `late:${quote.id}`);
    await answerReports(tx, waybillNo, now, { visits: ["delivery"] });
  }
  const pin = wish.kind === "depot" ? await makePin(tx, waybillNo, now) : null;
  await record(tx, wish, "wished", now);
  await tellOfWish(tx, quote, wish, { note, pin }, now);
  return { ok: true, added: true };
}

/** Takes a wish back. Doing it again changes nothing. */
export async function takeBackWish(tx: Tx, quote: Quote, wishId: string, now: Date): Promise<Wishing> {
  const waybillNo = await openForWishes(tx, quote);
  if (!waybillNo) return refused(TOO_LATE);
  const wishes = await wishesOf(tx, waybillNo);
  const wish = holding(wishes, now).find(({ id }) => id === wishId);
  if (!wish) return { ok: true, added: false };
  if (areClosed(wishes)) return refused(CLOSED);
  if (changesIn(wishes) >= MOST_CHANGES) return refused(TOO_MANY);
  await endWishes(tx, waybillNo, [wish.kind], "the receiver", now);
  await record(tx, wish, "took back wish", now);
  await tellOfEnd(tx, quote, wish, now);
  return { ok: true, added: true };
}

/**
 * Somebody with a forwarded link made a wish: takes it back if it still holds, and closes the
 * link for wishes. The office finds it in `staff today`.
 */
export async function disownWish(tx: Tx, quote: Quote, wish: Wish, now: Date): Promise<void> {
  if (wish.endedBy === "not the receiver") return;
  const isOpen = (await openForWishes(tx, quote)) !== null;
  const isHeld = holding([wish], now).length > 0;
  // The driver on the way reads a note no more, though nothing else can be taken back then.
  if (isHeld) await endWishes(tx, wish.waybillNo, [wish.kind], "not the receiver", now);
  else await closeAfter(tx, wish, now);
  await record(tx, wish, "said that a wish was somebody else's", now);
  if (isHeld && isOpen) await tellOfEnd(tx, quote, wish, now);
}

const BY_RECEIVER = "the receiver";
const TOO_LATE = "The parcel is out for delivery or has arrived, so this can't be changed here any more.";
const CLOSED = "Somebody told us that a wish was not theirs, so this link takes no more. Please phone us.";
const TOO_MANY = "This was changed ten times. Please phone us.";
const NO_SUCH_DAY = "Choose one of the days in the list.";

function refused(refusal: string): Wishing {
  return { ok: false, refusal: refusal.replace(/phone us\.$/, `phone us at ${contact().phoneShown}.`) };
}

/** What the driver reads; null for a day, which stands among what was agreed. */
function noteOf(asked: Asked, now: Date): string | null {
  if (asked.kind === "neighbour")
    return `Leave it with ${asked.name}, ${asked.house}. Ask that person for the PIN. (By the receiver)`;
  if (asked.kind === "depot") return `The receiver fetches it at the depot, until ${saWeekday(lastDayAtDepot(now))}.`;
  return null;
}

function lastDayAtDepot(now: Date): string {
  return dayAfter(saDay(now), DEPOT_DAYS);
}

async function isHeld(tx: Tx, quote: Quote, held: readonly Wish[], asked: Asked, note: string | null) {
  const same = held.find(({ kind }) => kind === asked.kind);
  if (!same) return false;
  if (asked.kind === "day") return same.day === asked.day && same.part === asked.part;
  return (
    asked.kind === "depot" ||
    (await notesOf(tx, quote.id)).some(({ id, note: kept }) => id === same.id && kept === note)
  );
}

/** A wish counts once when it is made, and once more when it is taken back. */
function changesIn(wishes: readonly Wish[]): number {
  return wishes.length + wishes.filter(({ endedBy }) => endedBy === "the receiver").length;
}

async function closeAfter(tx: Tx, { id }: Wish, now: Date): Promise<void> {
  await tx.update(receiverWishes).set({ endedAt: now, endedBy: "not the receiver" }).where(eq(receiverWishes.id, id));
}

async function record(tx: Tx, wish: Wish, action: string, now: Date): Promise<void> {
  await recordAction(tx, BY_RECEIVER, { action, subject: wish.waybillNo, details: wishInWords(wish) }, now);
}

/** One message to the receiver, with a way to say that it wasn't they; the sender is told of a changed day alone. */
async function tellOfWish(
  tx: Tx,
  quote: Quote,
  wish: Wish,
  { note, pin }: { note: string | null; pin: string | null },
  now: Date,
): Promise<void> {
  const links = {
    notMe: await signedLink(tx, "This wasn't me", paths.notMyWish(quote.id, wish.id)),
    findMe: await signedLink(tx, "Change it or take it back", paths.findMe(quote.id)),
  };
  const facts = { wish, note, pin, depot: `${addressInALine()}. ${contact().depotHours ?? ""}`, links };
  const words = { key: `wish:${wish.id}:sms`, about: "A wish for a delivery", words: wishTakenText(facts) };
  const receiver = (_: unknown, to: string) => wishTaken(quote, { ...facts, to });
  await tellReceiver(tx, quote, receiver, words, now);
  if (wish.kind === "day") await tellSender(tx, quote, wish, "made", now);
}

async function tellOfEnd(tx: Tx, quote: Quote, wish: Wish, now: Date): Promise<void> {
  const words = { key: `wish-ended:${wish.id}:sms`, about: "A wish taken back", words: wishEndedText(wish) };
  await tellReceiver(tx, quote, (_, to) => wishEnded(quote, wish, to), words, now);
  if (wish.kind === "day") await tellSender(tx, quote, wish, "ended", now);
}

type ToReceiver = NonNullable<Parameters<typeof notifyPeople>[3]["receiver"]>;
type ReceiverText = NonNullable<Parameters<typeof notifyPeople>[3]["receiverText"]>;

/** By text only where there is no email. */
async function tellReceiver(tx: Tx, quote: Quote, receiver: ToReceiver, receiverText: ReceiverText, now: Date) {
  const isByText = quote.formSnapshot.addresses.toEmail === "";
  await notifyPeople(tx, quote, "wished", isByText ? { receiverText } : { receiver }, now);
}

async function tellSender(tx: Tx, quote: Quote, wish: Wish, what: "made" | "ended", now: Date): Promise<void> {
  // Who sends a parcel to themselves has the receiver's message.
  if (quote.email.toLowerCase() === quote.formSnapshot.addresses.toEmail.toLowerCase()) return;
  await notifyPeople(
    tx,
    quote,
    "visit_agreed",
    { sender: (person, to) => wishToSender(quote, wish, { what, person, to }) },
    now,
  );
}
