import { depotInALine } from "#app/contact";
import { day, days, longAgo, place, type Sentence, say, time, weekday } from "../say";
import { ourPhone, plural } from "./ours";

/** Of what we said with a time that is over. */
const weAreLate = () => say`We are late with this. Phone ${ourPhone()}.`;
const shouldHaveHeard = (at: string, by: string) =>
  say`You should have heard from us by ${time(at)} on ${day(by)}. ${weAreLate()}`;
const settleFirst = say`We have to settle something first`;

/** What becomes of a parcel, in the words of tracking, of lists and of messages. `when` and `stage` are sentences from here. */
export const parcelState = {
  /** The stages of a parcel's journey, in order. */
  stages: {
    booked: say`Booked`,
    collected: say`Collected`,
    onItsWay: say`On its way`,
    outForDelivery: say`Out for delivery`,
    delivered: say`Delivered`,
    /** A delivery that failed stands where it was tried. */
    missed: say`Missed you`,
  },

  when: {
    today: say`today`,
    tomorrow: say`tomorrow`,
    yesterday: say`yesterday`,
    weekday: (value: string) => say`${weekday(value)}`,
    day: (value: string) => say`${day(value)}`,
    longAgo: (value: string) => say`${longAgo(value)}`,
    on: (named: Sentence) => say`on ${named}`,
    by: (named: Sentence) => say`by ${named}`,
    with: (when: Sentence, times: string) => say`${when}, ${time(times)}`,
    at: (clock: string) => say`at ${time(clock)}`,
    onAt: (when: Sentence, clock: string) => say`${when} at ${time(clock)}`,
    todayAt: (clock: string) => say`Today, ${time(clock)}`,
    yesterdayAt: (clock: string) => say`Yesterday, ${time(clock)}`,
    /** Above all in a sentence: "today, Thursday 26 November". */
    todayIs: (value: string) => say`today, ${day(value)}`,
    times: (from: string, until: string) => say`${time(from)} to ${time(until)}`,
  },

  headline: {
    collectsNext: say`Booked. We collect it next`,
    collects: (when: Sentence) => say`Booked. We collect it ${when}`,
    here: (stage: Sentence, when: Sentence) => say`${stage}, here ${when}`,
    someCollected: (count: number, of: number) => say`${count} of ${of} pieces collected`,
    someDelivered: (count: number, of: number) => say`${count} of ${of} pieces delivered`,
    ready: say`Ready at our depot`,
    atDepot: say`At our depot`,
    missed: (when: Sentence) => say`We missed you ${when}`,
    late: say`This parcel is late`,
    returning: say`Going back to the sender`,
    delivered: (when: Sentence) => say`Delivered ${when}`,
    returned: say`Returned to the sender`,
    cancelled: say`This booking was cancelled`,
    ended: say`This parcel will not arrive`,
    /** More is to be paid for it, which is for its sender alone to know. */
    waits: say`This parcel waits for its sender`,
    goesBack: say`This parcel goes back to its sender`,
  },

  due: {
    waits: (at: string, by: string) =>
      say`We have asked the sender something, and it waits for the answer. If we have none by ${time(at)} on ${day(by)}, it waits at our depot or goes back to the sender. Questions? Phone ${ourPhone()}.`,
    notCollected: (at: string, by: string) =>
      say`We have asked the sender something, and collect it when we have the answer. We wait for that until ${time(at)} on ${day(by)}. Questions? Phone ${ourPhone()}.`,
    isOver: () => say`We have asked the sender something, and have no answer yet. Questions? Phone ${ourPhone()}.`,
  },

  /** What happens next. */
  next: {
    /** Where nothing may be promised before the office has acted on a driver's report. */
    settleFirst: {
      it: () => say`${settleFirst}. Are you waiting for it? Phone ${ourPhone()}.`,
      us: () => say`${settleFirst}. Are you waiting for us? Phone ${ourPhone()}.`,
    },
    collects: (when: Sentence) => say`We collect it ${when}.`,
    phonesFirst: say`We phone the sender, then collect it.`,
    collectsRest: (when: Sentence) => say`We collect the rest ${when}.`,
    phonesFirstForRest: say`We phone the sender, then collect the rest.`,
    usual: (first: string, last: string) => say`Delivery is usually ${days(first, last)}.`,
    /** The route's own figure, in two parts: the first stands out. */
    kept: {
      most: say`8 of 10 parcels`,
      arriveHere: (count: number) =>
        plural(count, {
          one: say`on this route arrive within ${count} working day`,
          other: say`on this route arrive within ${count} working days`,
        }),
      arriveFrom: (from: string, to: string, count: number) =>
        plural(count, {
          one: say`from ${place(from)} to ${place(to)} arrive within ${count} working day`,
          other: say`from ${place(from)} to ${place(to)} arrive within ${count} working days`,
        }),
    },
    comes: (when: Sentence) => say`We come ${when}.`,
    fetchesThere: () => say`Does the receiver want to fetch it there? Phone ${ourPhone()}.`,
    message: say`The receiver gets a message when it is out for delivery.`,
    brings: say`We bring it to the receiver.`,
    bringsRest: (when: Sentence) => say`We bring the rest ${when}.`,
    arrangesRest: say`We arrange a day for the rest with the receiver.`,
    beThere: say`Please be there, and have the PIN from our message ready.`,
    beThereWithoutPin: say`Please be there.`,
    notCollected: (when: Sentence) =>
      say`We came to collect it ${when}, but nobody was there. We phone the sender to agree on a day.`,
    notDelivered: (when: Sentence, again: Sentence) =>
      say`We came ${when}, but could not deliver it. ${again} Nobody pays more.`,
    tryAgain: () => say`We will try again: phone ${ourPhone()} to choose a day.`,
    comesAgain: (when: Sentence) => say`We come again ${when}.`,
    returning: say`Our driver brings what we could not deliver back to the sender.`,
    returningBecause: (why: Sentence) => say`Our driver brings what we could not deliver back to the sender: ${why}.`,
    bringsBack: say`We bring it back to the sender.`,
    comesToSender: (when: Sentence) => say`We come to the sender ${when}.`,
    notRight: () => say`Is this wrong? Phone ${ourPhone()}.`,
    weAreLate,
    delivered: (when: Sentence) =>
      say`It was handed over ${when}. If you don't have it, or something is wrong with it, tell us, and we will answer.`,
    returned: (when: Sentence) => say`The sender got it back ${when}.`,
    // True also where nothing was paid, and once it is refunded: neither is for everybody.
    cancelled: (when: Sentence) =>
      say`It was cancelled ${when}, before we collected the parcel. We have emailed whoever booked it about the money.`,
    ended: (why: Sentence) => say`${why} Do you have a question? Phone ${ourPhone()}.`,
    fetched: say`The receiver fetches it at our depot.`,
    fetchedUntil: (until: string) => say`The receiver fetches it at our depot, until ${day(until)}.`,
    unfetched: (until: string) =>
      say`The receiver could fetch it at our depot until ${day(until)}. Now it goes back to the sender.`,
    notThereYet: say`Not there yet: we will tell you.`,
    ready: (bring: Sentence) => say`Ready at our depot, bring ${bring}. The depot: ${place(depotInALine())}.`,
    readyUntil: (until: string, bring: Sentence) =>
      say`Ready at our depot until ${day(until)}, bring ${bring}. The depot: ${place(depotInALine())}.`,
    pin: say`the PIN from our message`,
    id: say`your ID`,
  },

  /** `due`: the last day on which it should have been done. */
  late: {
    "not collected": () => say`We have not collected it yet`,
    "rest not collected": () => say`We have not collected all of it yet`,
    "not at the depot": (due: string) => say`It should have been at our depot by ${day(due)}`,
    "not delivered": (due: string) => say`It should have been there by ${day(due)}`,
    "not tried again": (due: string) => say`We should have come again on ${day(due)}`,
    settling: () => say`${settleFirst}`,
  },
  newsBy: (what: Sentence, at: string, by: string) => say`${what}. You will hear from us by ${time(at)} on ${day(by)}.`,
  hearBy: (at: string, by: string) => say`You will hear from us by ${time(at)} on ${day(by)}.`,
  newsOverdue: (what: Sentence, at: string, by: string) => say`${what}. ${shouldHaveHeard(at, by)}`,
  shouldHaveHeard,

  /** A line of a list, for the parcel's sender. */
  row: {
    notCollected: say`Booked, not collected yet`,
    collects: (when: Sentence) => say`Booked, we collect it ${when}`,
    collectsRest: (some: Sentence, when: Sentence) => say`${some}, we collect the rest ${when}`,
    restComes: (some: Sentence, when: Sentence) => say`${some}, the rest comes ${when}`,
    there: (stage: Sentence, when: Sentence) => say`${stage}, there ${when}`,
    usuallyThere: (stage: Sentence, when: Sentence) => say`${stage}, usually there ${when}`,
    out: (stage: Sentence, when: Sentence) => say`${stage}, ${when}`,
    settleFirst: (what: Sentence) => say`${what}. ${settleFirst}`,
    fetched: (what: Sentence, fetching: Sentence) => say`${what}. ${fetching}`,
    late: (what: Sentence, news: Sentence) => say`${what}. ${news}`,
    severalLate: (count: number, news: string) => say`${count} parcels are late. ${news}`,
    several: (count: number, what: string) => say`${count} parcels. ${what}.`,
    notHandedOver: (when: Sentence) => say`Nobody was there to hand it over ${when}. We phone you`,
    missed: (when: Sentence) => say`Nobody was there ${when}`,
    comesAgain: (what: Sentence, when: Sentence) => say`${what}. We come again ${when}`,
    triesAgain: (what: Sentence) => say`${what}. We will try again`,
    comesBack: say`What we could not deliver comes back to you`,
    comesBackOn: (when: Sentence) => say`What we could not deliver comes back to you ${when}`,
    because: (what: Sentence, why: Sentence) => say`${what}: ${why}`,
    returned: (when: Sentence) => say`Returned to you ${when}`,
    cancelled: say`Cancelled`,
    due: say`Waits until you have paid more, as we have emailed you`,
    unpaid: say`Comes back to you, because you did not pay more`,
    unpaidOn: (when: Sentence) => say`Comes back to you ${when}, because you did not pay more`,
    ended: (why: Sentence) => say`Will not arrive: ${why}`,
  },

  /** When a parcel arrives that isn't on its way yet. */
  arrival: {
    usually: (first: string, last: string) => say`Usually ${days(first, last)}`,
    expected: (when: Sentence) => say`Expected ${when}`,
    days: (least: number, most: number) =>
      least === most
        ? plural(most, { one: say`usually ${most} working day`, other: say`usually ${most} working days` })
        : say`usually ${least} to ${most} working days`,
  },

  /** Which pieces are not with the others. */
  missing: {
    fewerSent: (sent: number, booked: number) =>
      say`The sender sends ${sent} of the ${booked} pieces that were booked.`,
    delivered: (count: number, of: number) => say`${count} of ${of} pieces delivered.`,
    toCome: (count: number) =>
      plural(count, { one: say`1 is still to come.`, other: say`${count} are still to come.` }),
    collected: (count: number, of: number) => say`${count} of ${of} pieces collected.`,
    toCollect: (count: number) =>
      plural(count, { one: say`1 is still to be collected.`, other: say`${count} are still to be collected.` }),
  },

  /** An event of its history, by its kind. */
  events: {
    booked: say`Booked.`,
    failed_collection: say`We came to collect the parcel, but nobody was there.`,
    collected: say`Collected.`,
    in_transit: say`On its way.`,
    at_depot: say`At our depot.`,
    out_for_delivery: say`Out for delivery.`,
    delivered: say`Delivered.`,
    failed_attempt: say`We came, but could not deliver.`,
    returned: say`Returned to the sender.`,
    cancelled: say`The booking was cancelled before we collected the parcel.`,
    reported: say`The driver reported a problem to the office.`,
  },
  eventsIn: {
    collected: (where: string) => say`Collected in ${place(where)}.`,
    in_transit: (where: string) => say`On its way in ${place(where)}.`,
    out_for_delivery: (where: string) => say`Out for delivery in ${place(where)}.`,
  },
  willNotArrive: (why: Sentence) => say`It will not arrive: ${why}.`,
  ofPieces: (pieces: number, of: number) => say`${pieces} of ${of} pieces.`,
};
