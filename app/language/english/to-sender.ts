import { day, moment, name, type Sentence, say, time } from "../say";
import { ourEmail, ourPhone } from "./ours";
import { parcel } from "./parcel";
import { parcelState } from "./parcel-state";

const agreeOnADay = () => say`We phone you to agree on a day, or you phone us: ${ourPhone()}. You don't pay more.`;

const agreeOnReturn = () => say`Is this wrong, or do you want to agree on a day? Phone us: ${ourPhone()}.`;

const comesTo = {
  collection: {
    headline: say`We may not collect the parcel as we said`,
    told: say`We told you when we collect the parcel. Something came up, and we may not come then. We are sorry.`,
  },
  delivery: {
    headline: say`We may not bring the parcel as we said`,
    told: say`We told you when we bring the parcel. Something came up, and we may not come then. We are sorry.`,
  },
  return: {
    headline: say`We may not bring the parcel back as we said`,
    told: say`We told you when we bring the parcel back. Something came up, and we may not come then. We are sorry.`,
  },
};

/** Emails to the sender of a parcel on its way, and those that both people get. */
export const toSender = {
  /** `missed`: what the driver met. */
  collectionFailed: (missed: Sentence) => ({
    headline: say`We came to collect your parcel`,
    opening: [say`We came to collect your parcel, but ${missed}.`],
    closing: [agreeOnADay()],
  }),
  collected: () => ({
    headline: say`We have collected your parcel`,
    opening: [say`We have collected your parcel.`],
    closing: [
      say`What happens next: we bring the parcel to the receiver. We will email you when it has been delivered.`,
    ],
  }),
  someCollected: ({ count, of, left }: { count: number; of: number; left: number }) => ({
    headline: say`We have collected ${parcel.pieces(count, of)}`,
    opening: [
      say`We have collected ${parcel.pieces(count, of)} of your parcel. ${parcelState.missing.toCollect(left)}`,
    ],
    closing: [
      say`What happens next: we phone you to agree on a day for the rest, or you phone us: ${ourPhone()}. You don't pay more.`,
    ],
  }),
  fewerCollected: (collected: number, booked: number, why: Sentence) => ({
    headline: say`We have collected ${parcel.pieces(collected, booked)}`,
    opening: [say`We have collected ${collected} of the ${booked} pieces that you booked.`, why],
    closing: [say`Is this wrong, or do you have a question about the price? Phone us: ${ourPhone()}.`],
  }),
  notAsWeSaid: (visit: keyof typeof comesTo) => ({
    headline: comesTo[visit].headline,
    opening: [comesTo[visit].told, say`You don't have to wait for us.`],
    closing: [say`Do you want to know more? Phone us: ${ourPhone()}.`],
  }),
  delivered: (receiver: string | null) => ({
    headline: say`Your parcel has been delivered`,
    opening: [
      receiver ? say`We have delivered your parcel to ${name(receiver)}.` : say`We have delivered your parcel.`,
    ],
    closing: [say`Thank you for sending with us.`],
  }),
  someDelivered: (receiver: string | null, count: number, of: number) => ({
    headline: say`${parcel.pieces(count, of)} delivered`,
    opening: [
      receiver
        ? say`We have delivered ${parcel.pieces(count, of)} of your parcel to ${name(receiver)}.`
        : say`We have delivered ${parcel.pieces(count, of)} of your parcel.`,
    ],
    closing: [say`We will write again when the rest is delivered.`],
  }),
  /** `on`: the day on which the rest comes, if it is planned. */
  restComes: (left: number, on: string | null) =>
    on
      ? say`${parcelState.missing.toCome(left)} We bring the rest on ${day(on)}.`
      : say`${parcelState.missing.toCome(left)} We arrange a day for the rest with the receiver. Questions? Phone ${ourPhone()}.`,
  tryAgain: (on: string | null) => (on ? say`We try again on ${day(on)}.` : say`We will try again.`),
  /** `missed`: what the driver met, if we know it. */
  deliveryFailed: (missed: Sentence | null, tryAgain: Sentence) => ({
    headline: say`We could not deliver your parcel yet`,
    opening: [say`We came to deliver your parcel, but ${missed ?? say`could not`}. ${tryAgain}`],
    closing: [say`You don't pay more. Please ask the receiver to be there, or phone us if the address has changed.`],
  }),
  late: (next: Sentence) => ({
    headline: say`The parcel is late`,
    opening: [say`This parcel is late, and we are sorry. ${next}`],
    closing: [say`You don't need to do anything. If you have a question, phone us: ${ourPhone()}.`],
  }),
  /** `said`: what the office tells, in its own words. */
  news: (said: string, at: string, by: string) => ({
    headline: say`News of the parcel`,
    opening: [say`${said}`, say`You will hear from us again by ${time(at)} on ${day(by)}, unless it arrives before.`],
    closing: [say`You don't need to do anything. If you have a question, phone us: ${ourPhone()}.`],
  }),
  newsOverdue: (at: string, by: string) => ({
    headline: say`We are late with news of the parcel`,
    opening: [
      say`You should have heard from us by ${time(at)} on ${day(by)}. We are late with this, and we are sorry.`,
    ],
    closing: [say`We are still working on it. Do you want to know more now? Phone us: ${ourPhone()}.`],
  }),
  /** `what`: what we can't do, where, until when and why. */
  delayed: (what: Sentence) => ({
    headline: say`Your parcel is delayed`,
    opening: [say`We are sorry: your parcel is delayed. ${what}`],
    closing: [say`You don't need to do anything. If you have a question, phone us: ${ourPhone()}.`],
  }),
  /** `on`: the day on which we come, if it is known. */
  delayOver: (because: string, on: string | null) => ({
    headline: say`The delay is over`,
    opening: [
      on
        ? say`Your parcel was delayed: ${because}. That is over, and we come on ${day(on)}.`
        : say`Your parcel was delayed: ${because}. That is over, and we come as soon as we can.`,
    ],
    closing: [say`If you have a question, phone us: ${ourPhone()}.`],
  }),
  comesBack: (why: Sentence | null) => ({
    headline: say`Your parcel comes back to you`,
    opening: [
      why
        ? say`We could not deliver your parcel: ${why}. Our driver brings it back to you.`
        : say`We could not deliver your parcel. Our driver brings it back to you.`,
    ],
    closing: [agreeOnReturn()],
  }),
  comesBackUnpaid: () => ({
    headline: say`Your parcel comes back to you`,
    opening: [
      say`We asked you to pay more for your parcel, and you have not paid it. Our driver brings the parcel back to you.`,
    ],
    closing: [agreeOnReturn()],
  }),
  returnMissed: (missed: Sentence | null) => ({
    headline: say`We came to bring your parcel back`,
    opening: [say`We came to bring your parcel back to you, but ${missed ?? say`could not hand it over`}.`],
    closing: [agreeOnADay()],
  }),
  /** `isOurs`: whether our terms say what we pay for it. */
  ended(why: Sentence, isOurs: boolean) {
    const ask = say`Phone us, and have the waybill number at hand: ${ourPhone()}.`;
    return {
      headline: say`Your parcel will not arrive`,
      opening: [say`Your parcel will not arrive. ${why}`],
      closing: [isOurs ? say`Our terms say what we pay for a lost or damaged parcel. ${ask}` : ask],
    };
  },
  /** `isUnpaid`: they didn't pay more. */
  returned: (isUnpaid: boolean) => ({
    headline: say`Your parcel was returned`,
    opening: [
      isUnpaid
        ? say`You have not paid the amount that we asked for beside the price, so we have returned your parcel to you.`
        : say`We could not deliver your parcel, so we have returned it to you.`,
    ],
    closing: [say`If you have questions, write to ${ourEmail()} or phone ${ourPhone()}.`],
  }),

  /** What a correction takes back, and what is true instead. */
  corrections: {
    failed_collection: {
      said: say`nobody was there when we came to collect`,
      headline: say`Correction, we did not miss anybody`,
    },
    collected: { said: say`we had collected your parcel`, headline: say`Correction, it was not collected` },
    at_depot: { said: say`your parcel was ready at our depot`, headline: say`Correction, it is not there yet` },
    out_for_delivery: {
      said: say`your parcel was out for delivery`,
      headline: say`Correction, it was not out for delivery`,
    },
    delivered: { said: say`your parcel had been delivered`, headline: say`Correction, it was not delivered` },
    failed_attempt: {
      said: say`we could not deliver your parcel`,
      headline: say`Correction, we did not miss anybody`,
    },
    returning: { said: say`your parcel goes back to the sender`, headline: say`Correction, it does not go back` },
    return_missed: {
      said: say`nobody was there when we came to bring your parcel back`,
      headline: say`Correction, we did not miss anybody`,
    },
    returned: { said: say`your parcel was returned`, headline: say`Correction, it was not returned` },
    ended: { said: say`your parcel will not arrive`, headline: say`Correction, it is still to come` },
  },
  correction: (at: Date, said: Sentence) => ({
    opening: [say`On ${moment(at)} we told you that ${said}. That was a mistake, and we are sorry.`],
    closing: [say`The tracking page shows where your parcel is now. We will write to you when there is news.`],
  }),

  newLinks: {
    headline: say`Your links to this parcel`,
    opening: {
      sender: say`We have corrected the sender's details of this parcel. The links in our earlier emails no longer work. Please use these.`,
      receiver: say`We have corrected the receiver's details of this parcel. The links in our earlier emails no longer work. Please use these.`,
    },
    closing: [say`If you know nothing about this parcel, please phone us.`],
  },
};
