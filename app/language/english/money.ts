import { amount, number, say } from "../say";
import { plural } from "./ours";

/** Where parcels are tracked on another site. On ours a waybill is there as soon as this is written. */
const newWaybill = say`A new waybill may take a few minutes to show on the tracking page.`;
const wait = say`We are waiting for your bank: please don't pay again. We email you when the payment arrives.`;

const papers = {
  taxInvoice: say`Tax Invoice`,
  invoice: say`Invoice`,
  receipt: say`Receipt`,
  creditNote: say`Credit Note`,
  debitNote: say`Debit Note`,
};

/** Emails about payments, refunds and invoices. */
export const money = {
  papers,
  paper: (title: keyof typeof papers, no: string) => say`${papers[title]} ${no}`,

  confirmed: {
    headline: say`Booking confirmed`,
    one: {
      opening: {
        paid: [say`Thank you. Your payment arrived and your parcel is booked.`],
        "on account": [say`Thank you. Your parcel is booked, on account: there is nothing to pay now.`],
      },
      next: say`What happens next: we phone the sender, agree on a time and collect the parcel. Print the waybill and stick it on the parcel. If you have no printer, write the waybill number on the parcel, large and clear.`,
      newWaybill,
    },
    more: (count: number) => ({
      parcels: say`${count} parcels`,
      opening: {
        paid: [say`Thank you. Your payment arrived and your ${count} parcels are booked.`],
        "on account": [say`Thank you. Your ${count} parcels are booked, on account: there is nothing to pay now.`],
      },
      track: say`Track a parcel by its waybill number`,
      account: say`Invoices and changes, in the account that booked`,
      next: say`What happens next: we phone the sender, agree on a time and collect the parcels. Print the waybills and stick each on its parcel. If you have no printer, write each waybill number on its parcel, large and clear.`,
      newWaybill,
    }),
  },
  /** What an account owes that pays by month. */
  onAccount: {
    label: say`On account`,
    invoice: say`Invoice`,
    due: (days: number) => say`When we collect it. Due ${days} days after the end of that month`,
  },
  /** What a payer reads of receivers whom we can't email, and of how many parcels that is. */
  byPhoneAlone: (without: number, of: number) =>
    of === 1
      ? say`We have no email for the receiver, so we will only send a text message, on the day of the delivery.`
      : plural(without, {
          one: say`We have no email for one receiver, so we will only send a text message, on the day of the delivery.`,
          other: say`We have no email for ${without} receivers, so we will only send text messages, on the day of the delivery.`,
        }),
  invoice: {
    opening: [say`Here is the invoice for your parcel, to read or print.`],
    closing: [say`It replaces any earlier one with the same number.`],
  },

  numberOf: {
    waybill: (no: string) => say`Waybill ${number(no)}`,
    quote: (no: string) => say`Quote ${number(no)}`,
  },
  bookingsTogether: (count: number) => say`${count} bookings`,
  pay: { parcel: say`Pay for the parcel`, rest: say`Pay the rest`, wait },
  owed: {
    headline: (cents: number) => say`We will refund ${amount(cents)}`,
    why: {
      cancelled: say`We have received a payment for a booking that was cancelled. Nobody will collect the parcel.`,
      twice: say`We have received a second payment for a parcel that you had already paid for.`,
      onAccount: say`We have received a payment for a parcel that is on your account. Your account pays for it by month.`,
      charge: say`We have received a payment that we were not waiting for.`,
      anotherPrice: say`We have received a payment that is not the price of your parcel.`,
    },
    unpaid: say`We will refund it. It does not pay for the parcel: we collect that when its own price is paid.`,
    nothingToDo: say`You don't need to do anything. We will refund it.`,
    closing: [say`We will refund you the way you paid. You will get another email when we have sent the money.`],
  },
  /** The way that the money came, and went back. */
  refunded: {
    payfast: {
      headline: say`We have refunded you`,
      opening: [say`We have sent your refund, the way you paid.`],
      closing: [say`Your bank may take a few working days to show it.`],
    },
    bank: {
      headline: say`We have refunded you`,
      opening: [say`We have sent your refund to your bank account.`],
      closing: [say`Your bank may take a few working days to show it.`],
    },
    cash: {
      headline: say`We have refunded you`,
      opening: [say`We have refunded you in cash.`],
      closing: [say`If you did not get it, please answer this email.`],
    },
  },
  part: {
    headline: (cents: number) => say`${amount(cents)} is still missing`,
    opening: [
      say`We have received a part of the price of your parcel.`,
      say`We collect it when you have paid the rest. If you would rather not send it, cancel the booking, and we will refund you.`,
    ],
  },
  paymentUndone: {
    headline: say`We made a mistake with a payment`,
    opening: say`We are sorry. We noted a payment from you by mistake.`,
    unpaid: say`So the parcel is not paid, and nobody will collect it yet.`,
    unpaidWithWaybill: say`So the parcel is not paid, and nobody will collect it yet. Its waybill is not valid until it is paid.`,
    nothingToDo: say`You don't need to do anything. There is nothing to refund.`,
    closing: [say`If you have paid, please answer this email and tell us when.`],
  },
  paymentMoved: {
    headline: say`We have moved your payment`,
    opening: say`Your payment was meant for another booking. We have moved it there.`,
    unpaid: say`So this parcel is not paid, and nobody will collect it yet.`,
    unpaidWithWaybill: say`So this parcel is not paid, and nobody will collect it yet. Its waybill is not valid until it is paid.`,
    nothingToDo: say`You don't need to do anything.`,
    closing: [say`If that is wrong, please answer this email.`],
  },
  claim: {
    headline: say`We have paid you for your parcel`,
    opening: {
      lost: say`We are sorry that your parcel is lost. We have paid you for what was in it, by bank.`,
      damaged: say`We are sorry that your parcel was damaged. We have paid you for what was in it, by bank.`,
    },
    closing: [say`Your bank may take a few working days to show it.`],
  },
  claimUndone: {
    headline: say`We made a mistake with a payment to you`,
    opening: [
      say`We are sorry. We told you that we had paid you for what was in your parcel. That was a mistake.`,
      say`Please phone us if you have a question about it.`,
    ],
  },
  refundUndone: {
    headline: say`We made a mistake with a refund`,
    opening: say`We are sorry. We told you of a refund that has not been sent.`,
    isOwed: say`We will email you when it is.`,
  },
};
