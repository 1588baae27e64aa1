import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Sentence } from "#app/language/say";
import type { AmountDue } from "../money/charges.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { isStanding, lastDayOf } from "../prices/delays";
import type { DeliveryDays } from "../prices/delivery-days";
import { type Arrival, usualArrival } from "../prices/usual-arrival";
import { dayAfter } from "../values/calendar-day";
import { isOver, saDay } from "../values/sa-time";
import { notToCome } from "../values/stored-moment";
import { workingDayAfter } from "../values/working-days";
import { type AgreedVisit, timesInWords } from "./agreed-visit.server";
import type { Ending } from "./endings";
import type { EventKind, Happening } from "./happening";
import { countPieces, overallEvent, type SomeOf, someOf } from "./pieces";
import { type Delayed, uncollected, type Visit } from "./visits";

/** The names of the stages on a road, and which of them is reached, from 1. */
export type RoadShown = { names: string[]; reached: number };
/** A delivery that failed stands where it was tried. */
export function roadOf(stage: Stage, hasFailed: boolean): RoadShown {
  const { missed, ...stages } = catalogue().parcelState.stages;
  const names = Object.values(stages).map((name, index) => (hasFailed && index === stage - 1 ? missed : name));
  return { names: names.map(plainText), reached: stage };
}
/** From 1, for booked, to 5. */
export type Stage = 1 | 2 | 3 | 4 | 5;

/** Why a parcel goes back to its sender: they didn't pay more, or what kept us from delivering it. */
export type WhyBack = "unpaid" | Sentence;

type Agreed = Pick<AgreedVisit, "day" | "fromTime" | "untilTime"> & { agreedAt?: Date };

/**
 * The receiver fetches the parcel at our depot, and asked to on the day `askedOn`. `until`: the day until which it is
 * kept; null while it isn't there. `hasPin`: whether a message with the PIN could be sent.
 */
export type Fetching = { askedOn: string; until: string | null; hasPin: boolean };

/**
 * So many of its pieces are collected. `collects`: when we agreed to collect the others. `waits`: whether the office has
 * to settle something first.
 */
export type Rest = { collected: number; of: number; collects: Arrival | null; waits: boolean };

/**
 * What is true of a parcel now. Pages, lists and messages all say it from here. `delayed`: what keeps us from its next
 * visit, of which its people were told. `isUntold`: no message can reach its receiver. `due`: it waits until more is paid,
 * or goes back because its sender won't pay that.
 */
export type ParcelState = Its & { delayed?: Delayed; isUntold?: true; due?: AmountDue };
type Its =
  /** `collects`: when we agreed to collect it. `waits`: whether the office has to settle something first. */
  | {
      state: "booked";
      stage: 1;
      collects: Arrival | null;
      arrival: Arrival | null;
      fetching: Fetching | null;
      waits: boolean;
    }
  /** `rest`: the others are still to be collected. */
  | { state: "collected"; stage: 2; arrival: Arrival | null; fetching: Fetching | null; rest?: Rest }
  | { state: "on_the_way"; stage: 3; arrival: Arrival | null; fetching: Fetching | null }
  /** It waits at our depot. `fetching`: null until its receiver says that they fetch it there. */
  | { state: "at_depot"; stage: 3; arrival: Arrival | null; fetching: Fetching | null }
  /** `waits`: whether the office has to settle something before it is handed over. */
  | {
      state: "out_for_delivery";
      stage: 4;
      /** Of the rest, where `some` have been delivered. */
      arrival: Arrival | null;
      waits: boolean;
      /** So many have been handed over since it left, and nobody knows that the others are with the driver. */
      some?: SomeOf;
    }
  /** Nobody was there. `comes`: when we come again, if that is known. */
  | {
      state: "failed";
      stage: 1 | 4;
      missedOn: string;
      comes: Arrival | null;
      fetching: Fetching | null;
      waits: boolean;
    }
  /**
   * Its days are over since `lateOn`; the last of them was `dueOn`. Its people hear from us by `newsBy`, a South African
   * time: the next working noon, which never changes, or what the office told them since.
   */
  | {
      state: "late";
      stage: Stage;
      dueOn: string;
      lateOn: string;
      newsBy: string;
      why:
        | "not collected"
        | "rest not collected"
        | "not at the depot"
        | "not delivered"
        | "not tried again"
        | "settling";
    }
  /** A driver was sent to bring it back to the sender. `why`: null if nobody said. `comes`: to the sender. */
  | { state: "returning"; stage: null; why: WhyBack | null; comes: Arrival | null; waits: boolean }
  | { state: "delivered"; stage: 5; at: Date }
  | { state: "returned" | "cancelled"; stage: null; at: Date }
  /** It will not arrive. */
  | { state: "ended"; stage: null; at: Date; because: Ending | null };

