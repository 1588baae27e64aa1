import { day, number, place, type Sentence, say, time } from "../say";
import { ourPhone } from "./ours";

/** The page of a parcel's receiver, by the link in their message. */
export const receiver = {
  title: say`How will the driver find you?`,
  brought: (no: string, address: string) => say`Waybill ${number(no)}. We bring the parcel to: ${place(address)}`,
  fetched: (no: string, address: string) =>
    say`Waybill ${number(no)}. You fetch it at our depot. The address on it: ${place(address)}`,
  isWrong: () => say`Is the address wrong? Phone us at ${ourPhone()}.`,
  notOnItsWay: say`This parcel is no longer on its way, so nobody has to find you.`,
  goBack: say`Does it have to go back? You book that here, as its sender, and pay for it.`,
  sendItBack: say`Send it back`,

  place: {
    label: say`How will the driver find it?`,
    hint: say`For example: blue gate opposite the taxi rank. Plus codes and map links too.`,
    nameInErrors: say`Your landmark`,
    readAs: (code: string) => say`We read this as ${code}.`,
    save: say`Save`,
    saving: say`Saving…`,
    track: say`Track the parcel`,
  },

  pin: {
    asks: say`The driver asks for your PIN when you have the parcel. It came by email or text message.`,
    again: say`Send me the PIN again`,
  },

  /** By the word in the page's address. */
  saved: {
    wish: say`Thank you. We have noted this, and sent you a message about it.`,
    "taken back": say`It doesn't hold any more. We have sent you a message about it.`,
    yes: say`Thank you. The driver will read this.`,
    "sent by text": say`We have sent the PIN to your phone by text message.`,
    "sent by email": say`We have sent the PIN to you by email.`,
    "not sent": () => say`We have sent it several times today. Phone us at ${ourPhone()}.`,
  },
  sentLater: (from: string) => say`We send the PIN to your phone by text message, after ${time(from)}.`,

  wishes: {
    title: say`When, and to whom?`,
    askedFor: (wish: string) => say`You asked for: ${wish}`,
    driverReads: (note: string) => say`The driver reads: ${note}`,
    takeBack: say`Take it back`,
    tell: say`Tell the driver`,
    what: say`What do you wish for?`,
    day: { title: say`I'm not there that day`, note: say`Bring it on another day` },
    neighbour: { title: say`Leave it with a neighbour`, note: say`Who gives the driver the PIN` },
    fetch: say`I'll fetch it from you`,
    anotherDay: say`Another day`,
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
    chooseWish: say`Choose what you wish for`,
    noDepot: say`This parcel can't be fetched at the depot.`,
    tooLate: say`The parcel is out for delivery or has arrived, so this can't be changed here any more.`,
    noSuchDay: say`Choose one of the days in the list.`,
    closed: () =>
      say`Somebody told us that a wish was not theirs, so this link takes no more. Please phone us at ${ourPhone()}.`,
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
    done: say`Thank you. It doesn't hold any more, and nobody can ask for something by that link again.`,
    onTheWay: () => say`We look into it. If the driver is on the way already, phone us at ${ourPhone()}.`,
    askedFor: (no: string, wish: string) =>
      say`Waybill ${number(no)}. Somebody with the link to this parcel asked for: ${place(wish)}.`,
    wasTakenBack: say`It was taken back already.`,
    what: say`If it wasn't you, we take it back, and the link takes no more wishes. Our office hears of it.`,
  },
};
