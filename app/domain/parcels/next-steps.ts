import { saDay, shortDate, shortDates } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import type { ParcelState } from "./parcel-state";

/** Something that happens next, with its day. */
export type NextStep = { when: string; what: string };

type Proclaimed = ReadonlySet<string>;

/** What happens next to a parcel that was paid and isn't collected yet. */
export function stepsOfBooking(
  { collects, arrival }: ParcelState & { state: "booked" },
  { issuedAt, wishedDay }: { issuedAt: Date; wishedDay: string | undefined },
  proclaimed: Proclaimed,
): NextStep[] {
  const paidOn = saDay(issuedAt);
  const day = collects?.first ?? wishedDay;
  const next = shortDate(workingDayAfter(paidOn, 1, proclaimed));
  return [
    { when: shortDate(paidOn), what: "We have your payment, and have emailed you the waybill." },
    {
      when: day ? [shortDate(day), collects?.times].filter(Boolean).join(", ") : `From ${next}`,
      what: day
        ? "We phone the sender, and collect the parcel."
        : "We phone the sender to agree on a time, and collect.",
    },
    {
      when: arrival ? shortDates(arrival.first, arrival.last) : "When it is with the driver",
      what: "We deliver it. The receiver gets a message that morning, with a PIN.",
    },
  ];
}

/** The same for a parcel whose price a person works out. */
export function stepsOfRequest(requestedAt: Date, proclaimed: Proclaimed): NextStep[] {
  const day = saDay(requestedAt);
  return [
    { when: shortDate(day), what: "You have asked, and this number is in your email too." },
    { when: answeredBy(requestedAt, proclaimed), what: "A person has worked out the price, and you have it by email." },
    { when: "When you have paid", what: "We phone the sender, and collect the parcel." },
  ];
}

/** When a manual price is ready at the latest: within one working day. */
export function answerBy(requestedAt: Date, proclaimed: Proclaimed): { time: string; day: string } {
  return { time: "17:00", day: workingDayAfter(saDay(requestedAt), 1, proclaimed) };
}

/** The same in words. */
export function answeredBy(requestedAt: Date, proclaimed: Proclaimed): string {
  const { time, day } = answerBy(requestedAt, proclaimed);
  return `By ${time} on ${shortDate(day)}`;
}