/** What nobody wished for. */
export const badNews: readonly ParcelState["state"][] = ["failed", "late", "returned", "cancelled", "ended"];

export type ParcelFacts = {
  /** Oldest first, without what drivers only reported to the office. */
  history: readonly Happening[];
  /** How many pieces it has. */
  of: number;
  /** The route's usual working days; null when unknown. */
  days: DeliveryDays | null;
  /** The customer's collection day. */
  wishedDay: string | undefined;
  agreed: { [Its in Visit]?: Agreed };
  /** Whether it is on its way back: the next visit is at its sender's. */
  isReturning: boolean;
  /** Of one on its way back; null if nobody said why. */
  whyBack: WhyBack | null;
  /** The day of the next stop for its delivery. */
  stopOn: string | null;
  /** Null where a driver brings it. */
  fetching: Fetching | null;
  /** Whether a message can reach its receiver. */
  canBeTold: boolean;
  /** Whether a driver reported something after which nothing may be promised, before the office has acted. */
  waitsForOffice: boolean;
  /** The day since which it was found to be late, while it is. */
  foundLateOn: string | null;
  /** By when its people hear from us, as they were told when it was found to be late. */
  newsBy: string | null;
  /** The delay of its next visit that its people were told of last; it may be over. */
  delayed: Delayed | null;
  /** What its customer was asked to pay beside the price, and hasn't. */
  due: AmountDue | null;
  /** The day since which nothing of that kind is asked for any more: its days count from there. */
  settledOn: string | null;
  /** What the office told its people last (`tell`). */
  told: { at: Date; until: string } | null;
};

/** When people hear from us on the next working day after a parcel was found to be late. */
const NEWS_AT = "12:00";

const stageOf: Record<EventKind, Stage> = {
  booked: 1,
  failed_collection: 1,
  collected: 2,
  in_transit: 3,
  at_depot: 3,
  out_for_delivery: 4,
  failed_attempt: 4,
  delivered: 5,
  returned: 4,
  cancelled: 1,
  ended: 4,
  reported: 3,
};

/**
 * The state of a parcel. A parcel is late one working day after its last usual day, or at the end of the day that was
 * agreed, which wins. One that could not be delivered is late in the evening of the day on which we come again, and one
 * that its receiver fetches isn't late once it is at our depot. Until the time that the office has told them it isn't late, nor
 * before two working days after a delay of its place, unless it was late before. While more is to be paid it waits.
 * @param proclaimed holidays that the Act doesn't name
 */
export function parcelState(facts: ParcelFacts, proclaimed: ReadonlySet<string>, now: Date): ParcelState {
  const delayed = facts.delayed && isStanding(facts.delayed.delay, saDay(now)) ? facts.delayed : null;
  const its = stateOf(facts, delayed !== null, proclaimed, now);
  return {
    ...its,
    ...(delayed && { delayed }),
    ...(!facts.canBeTold && { isUntold: true }),
    ...(facts.due && waitsToBePaid.includes(its.state) && { due: facts.due }),
  };
}

/** In any other state nobody waits for its sender any more. */
const waitsToBePaid: readonly ParcelState["state"][] = [
  ...(["booked", "collected", "on_the_way", "at_depot", "out_for_delivery", "failed"] as const),
];

