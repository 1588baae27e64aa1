import { contact, depotInALine } from "#app/contact";
import type { Arrival } from "../prices/usual-arrival";
import { dayAfter } from "../values/calendar-day";
import { saClock, saDateTime, saDay, saWeekday, shortDate, shortDates } from "../values/sa-time";
import { whyEnded, whyEndedInFull } from "./endings";
import { type Fetching, isNewsOverdue, NEWS_AT, type ParcelState, type Rest } from "./parcel-state";
import type { SomeOf } from "./pieces";
import { REFUNDED_WITHIN_WORKING_DAYS } from "./quotes/terms-version";

/**
 * The state as a headline: "On its way, here on Wednesday". Only here a day may come without its date: `nextInWords`,
 * which stands below, has it.
 */
export function headlineOf(state: ParcelState, now: Date): string {
  const today = saDay(now);
  const inShort = (day: string) => onDay(day, today);
  const hereInWords = (arrival: Arrival | null) => (arrival ? `, here ${whenInWords(arrival, today, inShort)}` : "");
  switch (state.state) {
    case "booked":
      if (state.waits) return "Booked";
      return state.collects ? `Booked. We collect it ${inShort(state.collects.first)}` : "Booked. We collect it next";
    case "collected":
      return state.rest ? collectedInWords(state.rest) : `Collected${hereInWords(state.arrival)}`;
    case "on_the_way":
      return `On its way${hereInWords(state.arrival)}`;
    case "at_depot":
      return state.fetching && !isOver(state.fetching, today) ? "Ready at our depot" : "At our depot";
    case "out_for_delivery":
      return state.some ? deliveredInWords(state.some) : `Out for delivery${hereInWords(state.arrival)}`;
    case "failed":
      return `We missed you ${inShort(state.missedOn)}`;
    case "late":
      return "This parcel is late";
    case "returning":
      return "Going back to the sender";
    case "delivered":
      return `Delivered ${atTime(state.at, today, inShort)}`;
    case "returned":
      return "Returned to the sender";
    case "cancelled":
      return "This booking was cancelled";
    case "ended":
      return "This parcel will not arrive";
  }
}

/**
 * What happens next, in a sentence or two, for anybody. It dates each day that the headline names.
 * @param kept how long parcels took on this route, if enough of them used it
 */
export function nextInWords(state: ParcelState, kept: string | null, now: Date): string {
  const today = saDay(now);
  const days = "arrival" in state && state.arrival ? usualInWords(state.arrival, kept) : "";
  switch (state.state) {
    case "booked":
      if (state.waits) return settleFirst("us");
      return `${collectsInWords(state.collects, today)} ${state.fetching ? toFetchInWords(state.fetching, today) : days}`.trim();
    case "at_depot":
      if (state.fetching) return readyInWords(state.fetching, today);
      return `${plannedInWords(state.arrival, today) || days} Does the receiver want to fetch it there? Phone ${contact().phoneShown}.`.trim();
    case "collected":
    case "on_the_way":
      if ("rest" in state && state.rest) return restInWords(state.rest, state.fetching, today);
      if (state.fetching) return toFetchInWords(state.fetching, today);
      return plannedInWords(state.arrival, today) || days || "The receiver gets a message when it is out for delivery.";
    case "out_for_delivery":
      if (state.waits) return settleFirst("it");
      if (state.some)
        return state.arrival
          ? `We bring the rest ${dayAndTimes(state.arrival, today)}.`
          : "We arrange a day for the rest with the receiver.";
      return `${plannedInWords(state.arrival, today) || days} Please be there, and have the PIN from our message ready.`.trim();
    case "failed":
      return state.stage === 1
        ? `We came to collect it on ${dateOf(state.missedOn, today)}, but nobody was there. We phone the sender to agree on a day.`
        : `We came on ${dateOf(state.missedOn, today)}, but could not deliver it. ${againInWords(state, today)} Nobody pays more.`;
    case "late":
      return lateInWords(state, now);
    case "returning":
      return `Our driver brings what we could not deliver back to the sender${becauseOf(state)}. ${returnInWords(state, today)}`;
    case "delivered":
      return `It was handed over on ${dateOf(saDay(state.at), today)}. Don't you have it, or is something wrong with it? Tell us, and you hear from us.`;
    case "returned":
      return `We could not deliver it, so the sender got it back on ${dateOf(saDay(state.at), today)}.`;
    case "cancelled":
      // True also where nothing was paid: whether it was is not for everybody.
      return `It was cancelled on ${dateOf(saDay(state.at), today)}, before we collected the parcel. What was paid is refunded the way it was paid, within ${REFUNDED_WITHIN_WORKING_DAYS} working days.`;
    case "ended":
      return `${whyEndedInFull(state.because)} Do you have a question? Phone ${contact().phoneShown}.`;
  }
}

