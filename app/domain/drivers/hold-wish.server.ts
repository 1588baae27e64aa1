import { receiverWishes } from "#db/schema/office";
import type { Reader, Tx } from "#db/store.server";
import { agreedVisit, dropAgreedVisit, keepAgreedVisit } from "../parcels/agreed-visit.server";
import { makePin } from "../parcels/delivery-pin.server";
import { lastDayAtDepot } from "../parcels/depot";
import { historyOf } from "../parcels/issue-waybill.server";
import { answerReports } from "../parcels/open-reports.server";
import { noteBooking } from "../parcels/quotes/booking-notes.server";
import type { Quote } from "../parcels/quotes/quote";
import { restate } from "../parcels/restate.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import { newId } from "../values/ids.server";
import { saDay, shortDate } from "../values/sa-time";
import { unassignDelivery } from "./stops.server";
import { partTimes } from "./wish-emails";
import { tellOfWish, tellSenderOfEnd } from "./wish-messages.server";
import { endWishes, type Wish, type WishKind } from "./wishes.server";

/** What a receiver may ask for. */
export type NewWish =
  | { kind: "day"; day: string; part: "morning" | "afternoon" | null }
  | { kind: "neighbour"; name: string; house: string }
  | { kind: "depot" };

/** `by`: who writes it down; the receiver has told the office by phone. */
type ToHold = { quote: Quote; waybillNo: string; asked: NewWish; by: "the receiver" | "the office" };

/**
 * Puts a wish where the office would have: a day is agreed on for the delivery and its stop leaves other days, a neighbour
 * is a note to the driver, and what is fetched leaves the drivers' days. It takes the place of an earlier one of its kind,
 * fetching of all. Its people are told.
 */
export async function holdWish(tx: Tx, { quote, waybillNo, asked, by }: ToHold, now: Date): Promise<Wish> {
  const until = await keptUntil(tx, waybillNo, asked, now);
  const note = noteOf(asked, until);
  const replaced: WishKind[] = asked.kind === "depot" ? ["day", "neighbour", "depot"] : [asked.kind, "depot"];
  const ended = await endWishes(tx, waybillNo, replaced, "a later wish", now);
  const agreed = asked.kind === "neighbour" ? null : await agreedVisit(tx, waybillNo, "delivery");
  const wish: Wish = {
    id: newId(),
    waybillNo,
    kind: asked.kind,
    day: asked.kind === "day" ? asked.day : until,
    part: asked.kind === "day" ? asked.part : null,
    insteadOf: agreed && { day: agreed.day, fromTime: agreed.fromTime, untilTime: agreed.untilTime },
    wishedAt: now,
    endedAt: null,
    endedBy: null,
  };
  await tx.insert(receiverWishes).values(wish);
  await restate(tx, waybillNo);
  if (note) await noteBooking(tx, { id: wish.id, quoteId: quote.id, who: by, note }, now);
  if (wish.kind === "day" && wish.day) {
    const times = partTimes(wish.part);
    await keepAgreedVisit(tx, { waybillNo, stop: "delivery", day: wish.day, ...times, agreedAt: now });
  }
  if (wish.kind === "depot" && agreed && agreed.day >= saDay(now)) await dropAgreedVisit(tx, waybillNo, "delivery");
  // What the sender was told of the depot doesn't hold any more.
  if (wish.kind === "neighbour") for (const each of ended) await tellSenderOfEnd(tx, quote, each, now);
  if (wish.kind !== "neighbour") {
    await unassignDelivery(tx, waybillNo, wish.kind === "day" ? wish.day : null, now);
    await withdrawOvertaken(tx, quote.id, { by: "wished" }, now);
    await answerReports(tx, waybillNo, now, { visits: ["delivery"] });
  }
  const pin = wish.kind === "depot" ? await makePin(tx, waybillNo, now) : null;
  await tellOfWish(tx, quote, wish, { note, pin, by }, now);
  return wish;
}

/** The last day on which the depot keeps what is fetched; null for another wish, and before its collection. */
export async function keptUntil(store: Reader, waybillNo: string, asked: NewWish, now: Date): Promise<string | null> {
  return asked.kind === "depot" ? lastDayAtDepot(now, await historyOf(store, waybillNo)) : null;
}

/** What the driver reads; null for a day, which stands among what was agreed. */
export function noteOf(asked: NewWish, until: string | null): string | null {
  if (asked.kind === "neighbour")
    return `Leave it with ${asked.name}, ${asked.house}. Ask that person for the PIN. (By the receiver)`;
  if (asked.kind === "depot")
    return `The receiver fetches it at the depot${until ? `, until ${shortDate(until)}` : ""}.`;
  return null;
}