function stateOf(facts: ParcelFacts, isDelayed: boolean, proclaimed: ReadonlySet<string>, now: Date): Its {
  const last = overallEvent(facts.history, facts.of);
  const { agreed, waitsForOffice, fetching, foundLateOn, told } = facts;
  if (!last) return { state: "booked", stage: 1, collects: null, arrival: null, fetching, waits: false };
  const { kind, happenedAt: at } = last;
  if (kind === "delivered") return { state: kind, stage: 5, at };
  if (kind === "returned" || kind === "cancelled") return { state: kind, stage: null, at };
  if (kind === "ended") return { state: kind, stage: null, at, because: last.because ?? null };

  const promisesNothing = waitsForOffice || isDelayed || facts.due !== null;
  const [today, missedOn] = [saDay(now), saDay(notToCome(at, now))];
  if (facts.isReturning) {
    const comes = promisesNothing ? null : plannedFor(agreed.return, now);
    return { state: "returning", stage: null, why: facts.whyBack, comes, waits: waitsForOffice };
  }
  const late = (stage: Stage, { dueOn: due, lateOn: named }: Due, why: LateBecause): Its | null => {
    // One that was late before the delay has another reason.
    const delay = facts.delayed && named >= saDay(facts.delayed.delay.at) ? lastDayOf(facts.delayed.delay) : null;
    const afterDelay = delay ? workingDayAfter(delay, 2, proclaimed) : "";
    const dueOn = delay && afterDelay > named ? workingDayAfter(delay, 1, proclaimed) : due;
    const toldFirst = told && saDay(told.at) < named ? dayAfter(told.until.slice(0, 10), 1) : "";
    // While it is late, the day since which it is never becomes an earlier one: its people were told of that.
    const lateOn = [named, toldFirst, afterDelay, foundLateOn ?? ""].reduce((one, other) =>
      one > other ? one : other,
    );
    // Its people were told until when it waits.
    if (today < lateOn || facts.due) return null;
    const isToldSince = told && saDay(told.at) >= lateOn;
    const kept = foundLateOn === lateOn ? facts.newsBy : null;
    const newsBy = isToldSince ? told.until : (kept ?? newsFrom(lateOn, proclaimed, now));
    return { state: "late", stage, dueOn, lateOn, newsBy, why };
  };
  if (kind === "failed_attempt") {
    const again = comesAgain(facts, missedOn, proclaimed, now);
    const due = fetching
      ? atDepotBy(fetching, dueDays(facts, last, null, proclaimed), proclaimed)
      : { dueOn: again.first, lateOn: again.first };
    const isDayOver = due !== null && (fetching !== null || isOver(`${again.first} ${DAY_ENDS_AT}`, now));
    const why = waitsForOffice ? "settling" : fetching ? "not at the depot" : "not tried again";
    const lateNow = isDayOver && late(4, due, why);
    if (lateNow) return lateNow;
    const comes = promisesNothing || fetching || isDayOver ? null : again;
    return { state: "failed", stage: 4, missedOn, comes, fetching, waits: waitsForOffice };
  }
  if (kind === "failed_collection" && !(agreed.collection && agreed.collection.day > missedOn))
    return { state: "failed", stage: 1, missedOn, comes: null, fetching, waits: waitsForOffice };

  const isUncollected = uncollected.includes(kind);
  const { collected } = countPieces(facts.history, facts.of);
  const isPartly = isUncollected && collected > 0;
  const stage = isPartly ? stageOf.collected : stageOf[kind];
  const usual = usualDays(facts, isUncollected, proclaimed, now);
  const isToFetch = fetching !== null && !isUncollected && kind !== "out_for_delivery";
  const named = dueDays(facts, last, usual, proclaimed);
  const due = isToFetch ? (kind === "at_depot" ? null : atDepotBy(fetching, named, proclaimed)) : named;
  const uncollectedWhy = isPartly ? "rest not collected" : "not collected";
  const arrivedWhy = isToFetch ? "not at the depot" : "not delivered";
  const why = isUncollected ? uncollectedWhy : waitsForOffice ? "settling" : arrivedWhy;
  const lateNow = due && late(stage, due, why);
  if (lateNow) return lateNow;
  const isBrought = !fetching || kind === "out_for_delivery";
  const arrival = promisesNothing || !isBrought ? null : arrivalOn(facts, last, usual, now);
  const collects = promisesNothing ? null : plannedFor(agreed.collection, now);
  // Nobody knows when the pieces arrive together.
  if (isPartly) {
    const rest = { collected, of: facts.of, collects, waits: waitsForOffice };
    return { state: "collected", stage: 2, arrival: null, fetching, rest };
  }
  if (isUncollected) return { state: "booked", stage: 1, collects, arrival, fetching, waits: waitsForOffice };
  if (kind === "out_for_delivery") {
    const latest = facts.history.at(-1);
    const some = latest?.kind === "delivered" ? someOf("delivered", facts.history, facts.of) : null;
    if (!latest || !some) return { state: kind, stage: 4, arrival, waits: waitsForOffice };
    const later = agreed.delivery && agreed.delivery.day > saDay(latest.happenedAt) ? agreed.delivery : undefined;
    const comes = promisesNothing ? null : plannedFor(later, now);
    return { state: kind, stage: 4, arrival: comes, waits: waitsForOffice, some };
  }
  if (kind === "at_depot") return { state: kind, stage: 3, arrival, fetching };
  return kind === "collected"
    ? { state: kind, stage: 2, arrival, fetching }
    : { state: "on_the_way", stage: 3, arrival, fetching };
}

type LateBecause = (ParcelState & { state: "late" })["why"];

/** By noon of the next working day; if that is over before anything was promised, of the next one from now. */
function newsFrom(lateOn: string, proclaimed: ReadonlySet<string>, now: Date): string {
  const noonAfter = (day: string) => `${workingDayAfter(day, 1, proclaimed)} ${NEWS_AT}`;
  return isOver(noonAfter(lateOn), now) ? noonAfter(saDay(now)) : noonAfter(lateOn);
}

