import { depotInALine } from "#app/contact";
import { day, days, name, number, place, type Sentence, say, strong, time } from "../say";
import { ourPhone } from "./ours";

const isSomebodyElse = () => say`Is it somebody else? Keep the PIN to yourself, and phone us at ${ourPhone()}.`;

/** The page of a parcel's receiver, by the link in their message. */
export const receiver = {
  title: say`Your parcel`,
  isWrong: () => say`Is the address wrong? Phone us at ${ourPhone()}.`,
  /** Once nothing can be wished for here. */
  isWrongOrAway: () => say`Is the address wrong, or can't you be there? Phone us at ${ourPhone()}.`,
  notOnItsWay: say`This parcel is no longer on its way, so the driver doesn't need to find you.`,
  goBack: say`Does it have to go back? You book that here, as its sender, and pay for it.`,
  sendItBack: say`Send it back`,
  track: say`Track the parcel`,

  /** What leads: who sends it, when it comes, where it is, who brings it. */
  panel: {
    from: (sender: string, no: string) => say`From ${name(sender)}, ${number(no)}`,
    /** For a day that is planned. */
    comes: (when: Sentence) => say`Your parcel comes ${when}`,
    /** For the days on which it usually would. */
    shouldCome: (when: Sentence) => say`Your parcel should come ${when}`,
    days: (first: string, last: string) => say`${days(first, last)}`,
    readyUntil: (until: string) => say`Ready at our depot until ${day(until)}`,
    bring: (what: Sentence) => say`Bring ${what}. The depot: ${place(depotInALine())}.`,
    fetched: say`You fetch it at our depot`,
    keptUntil: (until: string) => say`We keep it for you until ${day(until)}.`,
    to: (address: string) => say`To ${place(address)}.`,
    message: say`You get a message when it is out for delivery.`,
    payNothing: say`You pay nothing.`,
    brings: ({ firstName, plate }: { firstName: string; plate: string | null }) =>
      plate
        ? say`${strong(say`${name(firstName)} brings it. The number plate ends in ${number(plate)}.`)} ${isSomebodyElse()}`
        : say`${strong(say`${name(firstName)} brings it.`)} ${isSomebodyElse()}`,
  },

  place: {
    title: say`Help the driver find me`,
    note: say`A gate, a shop, a colour, a map link`,
    label: say`How will the driver find it?`,
    hint: say`For example: blue gate opposite the taxi rank. Plus codes and map links too.`,
    nameInErrors: say`Your landmark`,
    readAs: (code: string) => say`We read this as ${code}.`,
    save: say`Save`,
    saving: say`Saving…`,
  },

  pin: {
    asks: say`The driver asks for your PIN when you have the parcel. It came by email or text message.`,
    again: say`Send me the PIN again`,
  },

  /** By the word in the page's address. */
  saved: {
    wish: say`Thank you. We have noted this, and sent you a message about it.`,
    "taken back": say`We have undone it, and sent you a message about it.`,
    yes: say`Thank you. The driver will read this.`,
    "sent by text": say`We have sent the PIN to your phone by text message.`,
    "sent by email": say`We have sent the PIN to you by email.`,
    "not sent": () => say`We have sent it several times today. Phone us at ${ourPhone()}.`,
  },
  sentLater: (from: string) => say`We send the PIN to your phone by text message, after ${time(from)}.`,

  wishes: {
    title: say`Does that suit you?`,
    askedFor: (wish: string) => say`You asked for: ${wish}`,
    driverReads: (note: string) => say`The driver reads: ${note}`,
    takeBack: say`Take it back`,
    tell: say`Tell the driver`,
    day: { title: say`Another day`, note: say`Choose when somebody is at home` },
    neighbour: { title: say`A neighbour takes it`, note: say`They give the driver your PIN` },
    depot: {
      title: say`I fetch it`,
      keeps: (count: number) => say`We tell you when it is there, and keep it for ${count} days. Bring your PIN.`,
    },
    whichDay: say`Day`,
    timeOfDay: say`Time of day`,
    times: {
      any: say`Any time`,
      morning: say`Morning, 08:00 to 12:00`,
      afternoon: say`Afternoon, 12:00 to 17:00`,
    },
    neighboursName: say`The neighbour's name`,
    neighboursHouse: say`The neighbour's house`,
    house: say`Their house`,
    houseHint: say`Number and street, or where it is.`,
    chooseDay: say`Choose a day`,
    chooseWish: say`Choose what you would like`,
    noDepot: say`This parcel can't be fetched at the depot.`,
    tooLate: say`The parcel is out for delivery or has arrived, so this can't be changed here any more.`,
    noSuchDay: say`Choose one of the days in the list.`,
    closed: () =>
      say`Somebody told us that they had not asked for this, so this link is closed. Please phone us at ${ourPhone()}.`,
    tooMany: () => say`This was changed ten times. Please phone us at ${ourPhone()}.`,
  },

  /** A wish without anybody's name. */
  wish: {
    neighbour: say`delivery to a neighbour`,
    day: (visit: Sentence) => say`delivery on ${visit}`,
    depot: say`fetching it at the depot`,
    depotUntil: (until: string) => say`fetching it at the depot, until ${day(until)}`,
  },

  /** By the link in the email about a wish. */
  notMe: {
    title: say`This wasn't me`,
    done: say`Thank you. We have undone it, and nobody can ask for anything with that link again.`,
    onTheWay: () => say`We will look into it. If the driver is on the way already, phone us at ${ourPhone()}.`,
    askedFor: (no: string, wish: string) =>
      say`Waybill ${number(no)}. Somebody with the link to this parcel asked for: ${place(wish)}.`,
    wasTakenBack: say`It has already been undone.`,
    what: say`If it wasn't you, we will undo it, close this link and tell our office.`,
  },
};
