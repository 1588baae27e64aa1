import { day, name, place, type Sentence, say } from "../say";
import { emails } from "./emails";
import { ourEmail, ourPhone } from "./ours";
import { parcel } from "./parcel";

const { beThere } = emails;

const whoPays = (isLocal: boolean) =>
  isLocal
    ? say`You have nothing to pay: the sender pays for the delivery.`
    : say`The sender pays for the delivery. Your country may ask you for customs duty.`;
/** Who sends it, if they gave a name. */
const theSender = (sender: string | null) => (sender ? say`${name(sender)}` : say`the sender`);

const dontWait = say`You don't have to wait for it.`;
const goesBack = say`The parcel for you goes back to the sender`;

/** Emails to the receiver of a parcel. */
export const toReceiver = {
  announced({ sender, to, isLocal }: { sender: string | null; to: string; isLocal: boolean }) {
    const headline = sender ? say`${name(sender)} is sending you a parcel` : say`Somebody is sending you a parcel`;
    return {
      headline,
      opening: [say`${headline}. We will bring it to you in ${place(to)}.`],
      closing: [
        say`What happens next: we collect the parcel and bring it to you. ${beThere} We will write to you on the day.`,
        say`${whoPays(isLocal)} If you know nothing about this parcel, write to ${ourEmail()}.`,
      ],
    };
  },
  announcedTogether({ sender, count }: { sender: string | null; count: number }) {
    const headline = sender
      ? say`${name(sender)} is sending you ${count} parcels`
      : say`Somebody is sending you ${count} parcels`;
    return {
      headline,
      opening: [say`${headline}.`],
      closing: [
        say`What happens next: we collect the parcels and bring them to you. ${beThere} We will write to you on the day.`,
        say`${whoPays(true)} If you know nothing about these parcels, write to ${ourEmail()}.`,
      ],
    };
  },
  placeAmongMore: (to: string) => say`to ${place(to)}`,
  /** `today`: the day, where it may say that it comes today. */
  comes: ({ today, isLocal }: { today: string | null; isLocal: boolean }) => ({
    headline: today ? say`Your parcel comes today` : say`Your parcel is out for delivery`,
    opening: [
      today
        ? say`Your parcel is out for delivery. The driver brings it today, ${day(today)}. ${beThere}`
        : say`Your parcel is out for delivery. The driver brings it. ${beThere}`,
    ],
    closing: [say`Tell the PIN to nobody but the driver at your door.`, whoPays(isLocal)],
  }),
  tellTheDriver: say`When you have the parcel, tell the driver`,
  tellTheDepot: say`When you fetch it, tell us`,
  ready: ({ until, isLocal }: { until: string; isLocal: boolean }) => ({
    headline: say`Your parcel is ready at our depot`,
    opening: [say`Your parcel is ready at our depot. We keep it for you until ${day(until)}.`],
    closing: [say`Then it goes back to the sender. Can't you come? Phone us: ${ourPhone()}.`, whoPays(isLocal)],
  }),
  delivered: () => ({
    headline: say`Your parcel has been delivered`,
    opening: [say`We have delivered your parcel.`],
    closing: [say`If you don't have it, or something is wrong with it, use the link to tell us, and we will answer.`],
  }),
  someDelivered: (count: number, of: number) => ({
    headline: say`${parcel.pieces(count, of)} delivered`,
    opening: [say`We have delivered ${parcel.pieces(count, of)} of your parcel.`],
    closing: [say`If you don't have them, or something is wrong, use the link to tell us, and we will answer.`],
  }),
  /** `missed`: what the driver met, if we know it. */
  missed: ({ missed, tryAgain, hasPin }: { missed: Sentence | null; tryAgain: Sentence; hasPin: boolean }) => ({
    headline: say`We could not deliver your parcel`,
    opening: [say`We came with your parcel, but ${missed ?? say`could not deliver it`}. ${tryAgain}`],
    closing: [hasPin ? say`${beThere} Your PIN stays the same.` : beThere],
  }),
  goesBack: (sender: string | null, why: Sentence | null) => ({
    headline: goesBack,
    opening: [
      why
        ? say`We could not deliver the parcel from ${theSender(sender)}: ${why}. It goes back to the sender now.`
        : say`We could not deliver the parcel from ${theSender(sender)}. It goes back to the sender now.`,
      dontWait,
    ],
    closing: [say`If you still want it, phone us at once: ${ourPhone()}.`],
  }),
  /** Its sender didn't pay more, which is not for its receiver to know. */
  goesBackUnpaid: (sender: string | null) => ({
    headline: goesBack,
    opening: [say`The parcel from ${theSender(sender)} goes back to the sender now.`, dontWait],
    closing: [say`If you still want it, ask the sender.`],
  }),
  wentBack: (sender: string | null) => ({
    headline: say`The parcel for you went back to the sender`,
    opening: [say`We have returned the parcel from ${theSender(sender)} to the sender.`],
    closing: [say`It will not come. If you still want it, ask the sender, or phone us: ${ourPhone()}.`],
  }),
  ended: (sender: string | null, why: Sentence) => ({
    headline: say`The parcel for you will not arrive`,
    opening: [say`The parcel from ${theSender(sender)} will not arrive. ${why}`],
    closing: [say`If you still want it, ask the sender. If you have a question, phone us: ${ourPhone()}.`],
  }),
  cancelled: (sender: string | null) => ({
    headline: say`The parcel for you was cancelled`,
    opening: [
      sender
        ? say`The parcel that ${name(sender)} wanted to send you was cancelled. We will not bring it.`
        : say`The parcel that somebody wanted to send you was cancelled. We will not bring it.`,
    ],
    closing: [say`You don't need to do anything.`],
  }),
  /** Its booking waits for its payment again, which is not for its receiver to know. */
  notBooked: (sender: string | null) => ({
    headline: say`The parcel for you is not booked yet`,
    opening: [
      sender
        ? say`We told you of a parcel that ${name(sender)} wants to send you. Its booking is not complete yet, so it is not on its way.`
        : say`We told you of a parcel that somebody wants to send you. Its booking is not complete yet, so it is not on its way.`,
    ],
    closing: [say`You don't need to do anything. You get another email once it is booked.`],
  }),
  newEmail: () => ({
    headline: say`No more messages to this email`,
    opening: [
      say`The receiver's email for this parcel was changed, so we will send no more messages about it to this one.`,
    ],
    closing: [say`If you are the receiver and didn't ask for this, phone us at ${ourPhone()}.`],
  }),
};
