import { contact } from "#app/contact";
import type { Arrival } from "../pricing/usual-arrival";
import { dayAfter } from "../values/calendar-day";
import { saClock, saDateTime, saDay, saWeekday, weekdayName } from "../values/sa-time";
import { type Fetching, isNewsOverdue, NEWS_AT, type ParcelState } from "./parcel-state";

/** The state as a headline: "On its way, here on Wednesday". */
export function headlineOf(state: ParcelState, now: Date): string {
  const today = saDay(now);
  switch (state.state) {
    case "booked":
      return state.collects
        ? `Booked. We collect it ${onDay(state.collects.first, today)}`
        : "Booked. We collect it next";
    case "collected":
      return `Collected${hereInWords(state.arrival, today)}`;
    case "on_the_way":
      return `On its way${hereInWords(state.arrival, today)}`;
    case "out_for_delivery":
      return `Out for delivery${hereInWords(state.arrival, today)}`;
    case "failed":
      return `We missed you ${onDay(state.missedOn, today)}`;
    case "late":
      return "This parcel is late";
    case "delivered":
      return `Delivered ${atTime(state.at, today)}`;
    case "returned":
      return "Returned to the sender";
    case "cancelled":
      return "This booking was cancelled";
  }
}

/**
 * What happens next, in a sentence or two, for anybody.
 * @param usually the usual days in words, if the state has some
 */
export function nextInWords(state: ParcelState, usually: string | null, now: Date): string {
  const today = saDay(now);
  const days = usually ? `Delivery is ${usually.charAt(0).toLowerCase()}${withoutYears(usually.slice(1))}.` : "";
  switch (state.state) {
    case "booked":
      return `${collectsInWords(state.collects)} ${state.fetching ? fetchingInWords(state.fetching, today) : days}`.trim();
    case "collected":
    case "on_the_way":
      if (state.fetching) return fetchingInWords(state.fetching, today);
      return plannedInWords(state.arrival) || days || "The receiver gets a message when it is out for delivery.";
    case "out_for_delivery":
      if (state.waits)
        return `We have to settle something first. Are you waiting for it? Phone ${contact().phoneShown}.`;
      return `${state.arrival?.times ? `We agreed on ${state.arrival.times}. ` : ""}Please be there, and have the PIN from our message ready.`;
    case "failed":
      return state.stage === 1
        ? "We came to collect it, but nobody was there. We phone the sender to agree on a day."
        : `We came, but could not deliver it. ${againInWords(state, today)} Nobody pays more.`;
    case "late":
      return lateInWords(state, now);
    case "delivered":
      return "Don't you have it, or is something wrong with it? Tell us, and you hear from us.";
    case "returned":
      return `We could not deliver it, so the sender got it back ${atTime(state.at, today)}.`;
    case "cancelled":
      return "It was cancelled before we collected the parcel.";
  }
}

/** The state in a line of a list, for the parcel's sender: "Out for delivery, today". */
export function rowInWords(state: ParcelState, now: Date): string {
  const today = saDay(now);
  const when = (arrival: Arrival) => [whenInWords(arrival, today), arrival.times].filter(Boolean).join(", ");
  switch (state.state) {
    case "booked":
      return state.collects ? `Booked, we collect it ${when(state.collects)}` : "Booked, not collected yet";
    case "collected":
      if (state.fetching) return `Collected. ${fetchingInWords(state.fetching, today)}`;
      return `Collected${state.arrival ? `, there ${when(state.arrival)}` : ""}`;
    case "on_the_way":
      if (state.fetching) return `On its way. ${fetchingInWords(state.fetching, today)}`;
      return `On its way${state.arrival ? `, there ${when(state.arrival)}` : ""}`;
    case "out_for_delivery":
      return `Out for delivery${state.arrival ? `, ${when(state.arrival)}` : ""}`;
    case "failed":
      if (state.stage === 1) return `Nobody was there to hand it over ${onDay(state.missedOn, today)}. We phone you`;
      if (state.fetching)
        return `Nobody was there ${onDay(state.missedOn, today)}. ${fetchingInWords(state.fetching, today)}`;
      return `Nobody was there ${onDay(state.missedOn, today)}. We ${state.comes ? `come again ${when(state.comes)}` : "will try again"}`;
    case "late":
      return `${headlineOf(state, now)}. ${lateInWords(state, now)}`;
    case "delivered":
      return headlineOf(state, now);
    case "returned":
      return `Returned to you ${onDay(saDay(state.at), today)}`;
    case "cancelled":
      return "Cancelled";
  }
}

