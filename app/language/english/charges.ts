import { amount, day, joined, type Sentence, say, time } from "../say";
import { ourPhone } from "./ours";

const phoneUs = () => say`Is this wrong? Phone us: ${ourPhone()}.`;

/** Emails about what is to be paid beside the price. */
export const charges = {
  see: say`See it, and pay or refuse`,
  agreed: say`Agreed`,
  /** What becomes of the money of a parcel whose sender won't pay more. */
  refund: say`refund all that you paid for it`,
  /** The same of one whose price nobody has paid. */
  takeOff: say`take its price off the account`,
  waitsUntil: say`We wait until`,
  until: (at: string, by: string) => say`${time(at)} on ${day(by)}`,
  due: {
    headline: (cents: number) => say`Please pay ${amount(cents)} more`,
    opening: say`Your parcel is not as it was booked, or is to go to another place, so it costs more.`,
    again: say`We are sorry: we noted a payment from you by mistake. So this is still to be paid.`,
    several: (cents: readonly number[]) =>
      say`It is made up of ${joined(cents.map(amount), " + ")}, and each is paid by itself. The page shows them all.`,
    part: (cents: number) => say`${amount(cents)}`,
    waits: (at: string, by: string) =>
      say`It waits until you have paid. If we have no answer by ${time(at)} on ${day(by)}, it waits at our depot or we bring it back to you.`,
    notCollected: (at: string, by: string) =>
      say`We collect it when you have paid. We wait for your answer until ${time(at)} on ${day(by)}.`,
    delivered: say`The parcel is delivered, and this is not paid yet.`,
    refuse: (money: Sentence) =>
      say`If you don't want to pay this, say so on the same page. Then we bring the parcel back to you, and ${money}.`,
    cancel: (money: Sentence) =>
      say`If you don't want to pay this, say so on the same page. Then we cancel the booking, and ${money}.`,
    closing: () => [phoneUs()],
  },
  onAccount: {
    headline: (cents: number) => say`${amount(cents)} more is on your account`,
    opening: [
      say`Your parcel is not as it was booked, or is to go to another place, so it costs more.`,
      say`This is on your account, like its price. There is nothing to pay now, and the parcel goes on.`,
    ],
    label: say`On your account`,
    closing: () => [phoneUs()],
  },
  receiver: {
    headline: say`Your parcel waits for its sender`,
    opening: (at: string, by: string) =>
      say`We have asked the sender something about the parcel, and it waits for the answer. If we have none by ${time(at)} on ${day(by)}, it waits at our depot or goes back to the sender.`,
    closing: () => [say`Are you waiting for it? Phone us: ${ourPhone()}.`],
  },
  paid: {
    headline: (cents: number) => say`Thank you, we have received ${amount(cents)}`,
    opening: say`Your parcel waits no longer.`,
    notCollected: say`We phone the sender, agree on a time and collect it.`,
    goesOn: say`It goes on its way.`,
    delivered: say`Nothing more is to be paid for this parcel.`,
  },
  still: {
    waits: (cents: number) => say`${amount(cents)} more is still to be paid. The parcel waits until then.`,
    notCollected: (cents: number) => say`${amount(cents)} more is still to be paid. We collect the parcel after that.`,
    delivered: (cents: number) => say`${amount(cents)} more is still to be paid for this parcel.`,
  },
  withdrawn: {
    headline: (cents: number) => say`You don't have to pay ${amount(cents)} more`,
    opening: say`We had asked you to pay more for your parcel. You don't have to pay this.`,
  },
  goesOn: {
    headline: say`Your parcel waits no longer`,
    opening: say`We have the sender's answer. The parcel goes on its way.`,
  },
  refused: {
    headline: say`We bring your parcel back`,
    opening: (cents: number, money: Sentence) =>
      say`You don't want to pay ${amount(cents)} more. So we bring your parcel back to you, and ${money}.`,
    refund: (cents: number, by: string) => say`We will refund ${amount(cents)} by ${day(by)}, the way you paid.`,
    closing: () => [phoneUs()],
  },
};
