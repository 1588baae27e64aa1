import { catalogue } from "#app/language/language";
import { joined, type Sentence } from "#app/language/say";
import { type Arrival, plannedDay } from "../prices/usual-arrival";
import { saDay } from "../values/sa-time";
import type { Fetching, ParcelState } from "./parcel-state";

/** What a page says of a parcel: its state as a headline, and what happens next. */
export type SaidOfParcel = { headline: Sentence; next: Sentence };

/**
 * A parcel's state for its receiver: above all when it comes, or that it is ready at our depot. Where neither is known,
 * as everybody reads it.
 * @param forAll what tracking says of it
 */
export function stateForReceiver(state: ParcelState, forAll: SaidOfParcel, now: Date): SaidOfParcel {
  const today = saDay(now);
  if (state.due || state.delayed || ("waits" in state && state.waits)) return forAll;
  const fetching = "fetching" in state ? state.fetching : null;
  if (fetching) return isKept(fetching, today) ? fetched(fetching, state.state === "at_depot") : forAll;
  const isWhole = !("some" in state && state.some) && !("rest" in state && state.rest);
  const arrival = isWhole && "arrival" in state ? state.arrival : null;
  if (!arrival || arrival.isLate) return forAll;
  const { panel } = catalogue().receiver;
  return {
    headline: arrival.isPlanned ? panel.comes(plannedDay(arrival, today)) : panel.shouldCome(usualDays(arrival, today)),
    next: state.state === "out_for_delivery" ? catalogue().parcelState.next.beThere : panel.message,
  };
}

const isKept = ({ until }: Fetching, today: string) => until === null || until >= today;

function fetched({ until, hasPin }: Fetching, isThere: boolean): SaidOfParcel {
  const { panel } = catalogue().receiver;
  const { headline, next } = catalogue().parcelState;
  if (isThere)
    return {
      headline: until ? panel.readyUntil(until) : headline.ready,
      next: panel.bring(hasPin ? next.pin : next.id),
    };
  return {
    headline: panel.fetched,
    next: joined([next.notThereYet, ...(until ? [panel.keptUntil(until)] : [])]),
  };
}

/** "on Friday 27 November", "Thursday 26 to Friday 27 November", or "by Friday 27 November" once the first of them is over. */
function usualDays({ first, last }: Arrival, today: string): Sentence {
  const { when } = catalogue().parcelState;
  if (last === today) return when.todayIs(last);
  if (first === last) return when.on(when.day(last));
  return first > today ? catalogue().receiver.panel.days(first, last) : when.by(when.day(last));
}
