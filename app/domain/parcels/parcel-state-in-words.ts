import { catalogue } from "#app/language/language";
import { pageText, plainText } from "#app/language/plain-text";
import { joined, type Sentence, say } from "#app/language/say";
import type { AmountDue } from "../money/charges.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { asSaid } from "../prices/delays";
import { type Arrival, plannedDay } from "../prices/usual-arrival";
import { dayAfter } from "../values/calendar-day";
import { dayAndTime, isOver, saClock, saDay } from "../values/sa-time";
import { whyEnded, whyEndedInFull } from "./endings";
import type { Fetching, ParcelState, Rest } from "./parcel-state";
import type { Delayed } from "./visits";

const words = () => catalogue().parcelState;

/**
 * The state as a headline: "On its way, here on Wednesday". Only here a day may come without its date: `nextInWords`,
 * which stands below, has it.
 */
export function headlineOf(state: ParcelState, now: Date): Sentence {
  const today = saDay(now);
  const { headline, stages } = words();
  const here = (stage: Sentence, arrival: Arrival | null) =>
    arrival ? headline.here(stage, arrivesOn(arrival, today, shortly)) : stage;
  if (state.due) return headline[state.due.isRefused ? "goesBack" : "waits"];
  if (state.delayed && isOnlyDelayed(state)) return catalogue().delays.headline(state.delayed.delay.because);
  switch (state.state) {
    case "booked":
      if (state.waits) return stages.booked;
      return state.collects ? headline.collects(on(state.collects.first, today, shortly)) : headline.collectsNext;
    case "collected":
      return state.rest ? someCollected(state.rest) : here(stages.collected, state.arrival);
    case "on_the_way":
      return here(stages.onItsWay, state.arrival);
    case "at_depot":
      return state.fetching && !isKeptNoMore(state.fetching, today) ? headline.ready : headline.atDepot;
    case "out_for_delivery":
      return state.some
        ? headline.someDelivered(state.some.count, state.some.of)
        : here(stages.outForDelivery, state.arrival);
    case "failed":
      return headline.missed(on(state.missedOn, today, shortly));
    case "delivered":
      return headline.delivered(atTime(state.at, today, shortly));
    default:
      return headline[state.state];
  }
}

/**
 * What happens next, in a sentence or two, for anybody. It dates each day that the headline names.
 * @param kept how long parcels took on this route, if enough of them used it
 */
export function nextInWords(state: ParcelState, kept: Sentence | null, now: Date): Sentence {
  const next = nextOf(state, kept, now);
  return plannedIn(state).some((visit) => visit?.isLate) ? joined([next, words().next.weAreLate()]) : next;
}

/** The visits that it says are planned. */
function plannedIn(state: ParcelState): (Arrival | null)[] {
  return [
    "arrival" in state ? state.arrival : null,
    "collects" in state ? state.collects : null,
    "comes" in state ? state.comes : null,
    ("rest" in state && state.rest?.collects) || null,
  ];
}

