import { amount, date, day, number, place, type Sentence, say, time } from "../say";
import { plural } from "./ours";
import { parcel } from "./parcel";

type Agreed = Parameters<typeof parcel.visit>[0];

const visits = {
  collection: {
    on: (when: Sentence) => say`We collect on ${when}`,
    newDay: say`A new day to collect`,
    agreed: say`We have agreed when we will collect your parcel.`,
    ended: say`The day that we agreed on to collect your parcel is cancelled. We will phone to agree on another day.`,
  },
  /** Of a delivery, to whoever sends it and isn't visited. */
  deliveryToSender: {
    on: (when: Sentence) => say`We deliver on ${when}`,
    newDay: say`A new day to deliver`,
    agreed: say`We have agreed with the receiver when we will deliver the parcel.`,
    ended: say`The day that we agreed on with the receiver is cancelled. We will phone them to agree on another day.`,
  },
  delivery: {
    on: (when: Sentence) => say`We deliver on ${when}`,
    newDay: say`A new day to deliver`,
    agreed: say`We have agreed when we will deliver your parcel.`,
    ended: say`The day that we agreed on to deliver your parcel is cancelled. We will phone to agree on another day.`,
  },
  return: {
    on: (when: Sentence) => say`We bring it back on ${when}`,
    newDay: say`A new day to bring it back`,
    agreed: say`We have agreed when we will bring your parcel back to you.`,
    ended: say`The day that we agreed on to bring your parcel back to you is cancelled. We will phone to agree on another day.`,
  },
};