/** The state in a line of a list, for the parcel's sender: "Out for delivery, today". */
export function rowInWords(state: ParcelState, now: Date): string {
  const today = saDay(now);
  const inFull = (day: string) => (day === today ? "today" : `on ${dateOf(day, today)}`);
  const when = (arrival: Arrival) => [whenInWords(arrival, today, inFull), arrival.times].filter(Boolean).join(", ");
  const there = (arrival: Arrival | null) =>
    arrival ? `, ${arrival.isPlanned ? "there" : "usually there"} ${when(arrival)}` : "";
  switch (state.state) {
    case "booked":
      if (state.waits) return `Booked. ${SETTLE_FIRST}`;
      return state.collects ? `Booked, we collect it ${when(state.collects)}` : "Booked, not collected yet";
    case "collected":
      if (state.rest) {
        if (state.rest.waits) return `${collectedInWords(state.rest)}. ${SETTLE_FIRST}`;
        const collects = state.rest.collects ? `, we collect the rest ${when(state.rest.collects)}` : "";
        return `${collectedInWords(state.rest)}${collects}`;
      }
      if (state.fetching) return `Collected. ${fetchingInWords(state.fetching, today)}`;
      return `Collected${there(state.arrival)}`;
    case "on_the_way":
      if (state.fetching) return `On its way. ${fetchingInWords(state.fetching, today)}`;
      return `On its way${there(state.arrival)}`;
    case "at_depot":
      if (state.fetching) return `At our depot. ${fetchingInWords(state.fetching, today)}`;
      return `At our depot${there(state.arrival)}`;
    case "out_for_delivery":
      if (state.waits) return `Out for delivery. ${SETTLE_FIRST}`;
      if (state.some)
        return `${deliveredInWords(state.some)}${state.arrival ? `, the rest comes ${when(state.arrival)}` : ""}`;
      return `Out for delivery${state.arrival?.isPlanned ? `, ${when(state.arrival)}` : there(state.arrival)}`;
    case "failed":
      if (state.stage === 1) return `Nobody was there to hand it over ${inFull(state.missedOn)}. We phone you`;
      if (state.fetching)
        return `Nobody was there ${inFull(state.missedOn)}. ${fetchingInWords(state.fetching, today)}`;
      if (state.waits) return `Nobody was there ${inFull(state.missedOn)}. ${SETTLE_FIRST}`;
      return `Nobody was there ${inFull(state.missedOn)}. We ${state.comes ? `come again ${when(state.comes)}` : "will try again"}`;
    case "late":
      return `${headlineOf(state, now)}. ${lateInWords(state, now)}`;
    case "returning":
      return `What we could not deliver comes back to you${state.comes ? ` ${when(state.comes)}` : ""}${becauseOf(state)}`;
    case "delivered":
      return `Delivered ${atTime(state.at, today, inFull)}`;
    case "returned":
      return `Returned to you ${inFull(saDay(state.at))}`;
    case "cancelled":
      return "Cancelled";
    case "ended":
      return `Will not arrive: ${whyEnded(state.because)}`;
  }
}

/** The state for the office, which is neither the parcel's sender nor its receiver. */
export function officeInWords(state: ParcelState, now: Date): string {
  if (state.state === "failed")
    return `${state.stage === 1 ? "Collection" : "Delivery"} failed ${onDay(state.missedOn, saDay(now))}`;
  const isUnderWay = ["collected", "on_the_way", "at_depot", "out_for_delivery", "ended"].includes(state.state);
  return isUnderWay ? rowInWords(state, now) : headlineOf(state, now);
}

/** "We are looking for it; you hear from us by 12:00 on Tuesday 24 November." */
export function lateInWords({ why, newsBy }: ParcelState & { state: "late" }, now: Date): string {
  const what = {
    "not collected": "We have not collected it yet",
    "rest not collected": "We have not collected all of it yet",
    searching: "We are looking for it",
    settling: "We are working on it",
  }[why];
  const by = `by ${NEWS_AT} on ${shortDate(newsBy)}`;
  if (!isNewsOverdue(newsBy, now)) return `${what}; you hear from us ${by}.`;
  return `${what}. You should have heard from us ${by}. If you haven't, please phone ${contact().phoneShown}.`;
}

/** "today", "on Wednesday", or "on Wednesday 9 December" if that is more than six days off. */
function onDay(day: string, today: string): string {
  if (day === today) return "today";
  if (day === dayAfter(today, 1)) return "tomorrow";
  if (day === dayAfter(today, -1)) return "yesterday";
  return `on ${isNear(day, today) ? shortDate(day).split(" ")[0] : dateOf(day, today)}`;
}

/** When something happened: "Today, 14:05", "Yesterday, 14:05", "20 November 2026, 14:05". */
export function momentInWords(moment: Date, now: Date): string {
  const today = saDay(now);
  const day = { [today]: "Today", [dayAfter(today, -1)]: "Yesterday" }[saDay(moment)];
  return day ? `${day}, ${saClock(moment).slice(-5)}` : saDateTime(moment);
}