function nextOf(state: ParcelState, kept: Sentence | null, now: Date): Sentence {
  const today = saDay(now);
  const { next } = words();
  const onDate = (day: string) => words().when.on(dated(day, today).name);
  const usual = "arrival" in state ? usualInWords(state.arrival, kept) : [];
  const planned = "arrival" in state ? plannedInWords(state.arrival, today) : [];
  const expected = planned.length > 0 ? planned : usual;
  const delayed = state.delayed ? delayedInWords(state.delayed, today) : null;
  if (state.due) return dueInWords(state.due, state.stage === 1, now);
  if (delayed && isOnlyDelayed(state)) return delayed;
  switch (state.state) {
    case "booked":
      if (state.waits) return next.settleFirst.us();
      return joined([
        state.collects ? next.collects(plannedDay(state.collects, today)) : next.phonesFirst,
        ...(state.fetching ? [toFetch()] : usual),
      ]);
    case "at_depot":
      return state.fetching ? ready(state.fetching, today) : joined([...expected, next.fetchesThere()]);
    case "collected":
    case "on_the_way":
      if ("rest" in state && state.rest) return restInWords(state.rest, state.fetching, today);
      if (state.fetching) return toFetch();
      return expected.length > 0 ? joined(expected) : state.isUntold ? next.brings : next.message;
    case "out_for_delivery":
      if (state.waits) return next.settleFirst.it();
      if (state.some) return state.arrival ? next.bringsRest(plannedDay(state.arrival, today)) : next.arrangesRest;
      return joined([...expected, state.isUntold ? next.beThereWithoutPin : next.beThere]);
    case "failed":
      if (delayed && state.stage === 1) return delayed;
      return state.stage === 1
        ? next.notCollected(onDate(state.missedOn))
        : next.notDelivered(onDate(state.missedOn), delayed ?? againInWords(state, today));
    case "late":
      return delayed ? joined([delayed, lateInWords(state, now)]) : lateInWords(state, now);
    case "returning":
      return joined([
        state.why === "unpaid" ? next.bringsBack : state.why ? next.returningBecause(state.why) : next.returning,
        ...(state.comes ? [next.comesToSender(plannedDay(state.comes, today))] : []),
        ...(delayed ? [delayed] : []),
        state.waits ? next.settleFirst.it() : next.notRight(),
      ]);
    case "delivered":
    case "returned":
      return next[state.state](onDate(saDay(state.at)));
    case "cancelled":
      return next.cancelled(onDate(saDay(state.at)));
    case "ended":
      return next.ended(whyEndedInFull(state.because));
  }
}

/** The state in a line of a list, for the parcel's sender: "Out for delivery, today". */
export function rowInWords(state: ParcelState, now: Date): string {
  return pageText(rowOf(state, now));
}

function rowOf(state: ParcelState, now: Date): Sentence {
  const today = saDay(now);
  const { row, stages, headline, when } = words();
  const onDay = (day: string) => on(day, today, inFull);
  const whenOf = (arrival: Arrival) => {
    const day = arrivesOn(arrival, today, inFull);
    return arrival.times ? when.with(day, arrival.times) : day;
  };
  const there = (stage: Sentence, { arrival, fetching }: { arrival: Arrival | null; fetching?: Fetching | null }) => {
    if (fetching) return row.fetched(stage, fetchingInWords(fetching, today));
    return arrival ? row[arrival.isPlanned ? "there" : "usuallyThere"](stage, whenOf(arrival)) : stage;
  };
  const delayed = state.delayed ? rowOfDelay(state.delayed) : null;
  if (state.due) return row[state.due.isRefused ? "unpaid" : "due"];
  if (delayed && isOnlyDelayed(state)) return delayed;
  switch (state.state) {
    case "booked":
      if (state.waits) return row.settleFirst(stages.booked);
      return state.collects ? row.collects(whenOf(state.collects)) : row.notCollected;
    case "collected": {
      if (!state.rest) return there(stages.collected, state);
      const some = someCollected(state.rest);
      if (state.rest.waits) return row.settleFirst(some);
      return state.rest.collects ? row.collectsRest(some, whenOf(state.rest.collects)) : some;
    }
    case "on_the_way":
      return there(stages.onItsWay, state);
    case "at_depot":
      return there(headline.atDepot, state);
    case "out_for_delivery": {
      if (state.waits) return row.settleFirst(stages.outForDelivery);
      if (!state.some)
        return state.arrival?.isPlanned
          ? row.out(stages.outForDelivery, whenOf(state.arrival))
          : there(stages.outForDelivery, state);
      const some = headline.someDelivered(state.some.count, state.some.of);
      return state.arrival ? row.restComes(some, whenOf(state.arrival)) : some;
    }
    case "failed": {
      const missed = row.missed(onDay(state.missedOn));
      if (delayed) return joined([missed, delayed], ". ");
      if (state.stage === 1) return row.notHandedOver(onDay(state.missedOn));
      if (state.fetching) return row.fetched(missed, fetchingInWords(state.fetching, today));
      if (state.waits) return row.settleFirst(missed);
      return state.comes ? row.comesAgain(missed, whenOf(state.comes)) : row.triesAgain(missed);
    }
    case "late":
      return row.late(headline.late, lateInWords(state, now));
    case "returning": {
      if (state.why === "unpaid") return state.comes ? row.unpaidOn(whenOf(state.comes)) : row.unpaid;
      const back = state.comes ? row.comesBackOn(whenOf(state.comes)) : row.comesBack;
      return state.why ? row.because(back, state.why) : back;
    }
    case "delivered":
      return headline.delivered(atTime(state.at, today, inFull));
    case "returned":
      return row.returned(onDay(saDay(state.at)));
    case "cancelled":
      return row.cancelled;
    case "ended":
      return row.ended(whyEnded(state.because));
  }
}

