import { brand } from "#app/brand";
import { day, name, number, place, type Sentence, say, time } from "../say";
import { ourPhone } from "./ours";
import { parcel } from "./parcel";

const us = name(brand.name);
const questions = () => say`Questions? ${ourPhone()}.`;

const dontWait = say`You don't have to wait for it.`;

const comesTo = {
  collection: say`we may not collect the parcel when we said`,
  delivery: say`we may not bring the parcel when we said`,
  return: say`we may not bring the parcel back when we said`,
};

/**
 * Text messages. Each has its wordings, the longest first: the first that fits into one text message is sent. `no`: the
 * waybill number in groups; `from` and `to`: the sender's and the receiver's name, if they look like one.
 */
export const texts = {
  comes({ from, no, pin, isToday }: { from: string | null; no: string; pin: string; isToday: boolean }) {
    const pinAtTheDoor = say`Be there. When you have it, tell the driver PIN ${number(pin)}.`;
    const comes = isToday ? say`comes today` : say`is out for delivery`;
    return [
      ...(from ? [say`${us}: a parcel from ${name(from)} ${comes} (${number(no)}). ${pinAtTheDoor}`] : []),
      say`${us}: your parcel ${number(no)} ${comes}. ${pinAtTheDoor}`,
      say`${us}: parcel ${number(no)} ${comes}. When you have it, say PIN ${number(pin)}.`,
    ];
  },
  collectionMissed: (no: string, missed: Sentence) => [
    say`${us}: we came to collect your parcel ${number(no)}, but ${missed}. We phone you, or phone ${ourPhone()}.`,
    say`${us}: we came for parcel ${number(no)}, but ${missed}. Phone ${ourPhone()}.`,
  ],
  /** `missing`: which pieces are not with the others. */
  collected: (no: string, missing: Sentence | null) => [
    ...(missing ? [say`${us}, ${number(no)}: ${missing} ${questions()}`] : []),
    say`${us}: we have collected your parcel ${number(no)}. We will write again when it is delivered. ${questions()}`,
    say`${us}: we have collected your parcel ${number(no)}. ${questions()}`,
  ],
  delivered: ({ to, no, missing }: { to: string | null; no: string; missing: Sentence | null }) => [
    ...(missing ? [say`${us}, ${number(no)}: ${missing} ${questions()}`] : []),
    ...(to ? [say`${us}: we have delivered your parcel to ${name(to)} (${number(no)}). ${questions()}`] : []),
    say`${us}: we have delivered your parcel (${number(no)}). ${questions()}`,
  ],
  fewerCollected: (no: string, collected: number, booked: number, why: Sentence) => [
    say`${us}: we collected ${parcel.pieces(collected, booked)}, ${number(no)}. ${why} ${questions()}`,
    say`${us}: we collected ${parcel.pieces(collected, booked)}, ${number(no)}. ${questions()}`,
  ],
  /** `next`: what we do about it; `by`: when they hear from us. */
  late(no: string, next: Sentence, by: { time: string; day: string; isOver: boolean }) {
    const late = say`${us}: your parcel ${number(no)} is late, sorry.`;
    return [
      say`${late} ${next} ${questions()}`,
      say`${late} ${next}`,
      by.isOver
        ? say`${late} ${questions()}`
        : say`${late} You will hear from us by ${time(by.time)} on ${day(by.day)}.`,
    ];
  },
  /** `said`: what the office tells, in its own words, which aren't shortened. */
  news: (no: string, said: string, at: string, by: string) => [
    say`${us}, ${number(no)}: ${said} You will hear again by ${time(at)} on ${day(by)}. ${questions()}`,
    say`${us}, ${number(no)}: ${said} You will hear again by ${time(at)} on ${day(by)}.`,
    say`${us}, ${number(no)}: ${said} ${questions()}`,
    say`${us}, ${number(no)}: ${said}`,
  ],
  newsOverdue: (no: string, at: string, by: string) => [
    say`${us}: we are late with news of your parcel ${number(no)}, sorry. You should have heard by ${time(at)} on ${day(by)}. ${questions()}`,
    say`${us}: we are late with news of your parcel ${number(no)}, sorry. ${questions()}`,
  ],
  /** `what`: what we can't do, where, until when and why; `shortly`: the same without where. */
  delayed: (no: string, what: Sentence, shortly: Sentence) => [
    say`${us}: your parcel ${number(no)} is delayed. ${what} ${questions()}`,
    say`${us}: your parcel ${number(no)} is delayed. ${shortly} ${questions()}`,
    say`${us}: your parcel ${number(no)} is delayed. ${shortly}`,
    say`${us}: your parcel ${number(no)} is delayed. ${questions()}`,
  ],
  /** `on`: the day on which we come, if it is known. */
  delayOver: (no: string, because: string, on: string | null) => [
    say`${us}, ${number(no)}: the delay is over (${because}). ${on ? say`We come on ${day(on)}.` : say`We come as soon as we can.`} ${questions()}`,
    say`${us}, ${number(no)}: the delay is over. ${on ? say`We come on ${day(on)}.` : say`We come as soon as we can.`} ${questions()}`,
  ],
  notAsWeSaid: (no: string, visit: keyof typeof comesTo) => [
    say`${us}, ${number(no)}: ${comesTo[visit]}, sorry. You don't have to wait. ${questions()}`,
    say`${us}, ${number(no)}: ${comesTo[visit]}, sorry. ${questions()}`,
  ],
  comesBack: (no: string, why: Sentence | null) => [
    why
      ? say`${us}: we could not deliver your parcel ${number(no)}: ${why}. We bring it back to you. ${questions()}`
      : say`${us}: we could not deliver your parcel ${number(no)}. We bring it back to you. ${questions()}`,
    say`${us}: we bring your parcel ${number(no)} back to you. ${questions()}`,
  ],
  comesBackUnpaid: (no: string) => [
    say`${us}: your parcel ${number(no)} comes back to you, because you have not paid more for it. ${questions()}`,
  ],
  /** Neither a link nor an amount: "your parcel waits, pay here" is how frauds write. */
  amountDue: (no: string) => [
    say`${us}: your parcel ${number(no)} waits for an answer from you. We have emailed you. ${questions()}`,
  ],
  parcelWaits: (no: string) => [
    say`${us}: the parcel ${number(no)} to you waits for an answer from its sender. ${questions()}`,
  ],
  returnMissed: (no: string, missed: Sentence | null) => [
    say`${us}: we came to bring your parcel ${number(no)} back, but ${missed ?? say`could not hand it over`}. We phone you, or phone ${ourPhone()}.`,
    say`${us}: we came to bring your parcel ${number(no)} back. We phone you, or phone ${ourPhone()}.`,
  ],
  goesBack(from: string | null, no: string, why: Sentence | null) {
    const stillWanted = say`It goes back to the sender. Still want it? Phone ${ourPhone()}.`;
    const whose = from ? say`the parcel from ${name(from)} (${number(no)})` : say`the parcel ${number(no)}`;
    return [
      ...(why
        ? [
            say`${us}: we could not deliver ${whose}: ${why}. ${stillWanted}`,
            say`${us}: we could not deliver the parcel ${number(no)}: ${why}. ${stillWanted}`,
          ]
        : [say`${us}: we could not deliver ${whose}. ${stillWanted}`]),
      say`${us}: we could not deliver the parcel ${number(no)}. ${stillWanted}`,
    ];
  },
  goesBackUnpaid: (from: string | null, no: string) => [
    ...(from ? [say`${us}: the parcel from ${name(from)} (${number(no)}) goes back to the sender. ${dontWait}`] : []),
    say`${us}: the parcel ${number(no)} goes back to the sender. ${dontWait}`,
  ],
  /** To the receiver, who has no email. `agreed`: null where it no longer holds. */
  deliveryAgreed(from: string | null, no: string, agreed: Parameters<typeof parcel.visit>[0] | null) {
    const ended = say`${us}: the day that we agreed on for your parcel ${number(no)} is cancelled.`;
    if (!agreed) return [say`${ended} We will phone you. ${questions()}`, say`${ended} ${questions()}`];
    const when = say`${number(no)}) on ${parcel.visit(agreed)}. Be there`;
    const comes = say`${when}, or phone ${ourPhone()}.`;
    return [
      ...(from ? [say`${us}: as agreed, we bring the parcel from ${name(from)} (${comes}`] : []),
      say`${us}: as agreed, we bring your parcel (${comes}`,
      say`${us}: we bring your parcel (${when}.`,
    ];
  },
  ready({ no, pin, until, depot }: { no: string; pin: string; until: string; depot: string }) {
    const ready = say`${us}: your parcel ${number(no)} is ready at our depot until ${day(until)}. Bring PIN ${number(pin)}.`;
    return [say`${ready} ${place(depot)}.`, say`${ready} ${questions()}`, ready];
  },
  ended: (no: string, why: Sentence) => [
    say`${us}: the parcel ${number(no)} will not arrive: ${why}. ${questions()}`,
    say`${us}: the parcel ${number(no)} will not arrive. ${questions()}`,
  ],
  wentBack: (from: string | null, no: string) => [
    ...(from
      ? [
          say`${us}: the parcel from ${name(from)} (${number(no)}) went back to the sender and will not come. ${questions()}`,
        ]
      : []),
    say`${us}: the parcel ${number(no)} went back to the sender and will not come. ${questions()}`,
  ],
  deliveryMissed: (from: string | null, no: string, tryAgain: Sentence) => [
    ...(from
      ? [
          say`${us}: we could not deliver your parcel from ${name(from)} (${number(no)}). ${tryAgain} Be there, or phone ${ourPhone()}.`,
        ]
      : []),
    say`${us}: we could not deliver your parcel ${number(no)}. ${tryAgain} Be there, or phone ${ourPhone()}.`,
    say`${us}: we missed you with parcel ${number(no)}. ${tryAgain} Be there.`,
  ],
  /** `comesLater`: it will still come. */
  correction: (no: string, said: Sentence, comesLater: boolean) => [
    comesLater
      ? say`${us}, correction: we told you that ${said} (${number(no)}). That was a mistake, sorry. We will tell you when it comes.`
      : say`${us}, correction: we told you that ${said} (${number(no)}). That was a mistake, sorry.`,
    say`${us}: our last message about ${number(no)} was a mistake, sorry. ${questions()}`,
  ],
  newPhone: (no: string, isElsewhere: boolean) => [
    isElsewhere
      ? say`${us}: ${number(no)}, the receiver's phone and address were changed: no more messages to this phone. Not you? Phone ${ourPhone()}.`
      : say`${us}: ${number(no)}, the receiver's phone was changed: no more text messages to this one. Phone us if this wasn't you: ${ourPhone()}.`,
    say`${us}: no more messages about ${number(no)} to this phone. Not you? Phone ${ourPhone()}.`,
  ],
  linksAgain: (no: string) => say`${us}: your waybill number is ${number(no)}. Type it on our site, at Track.`,
  payLink: (no: string, url: string) => [
    say`${us}: here you pay for your parcel, quote ${number(no)}: ${url}`,
    say`${us}: pay for your parcel: ${url}`,
  ],
  /** Of a booking that isn't paid. */
  linksAgainUnpaid: (no: string) =>
    say`${us}: your booking ${number(no)} is not paid yet. We have emailed you the link to pay.`,
  draft: (url: string) => say`${us}: go on with your parcel: ${url}`,
  /** `words`: staff's own. */
  caseOverdue: (no: string) => [
    say`${us}: we are late with our answer to your case ${number(no)}, sorry. ${questions()}`,
  ],
  caseAnswered: (no: string, words: string) => say`${us}, case ${number(no)}: ${words}`,
  wishTaken(no: string, wish: Sentence, pin: string | null) {
    const asked = pin ? say`as asked: ${wish}. PIN ${number(pin)}.` : say`as asked: ${wish}.`;
    return [
      say`${us}: ${number(no)}, ${asked} Phone us if this wasn't you: ${ourPhone()}.`,
      say`${us}: ${number(no)}, ${asked} Not you? ${ourPhone()}.`,
    ];
  },
  wishEnded: (no: string, wish: Sentence, byOffice: boolean) => [
    byOffice
      ? say`${us}: ${number(no)}, our office cancelled: ${wish}. Phone us if you still want it: ${ourPhone()}.`
      : say`${us}: ${number(no)}, cancelled: ${wish}. Phone us if this wasn't you: ${ourPhone()}.`,
    say`${us}: ${number(no)}, cancelled: ${wish}. Phone ${ourPhone()}.`,
  ],
};