/** "on Wednesday" for one day; "by Wednesday" for the last of some. */
function whenInWords({ first, last }: Arrival, today: string, dayInWords: (day: string) => string): string {
  const day = dayInWords(last);
  return first === last || last === today ? day : `by ${day.replace(/^on /, "")}`;
}

const SETTLE_FIRST = "We have to settle something first";
/** Where nothing may be promised before the office has acted on a driver's report. */
export const settleFirst = (who: "it" | "us") =>
  `${SETTLE_FIRST}. Are you waiting for ${who}? Phone ${contact().phoneShown}.`;

const becauseOf = ({ why }: ParcelState & { state: "returning" }) => (why ? `: ${why}` : "");

function returnInWords({ comes, waits }: ParcelState & { state: "returning" }, today: string): string {
  if (waits) return settleFirst("it");
  const when = comes ? `We come to the sender ${dayAndTimes(comes, today)}. ` : "";
  return `${when}Is that not right? Phone ${contact().phoneShown}.`;
}

/** "2 of 3 pieces delivered". */
function deliveredInWords({ count, of }: SomeOf): string {
  return `${count} of ${of} pieces delivered`;
}

/** "2 of 3 pieces collected". */
function collectedInWords({ collected, of }: Rest): string {
  return `${collected} of ${of} pieces collected`;
}

function restInWords({ collects, waits }: Rest, fetching: Fetching | null, today: string): string {
  if (waits) return settleFirst("us");
  const words = collects
    ? `We collect the rest ${dayAndTimes(collects, today)}.`
    : "We phone the sender, then collect the rest.";
  return fetching ? `${words} ${fetchingInWords(fetching, today)}` : words;
}

function collectsInWords(collects: Arrival | null, today: string): string {
  return collects ? `We collect it ${dayAndTimes(collects, today)}.` : "We phone the sender, then collect it.";
}

/** "Delivery is usually Thursday 26 to Friday 27 November. 8 of 10 parcels on this route arrive within 2 working days." */
function usualInWords({ first, last }: Arrival, kept: string | null): string {
  return `Delivery is usually ${shortDates(first, last)}.${kept ? ` ${kept}.` : ""}`;
}

function plannedInWords(arrival: Arrival | null, today: string): string {
  return arrival?.isPlanned ? `We come ${dayAndTimes(arrival, today)}.` : "";
}

function againInWords({ comes, fetching, waits }: ParcelState & { state: "failed" }, today: string): string {
  if (fetching) return toFetchInWords(fetching, today);
  if (waits) return settleFirst("it");
  if (!comes) return `We will try again: phone ${contact().phoneShown} to choose a day.`;
  return `We come again ${dayAndTimes(comes, today)}.`;
}

/** "today, Thursday 26 November", "on Friday 27 November, 09:00 to 12:00". */
function dayAndTimes({ first, times }: Arrival, today: string): string {
  return `${first === today ? "today," : "on"} ${shortDate(first)}${times ? `, ${times}` : ""}`;
}

/** "The receiver fetches it at our depot, until Tuesday 1 December." */
function fetchingInWords(fetching: Fetching, today: string): string {
  const { until } = fetching;
  if (isOver(fetching, today))
    return `The receiver could fetch it at our depot until ${shortDate(until ?? "")}. Now it goes back to the sender.`;
  return `The receiver fetches it at our depot${until ? `, until ${shortDate(until)}` : ""}.`;
}

/** While it is on its way there. */
function toFetchInWords(fetching: Fetching, today: string): string {
  const words = fetchingInWords(fetching, today);
  return isOver(fetching, today) ? words : `${words} Not there yet: we tell you.`;
}

/** "Ready at our depot until Tuesday 1 December, bring the PIN from our message." */
function readyInWords(fetching: Fetching, today: string): string {
  if (isOver(fetching, today)) return fetchingInWords(fetching, today);
  const { until, hasPin } = fetching;
  const ready = `Ready at our depot${until ? ` until ${shortDate(until)}` : ""}`;
  return `${ready}, bring ${hasPin ? "the PIN from our message" : "your ID"}. The depot: ${depotInALine()}.`;
}

const isOver = ({ until }: Fetching, today: string) => until !== null && until < today;

/** "at 14:05" for today, otherwise with its day before it: "on Monday at 14:05". */
function atTime(moment: Date, today: string, dayInWords: (day: string) => string): string {
  const [day, time] = [saDay(moment), saClock(moment).slice(-5)];
  return day === today ? `at ${time}` : `${dayInWords(day)} at ${time}`;
}

const NEAR_DAYS = 6;
const isNear = (day: string, today: string) => day >= dayAfter(today, -NEAR_DAYS) && day <= dayAfter(today, NEAR_DAYS);

const HALF_A_YEAR_DAYS = 180;

/** "Tuesday 24 November"; with its year if that is long ago. */
function dateOf(day: string, today: string): string {
  return day < dayAfter(today, -HALF_A_YEAR_DAYS) ? saWeekday(day) : shortDate(day);
}