/** The same in two parts: what may be said once of several parcels, and what is left to say of this one. */
export type RowApart = { same: string; own: string; isLate: boolean };

export function rowApart(state: ParcelState, now: Date): RowApart {
  if (state.state !== "late" || state.delayed) return { same: rowInWords(state, now), own: "", isLate: false };
  const { late, hearBy, shouldHaveHeard } = words();
  const { day, time } = dayAndTime(state.newsBy);
  const news = (isOver(state.newsBy, now) ? shouldHaveHeard : hearBy)(time, day);
  return { same: pageText(news), own: plainText(say`${late[state.why](state.dueOn)}.`), isLate: true };
}

/** The state for the office, which is neither the parcel's sender nor its receiver. */
export function officeInWords(state: ParcelState, now: Date): string {
  if (state.due) return plainText(headlineOf(state, now));
  if (state.state === "failed")
    return `${state.stage === 1 ? "Collection" : "Delivery"} failed ${plainText(on(state.missedOn, saDay(now), shortly))}`;
  const isUnderWay = ["collected", "on_the_way", "at_depot", "out_for_delivery", "ended"].includes(state.state);
  return isUnderWay ? rowInWords(state, now) : plainText(headlineOf(state, now));
}

/** "It should have been there by Friday 20 November; you hear from us by 12:00 on Tuesday 24 November." */
export function lateInWords({ why, dueOn, newsBy }: ParcelState & { state: "late" }, now: Date): Sentence {
  const { late, newsBy: inTime, newsOverdue } = words();
  const { day, time } = dayAndTime(newsBy);
  return (isOver(newsBy, now) ? newsOverdue : inTime)(late[why](dueOn), time, day);
}

/** For anybody: neither amount nor reason. Once its day is over, nothing is said of what was to come then. */
function dueInWords({ by, isRefused }: AmountDue, isUncollected: boolean, now: Date): Sentence {
  const { due, next } = words();
  if (isRefused) return joined([next.bringsBack, next.notRight()]);
  if (isOver(`${by} ${DAY_ENDS_AT}`, now)) return due.isOver();
  return (isUncollected ? due.notCollected : due.waits)(DAY_ENDS_AT, by);
}

/** Nothing is the matter but the delay. */
function isOnlyDelayed({ state }: ParcelState): boolean {
  return ["booked", "collected", "on_the_way", "at_depot", "out_for_delivery"].includes(state);
}

/** "We can't deliver it in Katlehong before Wednesday 2 December: flood. We come as soon as we can after that." */
export function delayedInWords({ visit, delay }: Delayed, today: string): Sentence {
  const { visit: words, afterwards } = catalogue().delays;
  return joined([words[visit](asSaid(delay, today)), afterwards]);
}

function rowOfDelay({ delay }: Delayed): Sentence {
  return catalogue().delays.row(delay.resumes, delay.because);
}

/** When something happened: "Today, 14:05", "Yesterday, 14:05", "20 November 2026, 14:05". */
export function momentInWords(moment: Date, now: Date): string {
  const { todayAt, yesterdayAt } = words().when;
  const inWords = { [saDay(now)]: todayAt, [dayAfter(saDay(now), -1)]: yesterdayAt }[saDay(moment)];
  return plainText(inWords ? inWords(saClock(moment).slice(-5)) : catalogue().dates.moment(moment));
}

/** A day by its name: "tomorrow", which needs no "on", or "Wednesday". */
type Named = { name: Sentence; isRelative: boolean };
type Naming = (day: string, today: string) => Named;

