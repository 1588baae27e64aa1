import { day, name, place, type Sentence, say } from "../say";
import { emails } from "./emails";
import { ourPhone } from "./ours";
import { parcel } from "./parcel";

type Agreed = Parameters<typeof parcel.visit>[0];

const bringsIt = (agreed: Agreed | null) =>
  agreed ? say`We bring it on ${parcel.visit(agreed)}, as agreed before.` : say`We bring it in the usual time.`;

/** Emails about what a receiver asks for. `wish`: as `receiver.wish`. */
export const wishes = {
  taken: {
    headline: {
      neighbour: say`Your neighbour will take the parcel, as you asked`,
      day: (agreed: Agreed) => say`We bring it on ${parcel.visit(agreed)}, as you asked`,
      depot: say`You fetch the parcel at the depot, as you asked`,
    },
    byPhone: (wish: Sentence) => say`You told us by phone: ${wish}.`,
    byLink: (wish: Sentence) => say`Somebody with your link asked for this: ${wish}.`,
    follows: {
      neighbour: (who: string, house: string) => [
        say`The driver will bring it to ${name(who)}, ${place(house)}.`,
        say`When your PIN comes, give it to that person.`,
      ],
      day: [emails.beThere],
      depot: (until: string | null, days: number) => [
        until
          ? say`We keep it for you at the depot until ${day(until)}. Then it goes back to the sender.`
          : say`It isn't at our depot yet. Once it is, we keep it for you for ${days} days, and after that it goes back. Track the parcel to see when we have it.`,
      ],
    },
    notMe: say`This wasn't me`,
    change: say`Change it or take it back`,
    closing: () => [say`If it wasn't you, use the link “This wasn't me”, or phone us at ${ourPhone()}.`],
  },
  ended: {
    headline: say`What you asked for is cancelled`,
    opening: (wish: Sentence) => say`This is cancelled: ${wish}.`,
    toReceiver: say`The driver brings the parcel to you.`,
    bringsIt,
    closing: {
      office: () => [say`Our office cancelled it. If you still want it, phone us at ${ourPhone()}.`],
      receiver: () => [say`If it wasn't you who cancelled it, phone us at ${ourPhone()}.`],
    },
  },
  toSender: {
    made: {
      day: (wish: Sentence) => ({
        headline: say`The receiver asked for another day`,
        opening: [say`The receiver asked for ${wish}. We bring the parcel then.`],
      }),
      depot: (until: string | null) => ({
        headline: say`The receiver fetches the parcel`,
        opening: [
          until
            ? say`The receiver fetches the parcel at our depot, until ${day(until)}.`
            : say`The receiver fetches the parcel at our depot.`,
        ],
      }),
    },
    ended: {
      day: (agreed: Agreed | null) => ({
        headline: agreed ? say`The day agreed on before applies again` : say`The agreed day is cancelled`,
        opening: [say`The receiver took back the day that they had asked for. ${bringsIt(agreed)}`],
      }),
      depot: (agreed: Agreed | null) => ({
        headline: say`We bring the parcel to the receiver`,
        opening: [say`The receiver will not fetch the parcel at our depot. ${bringsIt(agreed)}`],
      }),
    },
    closing: [say`You don't need to do anything.`],
  },
};