/** "We are looking for it; you hear from us by 12:00 on Tuesday 24 November." */
export function lateInWords({ why, newsBy }: ParcelState & { state: "late" }, now: Date): string {
  const what = {
    "not collected": "We have not collected it yet",
    searching: "We are looking for it",
    settling: "We are working on it",
  }[why];
  const by = `by ${NEWS_AT} on ${shortDate(newsBy)}`;
  if (!isNewsOverdue(newsBy, now)) return `${what}; you hear from us ${by}.`;
  return `${what}. You should have heard from us ${by}. If you haven't, please phone ${contact().phoneShown}.`;
}

/** "today", "on Wednesday", or "on Wednesday 9 December" if that is more than six days off. */
export function onDay(day: string, today: string): string {
  if (day === today) return "today";
  if (day === dayAfter(today, 1)) return "tomorrow";
  if (day === dayAfter(today, -1)) return "yesterday";
  return `on ${isNear(day, today) ? weekdayName(day) : shortDate(day)}`;
}

/** When something happened: "Today, 14:05", "Yesterday, 14:05", "20 November 2026, 14:05". */
export function momentInWords(moment: Date, now: Date): string {
  const today = saDay(now);
  const day = { [today]: "Today", [dayAfter(today, -1)]: "Yesterday" }[saDay(moment)];
  return day ? `${day}, ${saClock(moment).slice(-5)}` : saDateTime(moment);
}

function hereInWords(arrival: Arrival | null, today: string): string {
  return arrival ? `, here ${whenInWords(arrival, today)}` : "";
}

/** "on Wednesday" for one day; "by Wednesday" for the last of some. */
function whenInWords({ first, last }: Arrival, today: string): string {
  const day = onDay(last, today);
  return first === last || last === today ? day : `by ${day.replace(/^on /, "")}`;
}

function collectsInWords(collects: Arrival | null): string {
  if (!collects) return "We phone the sender, then collect it.";
  return `We collect it on ${withTimes(collects)}.`;
}

function plannedInWords(arrival: Arrival | null): string {
  if (!arrival?.isPlanned) return "";
  return `We come on ${withTimes(arrival)}.`;
}

const withTimes = ({ first, times }: Arrival) => `${shortDate(first)}${times ? `, ${times}` : ""}`;

function againInWords({ comes, fetching }: ParcelState & { state: "failed" }, today: string): string {
  if (fetching) return fetchingInWords(fetching, today);
  if (!comes) return `We will try again: phone ${contact().phoneShown} to choose a day.`;
  return `We come again ${comes.first === today ? "today," : "on"} ${withTimes(comes)}.`;
}

/** "The receiver fetches it at our depot, until Tuesday 1 December." */
function fetchingInWords({ until }: Fetching, today: string): string {
  if (until === null) return "The receiver fetches it at our depot.";
  if (until >= today) return `The receiver fetches it at our depot, until ${shortDate(until)}.`;
  return `The receiver could fetch it at our depot until ${shortDate(until)}. Now it goes back to the sender.`;
}

/** "at 14:05", "yesterday at 14:05", "on Monday at 14:05". */
function atTime(moment: Date, today: string): string {
  const [day, time] = [saDay(moment), saClock(moment).slice(-5)];
  return day === today ? `at ${time}` : `${onDay(day, today)} at ${time}`;
}

const NEAR_DAYS = 6;
const isNear = (day: string, today: string) => day >= dayAfter(today, -NEAR_DAYS) && day <= dayAfter(today, NEAR_DAYS);

/** "Tuesday 24 November": the year goes without saying. */
export function shortDate(day: string): string {
  return withoutYears(saWeekday(day));
}

const withoutYears = (words: string) => words.replaceAll(/ \d{4}\b/g, "");