/** "today", "Wednesday", or "Wednesday 9 December" if that is more than six days off. */
const shortly: Naming = (day, today) => {
  const { when } = words();
  if (day === today) return { name: when.today, isRelative: true };
  if (day === dayAfter(today, 1)) return { name: when.tomorrow, isRelative: true };
  if (day === dayAfter(today, -1)) return { name: when.yesterday, isRelative: true };
  return isNear(day, today) ? { name: when.weekday(day), isRelative: false } : dated(day, today);
};

/** "today", or "Tuesday 24 November". */
const inFull: Naming = (day, today) =>
  day === today ? { name: words().when.today, isRelative: true } : dated(day, today);

/** "Tuesday 24 November"; with its year if that is long ago. */
const dated: Naming = (day, today) => ({
  name: words().when[day < dayAfter(today, -HALF_A_YEAR_DAYS) ? "longAgo" : "day"](day),
  isRelative: false,
});

const NEAR_DAYS = 6;
const isNear = (day: string, today: string) => day >= dayAfter(today, -NEAR_DAYS) && day <= dayAfter(today, NEAR_DAYS);

const HALF_A_YEAR_DAYS = 180;

/** "today", "on Wednesday". */
function on(day: string, today: string, naming: Naming): Sentence {
  const { name, isRelative } = naming(day, today);
  return isRelative ? name : words().when.on(name);
}

/** "on Wednesday" for one day; "by Wednesday" for the last of some. */
function arrivesOn({ first, last }: Arrival, today: string, naming: Naming): Sentence {
  return first === last || last === today ? on(last, today, naming) : words().when.by(naming(last, today).name);
}

/** "at 14:05" for today, otherwise with its day before it: "on Monday at 14:05". */
function atTime(moment: Date, today: string, naming: Naming): Sentence {
  const [day, time] = [saDay(moment), saClock(moment).slice(-5)];
  const { when } = words();
  return day === today ? when.at(time) : when.onAt(on(day, today, naming), time);
}

const someCollected = ({ collected, of }: Rest) => words().headline.someCollected(collected, of);

function restInWords({ collects, waits }: Rest, fetching: Fetching | null, today: string): Sentence {
  const { next } = words();
  if (waits) return next.settleFirst.us();
  const rest = collects ? next.collectsRest(plannedDay(collects, today)) : next.phonesFirstForRest;
  return fetching ? joined([rest, fetchingInWords(fetching, today)]) : rest;
}

/** "Delivery is usually Thursday 26 to Friday 27 November. 8 of 10 parcels on this route arrive within 2 working days." */
function usualInWords(arrival: Arrival | null, kept: Sentence | null): Sentence[] {
  if (!arrival) return [];
  return [words().next.usual(arrival.first, arrival.last), ...(kept ? [say`${kept}.`] : [])];
}

function plannedInWords(arrival: Arrival | null, today: string): Sentence[] {
  return arrival?.isPlanned ? [words().next.comes(plannedDay(arrival, today))] : [];
}

function againInWords({ comes, fetching, waits }: ParcelState & { state: "failed" }, today: string): Sentence {
  const { next } = words();
  if (fetching) return toFetch();
  if (waits) return next.settleFirst.it();
  return comes ? next.comesAgain(plannedDay(comes, today)) : next.tryAgain();
}

/** "The receiver fetches it at our depot, until Tuesday 1 December." */
function fetchingInWords({ until }: Fetching, today: string): Sentence {
  const { next } = words();
  if (until === null) return next.fetched;
  return until < today ? next.unfetched(until) : next.fetchedUntil(until);
}

/** While it is on its way there. */
const toFetch = () => joined([words().next.fetched, words().next.notThereYet]);

/** "Ready at our depot until Tuesday 1 December, bring the PIN from our message." */
function ready(fetching: Fetching, today: string): Sentence {
  const { until, hasPin } = fetching;
  const { next } = words();
  if (isKeptNoMore(fetching, today)) return fetchingInWords(fetching, today);
  const bring = hasPin ? next.pin : next.id;
  return until ? next.readyUntil(until, bring) : next.ready(bring);
}

const isKeptNoMore = ({ until }: Fetching, today: string) => until !== null && until < today;
