import { name, number, say } from "../say";
import { ourEmail, ourPhone } from "./ours";

/** What stands in many emails: greetings, labels of facts and links. */
export const emails = {
  dear: (who: string) => say`Dear ${name(who)},`,
  goodDay: say`Good day,`,
  questions: () => say`Questions? ${ourEmail()}`,
  questionsByPhone: () => say`Questions? ${ourEmail()} or ${ourPhone()}`,
  /** The present stage of a parcel's road. */
  now: say`(now)`,
  beThere: say`Please be there, or ask somebody you trust to be there.`,
  pin: (pin: string) => say`PIN ${number(pin)}`,

  /** What follows a subject's headline. */
  about: {
    waybill: (no: string) => say`waybill ${number(no)}`,
    quote: (no: string) => say`quote ${number(no)}`,
    case: (no: string) => say`case ${number(no)}`,
  },

  facts: {
    ...{ amount: say`Amount`, application: say`Application`, booked: say`Booked`, bookings: say`Bookings` },
    ...{ case: say`Case`, collected: say`Collected`, date: say`Date`, delivered: say`Delivered` },
    ...{ delivery: say`Delivery`, depot: say`Depot`, firstPriceHeldUntil: say`The first price is held until` },
    ...{ from: say`From`, heldUntil: say`Held until`, number: say`Number`, order: say`Your order` },
    ...{ bankReference: say`Bank reference`, paid: say`Paid`, parcel: say`Parcel`, movedTo: say`Moved to` },
    ...{ payfastPayment: say`PayFast payment`, payfastReference: say`PayFast reference`, pieces: say`Pieces` },
    ...{ quote: say`Quote number`, reason: say`Reason`, received: say`Received`, refund: say`Refund` },
    ...{ returned: say`Returned`, since: say`Since`, stillMissing: say`Still missing`, to: say`To` },
    ...{ toPay: say`To pay`, total: say`Total, all included`, waybill: say`Waybill number`, weCame: say`We came` },
    ...{ weHaveReceived: say`We have received`, webAddress: say`Address`, whatIsWrong: say`What is wrong` },
    ...{ when: say`When`, why: say`Why` },
  },

  links: {
    allWaybills: say`All waybills as one PDF`,
    atHome: say`Say when you are at home`,
    cancel: say`Cancel this booking`,
    change: say`Change a name, phone or address`,
    findMe: say`Choose a day or a neighbour`,
    findMeFor: (no: string) => say`Choose a day or a neighbour: ${number(no)}`,
    /** On the day, when no other can be chosen. */
    findMeToday: say`Help the driver find you`,
    otherParcels: say`Links to your other parcels`,
    stop: say`No more messages about parcels`,
    terms: say`Our terms`,
    termsVersion: (version: string) => say`Our terms, version ${version}`,
    track: say`Track your parcel`,
    trackFor: (no: string) => say`Track your parcel: ${number(no)}`,
    waybill: say`Your waybill, to print or send on`,
    wrong: say`Something is wrong with my parcel`,
  },
};
