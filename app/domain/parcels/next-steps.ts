import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { isOver, saDay, shortDate, shortDates } from "../values/sa-time";
import { workingDayAfter } from "../values/working-days";
import type { ParcelState } from "./parcel-state";

/** Something that happens next, with its day. */
export type NextStep = { when: string; what: string };

/** A time of a South African day. */
type By = { time: string; day: string };
type Proclaimed = ReadonlySet<string>;

/** What happens next to a parcel that was paid, or is on account, and isn't collected yet. */
export function stepsOfBooking(
  { collects, arrival, isUntold }: ParcelState & { state: "booked" },
  booked: { issuedAt: Date; wishedDay: string | undefined; isOnAccount: boolean },
  proclaimed: Proclaimed,
): NextStep[] {
  const { wishedDay, isOnAccount } = booked;
  const bookedOn = saDay(booked.issuedAt);
  const day = collects?.first ?? wishedDay;
  const next = shortDate(workingDayAfter(bookedOn, 1, proclaimed));
  return [
    {
      when: shortDate(bookedOn),
      what: isOnAccount
        ? "It is booked on account, and we have emailed you the waybill."
        : "We have your payment, and have emailed you the waybill.",
    },
    {
      when: day ? [shortDate(day), collects?.times].filter(Boolean).join(", ") : `From ${next}`,
      what: day
        ? "We phone the sender, and collect the parcel."
        : "We phone the sender to agree on a time, and collect.",
    },
    {
      when: arrival ? shortDates(arrival.first, arrival.last) : "When it is with the driver",
      what: isUntold
        ? "We deliver it. No message of ours can reach the receiver: please tell them that it comes."
        : "We deliver it. The receiver gets a message that morning, with a PIN.",
    },
  ];
}

/** The same for a parcel whose price a person works out. */
export function stepsOfRequest(requestedAt: Date, by: By, now: Date): NextStep[] {
  const day = saDay(requestedAt);
  return [
    { when: shortDate(day), what: "You have asked, and this number is in your email too." },
    {
      when: isByOver(by, now) ? "Late, and we are sorry" : inWords(by),
      what: "A person has worked out the price, and you have it by email.",
    },
    { when: "When you have paid", what: "We phone the sender, and collect the parcel." },
  ];
}

/** When a manual price is ready at the latest: within one working day. */
export function answerBy(requestedAt: Date, proclaimed: Proclaimed): By {
  return { time: DAY_ENDS_AT, day: workingDayAfter(saDay(requestedAt), 1, proclaimed) };
}

/** By when a manual price is ready, or that we are late with it. */
export function answeredBy(by: By, now: Date): string {
  if (!isByOver(by, now)) return `${inWords(by)} we will email you the price.`;
  return `${inWords(by)} you should have had the price. ${plainText(catalogue().parcelState.next.weAreLate())}`;
}

const inWords = ({ time, day }: By) => `By ${time} on ${shortDate(day)}`;
const isByOver = ({ time, day }: By, now: Date) => isOver(`${day} ${time}`, now);