/** When the parcel of this state arrives; null when unknown, and when it has arrived. */
export function arrivalIn(state: ParcelState): Arrival | null {
  if ("arrival" in state) return state.arrival;
  return state.state === "failed" ? state.comes : null;
}

/** The usual days, counted from the day of the collection: the real one, the agreed one, or the customer's. */
function usualDays(facts: ParcelFacts, isUncollected: boolean, proclaimed: ReadonlySet<string>, now: Date) {
  if (!facts.days) return null;
  const collected = facts.history.find(({ kind }) => kind === "collected");
  const agreed = isUncollected ? facts.agreed.collection : undefined;
  const first = collected ? saDay(collected.happenedAt) : (agreed?.day ?? facts.wishedDay);
  const day = first && facts.settledOn && facts.settledOn > first ? facts.settledOn : first;
  const since = saDay(facts.history[0]?.happenedAt ?? now);
  return usualArrival(day || workingDayAfter(since, 1, proclaimed), facts.days, proclaimed);
}

/** The last day that was named for it, and the first one on which it is late. */
type Due = { dueOn: string; lateOn: string };

/** Null where no day was named. */
function dueDays(
  { history, agreed }: ParcelFacts,
  last: Happening,
  usual: Arrival | null,
  proclaimed: ReadonlySet<string>,
): Due | null {
  const visit = uncollected.includes(last.kind) ? agreed.collection : agreed.delivery;
  const attempt = history.findLast(({ kind }) => kind === "failed_attempt");
  const triedOn = attempt ? saDay(attempt.happenedAt) : "";
  const inWorkingDays = (day: string, count: number) => workingDayAfter(day, count, proclaimed);
  const endsOn = (dueOn: string) => ({ dueOn, lateOn: dayAfter(dueOn, 1) });
  const workingDayAfterIt = (dueOn: string) => ({ dueOn, lateOn: inWorkingDays(dueOn, 1) });
  const named =
    visit && visit.day > triedOn
      ? endsOn(visit.day)
      : attempt
        ? workingDayAfterIt(inWorkingDays(triedOn, 1))
        : usual && workingDayAfterIt(usual.last);
  // With its driver it comes on that day.
  const round = last.kind === "out_for_delivery" ? endsOn(saDay(last.happenedAt)) : null;
  return named && round && round.lateOn > named.lateOn ? round : named;
}

/** What its receiver fetches may take a working day from their asking until it is at our depot. */
function atDepotBy({ askedOn }: Fetching, named: Due | null, proclaimed: ReadonlySet<string>): Due | null {
  const dueOn = workingDayAfter(askedOn, 1, proclaimed);
  if (!named || named.dueOn >= dueOn) return named;
  return { dueOn, lateOn: workingDayAfter(dueOn, 1, proclaimed) };
}

function arrivalOn({ agreed }: ParcelFacts, last: Happening, usual: Arrival | null, now: Date): Arrival | null {
  const today = saDay(now);
  const { day, agreedAt = new Date(0) } = agreed.delivery ?? {};
  // Agreed on since it left: the driver brings it back.
  const isPutOff = day !== undefined && day > today && agreedAt > last.happenedAt;
  const isOutToday = last.kind === "out_for_delivery" && saDay(last.happenedAt) === today && !isPutOff;
  if (isOutToday && day !== today) return { first: today, last: today, isPlanned: true };
  const planned = uncollected.includes(last.kind) ? null : plannedFor(agreed.delivery, now);
  return planned ?? (usual && usual.last >= today ? usual : null);
}

/** After a failed delivery: on the agreed day, on the day of its next stop, or on the next working day, also once it is over. */
function comesAgain(
  { agreed, stopOn }: ParcelFacts,
  missedOn: string,
  proclaimed: ReadonlySet<string>,
  now: Date,
): Arrival {
  if (agreed.delivery && agreed.delivery.day > missedOn) return planned(agreed.delivery, now);
  const day = stopOn && stopOn > missedOn ? stopOn : workingDayAfter(missedOn, 1, proclaimed);
  return { first: day, last: day, isPlanned: true };
}

function plannedFor(agreed: Agreed | undefined, now: Date): Arrival | null {
  return agreed && agreed.day >= saDay(now) ? planned(agreed, now) : null;
}

/** Times that are over aren't named any more. */
function planned(agreed: Agreed, now: Date): Arrival {
  const onDay = { first: agreed.day, last: agreed.day, isPlanned: true } as const;
  const isLate = isOver(`${agreed.day} ${agreed.untilTime ?? DAY_ENDS_AT}`, now);
  return isLate ? { ...onDay, isLate } : { ...onDay, times: timesInWords(agreed) };
}