/** Emails about a booking and its price. */
export const bookings = {
  cancelled: {
    headline: say`Booking cancelled`,
    requestHeadline: say`Request cancelled`,
    opening: {
      staff: say`We have cancelled this booking, so nobody will come to collect the parcel.`,
      customer: say`This booking has been cancelled, as you asked. Nobody will come to collect the parcel.`,
      late: say`We have cancelled this booking, because the parcel did not arrive in the time that our terms give us. We are sorry.`,
    },
    // Also true if it comes late, and the money was sent before.
    refunded: (by: string) =>
      say`You will get the money back the way you paid, by ${day(by)} at the latest. We email you when we send it.`,
    takenOffAccount: say`It is taken off the account: there is nothing to pay for it.`,
    takenByBank: say`Your bank has taken your payment back, so there is nothing to refund.`,
    refundedBefore: say`We have refunded your payment before, so there is nothing to refund.`,
    notCharged: say`You have not been charged. If you have paid in the meantime, we will refund you.`,
  },
  changed: (hasLink: boolean) => ({
    headline: say`Your parcel's details have changed`,
    opening: [say`The details of this parcel have changed. This is how they are now.`],
    closing: [
      ...(hasLink ? [say`If you printed the waybill before, please print it again.`] : []),
      say`If you didn't ask for this, please phone us.`,
    ],
  }),
  changedToNothing: say`(none)`,
  changedPieces: (pieces: number, booked: number) => say`${pieces} of the ${booked} booked`,
  imported(count: number, cents: number, heldUntil: Date) {
    const one = {
      headline: say`Your parcel is ready to pay`,
      opening: [say`We have your parcel. It costs ${amount(cents)}.`],
      pay: say`Pay for it: ${amount(cents)}`,
      closing: [say`We collect it once it is paid.`, say`We hold the price until ${date(heldUntil)}.`],
    };
    const other = {
      headline: say`Your ${count} parcels are ready to pay`,
      opening: [say`We have your list of ${count} parcels. Together they cost ${amount(cents)}.`],
      pay: say`Pay for all of them: ${amount(cents)}`,
      closing: [
        say`You pay once for all parcels. We collect them once they are paid. If you cancel one before you pay, you don't pay for it.`,
        say`We hold the prices until ${date(heldUntil)}.`,
      ],
    };
    return { ...plural(count, { one, other }), terms: say`Our terms, which you agree to when you pay` };
  },
  linksAgain: (count: number) => ({
    headline: plural(count, { one: say`Your waybill number`, other: say`Your waybill numbers` }),
    opening: [say`You asked for the numbers and links of your parcels. Here they are, the newest first.`],
    closing: [say`If you didn't ask for this, somebody typed your email or phone by mistake. Nothing has changed.`],
  }),
  payLink: {
    headline: say`Pay for your parcel`,
    opening: [say`Here is the page on which you pay for your parcel. We collect it when it is paid.`],
    closing: [say`If you didn't ask for this, somebody phoned us about your booking. Nothing has changed.`],
  },
  unpaidAgain: (count: number) => ({
    headline: plural(count, { one: say`Your booking is not paid yet`, other: say`Your bookings are not paid yet` }),
    opening: [say`You asked for the numbers and links of your parcels. Here is where you pay, the newest first.`],
    closing: [say`If you didn't ask for this, somebody typed your email or phone by mistake. Nothing has changed.`],
  }),
  payFor: (no: string) => say`Pay for quote ${number(no)}`,
  notPaid: say`not paid yet`,
  payMoreFor: (no: string) => say`Pay or refuse what more is owed for ${number(no)}`,
  moreToPay: say`more is to be paid`,
  route: (from: string, to: string) => say`${place(from)} to ${place(to)}`,
  waybillOf: (no: string) => say`Waybill ${number(no)}`,
  trackOf: (no: string) => say`Track ${number(no)}`,
  priceAsked: (by: { time: string; day: string }) => ({
    headline: say`We are working out your price`,
    opening: [
      say`Thank you for your request. There is no instant price for this parcel, so a person is working it out.`,
    ],
    closing: [say`We will email you the price by ${time(by.time)} on ${day(by.day)}. You have not been charged.`],
  }),
  priceReady: {
    first: {
      headline: say`Your price is ready`,
      opening: say`Thank you for waiting. We have worked out what your parcel costs.`,
    },
    held: (until: Date) => ({
      headline: say`Your price is held until ${date(until)}`,
      opening: say`Your price has not changed, and we now hold it for longer. This email replaces the one before.`,
    }),
    other: (cents: number, before: number) => ({
      headline: say`Your new price is ${amount(cents)}`,
      opening: say`We have worked out your price again. This email replaces the one before, which said ${amount(before)}.`,
    }),
    pay: say`Pay and book`,
    closing: [say`You have not been charged. We will collect the parcel once you have paid.`],
  },
  openList: (count: number) => ({
    ...plural(count, {
      one: {
        headline: say`${count} parcel of your shop is not paid yet`,
        opening: [say`Your shop's program has booked ${count} parcel that nobody has paid. We collect what is paid.`],
      },
      other: {
        headline: say`${count} parcels of your shop are not paid yet`,
        opening: [say`Your shop's program has booked ${count} parcels that nobody has paid. We collect what is paid.`],
      },
    }),
    pay: say`Pay on your dashboard`,
    closing: [say`If you don't want to send one of them, cancel it. We send this email once a day at most.`],
  }),
  openListOrders: (named: string, more: number) => (more === 0 ? say`${named}` : say`${named} and ${more} more`),
  visit: (visit: keyof typeof visits, agreed: Agreed | null) => ({
    headline: agreed ? visits[visit].on(parcel.visit(agreed)) : visits[visit].newDay,
    opening: [agreed ? visits[visit].agreed : visits[visit].ended],
    closing:
      visit === "deliveryToSender"
        ? [say`You don't need to do anything.`]
        : agreed
          ? [say`Please make sure that somebody is there. If the time doesn't suit you, please phone us.`]
          : [],
  }),
  draft: {
    headline: say`Go on with your parcel on another phone`,
    opening: [say`Open this link on the phone on which you want to go on. What you typed so far is there.`],
    goOn: say`Go on with your parcel`,
    closing: [say`The link works once, for one day. If you didn't ask for it, somebody typed your email by mistake.`],
  },
};
