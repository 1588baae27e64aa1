import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { salutationOf } from "../messages/parcel-email";
import type { Person } from "../messages/who-is-notified";
import { type AgreedVisit, visitInWords } from "../parcels/agreed-visit.server";
import { DEPOT_DAYS } from "../parcels/depot";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { shortDate } from "../values/sa-time";
import type { Wish } from "./wishes.server";

/** The times of half a working day. */
const parts = {
  morning: { fromTime: "08:00", untilTime: "12:00" },
  afternoon: { fromTime: "12:00", untilTime: "17:00" },
} as const;

export function partTimes(part: Wish["part"]): { fromTime: string | null; untilTime: string | null } {
  return part ? parts[part] : { fromTime: null, untilTime: null };
}

/** A wish without anybody's name: "delivery on Tuesday 1 December, 08:00 to 12:00". */
export function wishInWords({ kind, day, part }: Pick<Wish, "kind" | "day" | "part">): string {
  const { wish } = catalogue().receiver;
  if (kind === "neighbour") return plainText(wish.neighbour);
  if (kind === "day") return plainText(wish.day(visitInWords({ day: day ?? "", ...partTimes(part) })));
  // Its days at the depot may not be known yet.
  return plainText(day ? wish.depotUntil(day) : wish.depot);
}

/** Blank where its days at the depot aren't known yet. */
const untilInWords = (day: string | null) => (day ? `, until ${shortDate(day)}` : "");

type WishFacts = {
  wish: Wish;
  /** What the driver reads of it. */
  note: string | null;
  /** For fetching it at the depot. */
  pin: string | null;
  /** They told the office. */
  isByPhone: boolean;
  depot: string;
  links: { notMe: Link | null; findMe: Link | null; tracking: Link };
};

/** To the receiver, as booked: what we do now, and how to say that it was somebody else. */
export function wishTaken(
  quote: Quote,
  { wish, note, pin, isByPhone, depot, links, to }: WishFacts & { to: string },
): Email {
  const isDepot = wish.kind === "depot";
  return {
    key: wishOccasion(wish),
    to,
    holdsPin: pin !== null,
    ...compose({
      subject: `${doneFor(wish)}, as you wished: waybill ${spokenWaybillNumber(wish.waybillNo)}`,
      greeting: salutationOf({ person: "receiver", quote }),
      opening: [
        `${isByPhone ? "You told us by phone" : "Somebody with your link asked for this"}: ${wishInWords(wish)}.`,
        ...whatFollows(wish, note),
      ],
      ...(pin ? { large: ["When you fetch it, tell us", `PIN ${pin}`] as const } : {}),
      facts: [
        ["Waybill number", spokenWaybillNumber(wish.waybillNo)],
        ...(isDepot ? ([["Depot", depot]] as const) : []),
      ],
      action: links.findMe ?? undefined,
      links: [links.notMe, isDepot ? links.tracking : null].filter((link) => link !== null),
      closing: [`If it wasn't you, use the link “This wasn't me”, or phone us at ${contact().phoneShown}.`],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}

/** A neighbour's stays true whatever happens to the parcel, so it is a kind of its own. */
export const wishOccasion = ({ id, kind }: Pick<Wish, "id" | "kind">) =>
  kind === "neighbour" ? `wish-neighbour:${id}` : `wish:${id}`;

/** What we do now: the headline. */
function doneFor({ kind, day, part }: Wish): string {
  if (kind === "neighbour") return "Your neighbour takes the parcel";
  if (kind === "depot") return "You fetch the parcel at the depot";
  return `We bring it on ${visitInWords({ day: day ?? "", ...partTimes(part) })}`;
}

function whatFollows({ kind, day }: Wish, note: string | null): string[] {
  if (kind === "day") return ["Please be there, or ask somebody you trust to be there."];
  if (kind === "neighbour")
    return [`The driver reads: ${withoutLinks(note ?? "")}`, "Tell that person your PIN when it comes."];
  const there = "Track the parcel to see when we have it.";
  if (day)
    return [`We keep it for you at the depot until ${shortDate(day)}. Then it goes back to the sender. ${there}`];
  return [`We collect it first. Then we keep it for you for ${DEPOT_DAYS} days, and after that it goes back. ${there}`];
}

/** The same as a text, for who has no email. Texts carry no links. */
export function wishTakenText({ wish, pin }: WishFacts): string {
  return textOf(wish, `as asked: ${wishInWords(wish)}.${pin ? ` PIN ${pin}.` : ""}`);
}

/** One part, so that it costs as much as others. */
function textOf({ waybillNo }: Wish, words: string, phone = "Phone us if this wasn't you"): string {
  const asks = `${phone}: ${contact().phoneShown}.`;
  return `${brand.name}: ${spokenWaybillNumber(waybillNo)}, ${words} ${asks}`;
}

/**
 * To the receiver, as booked: a wish doesn't hold any more.
 * @param agreed what the office had agreed on before, and holds again
 */
export function wishEnded(quote: Quote, wish: Wish, { agreed, to }: { agreed: AgreedVisit | null; to: string }): Email {
  return {
    key: `wish-ended:${wish.id}`,
    to,
    ...compose({
      subject: `Your wish no longer holds: waybill ${spokenWaybillNumber(wish.waybillNo)}`,
      greeting: salutationOf({ person: "receiver", quote }),
      opening: [
        `This doesn't hold any more: ${wishInWords(wish)}.`,
        wish.kind === "neighbour" ? "The driver brings the parcel to you." : bringsIt(agreed),
      ],
      facts: [["Waybill number", spokenWaybillNumber(wish.waybillNo)]],
      closing: [
        wish.endedBy === "the office"
          ? `Our office took it back. If you still want it, phone us at ${contact().phoneShown}.`
          : `If it wasn't you who took it back, phone us at ${contact().phoneShown}.`,
      ],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}

const bringsIt = (agreed: AgreedVisit | null) =>
  agreed ? `We bring it on ${visitInWords(agreed)}, as agreed before.` : "We bring it in the usual time.";

export function wishEndedText(wish: Wish): string {
  const byOffice = `our office took back: ${wishInWords(wish)}.`;
  if (wish.endedBy === "the office") return textOf(wish, byOffice, "Phone us if you still want it");
  return textOf(wish, `taken back: ${wishInWords(wish)}.`);
}

/** To the sender: when and where the receiver gets it now. Never to whom. */
export function wishToSender(
  quote: Quote,
  wish: Wish,
  { what, agreed, person, to }: { what: "made" | "ended"; agreed: AgreedVisit | null; person: Person; to: string },
): Email {
  const number = spokenWaybillNumber(wish.waybillNo);
  const { subject, opening } = toSender[what][wish.kind === "depot" ? "depot" : "day"](wish, agreed);
  return {
    key: `wish-day:${wish.id}:${what}:${person}`,
    to,
    ...compose({
      subject: `${subject}: waybill ${number}`,
      greeting: salutationOf({ person, quote }),
      opening: [opening],
      facts: [["Waybill number", number]],
      closing: ["You don't need to do anything."],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}

type ToSender = (wish: Wish, agreed: AgreedVisit | null) => { subject: string; opening: string };

const toSender: Record<"made" | "ended", Record<"day" | "depot", ToSender>> = {
  made: {
    day: (wish) => ({
      subject: "The receiver asked for another day",
      opening: `The receiver asked for ${wishInWords(wish)}. We bring the parcel then.`,
    }),
    depot: ({ day }) => ({
      subject: "The receiver fetches the parcel",
      opening: `The receiver fetches the parcel at our depot${untilInWords(day)}.`,
    }),
  },
  ended: {
    day: (_, agreed) => ({
      subject: agreed ? "The agreed day holds again" : "No agreed day any more",
      opening: `The receiver took back the day that they had asked for. ${bringsIt(agreed)}`,
    }),
    depot: (_, agreed) => ({
      subject: "We bring the parcel to the receiver",
      opening: `The receiver doesn't fetch the parcel at our depot any more. ${bringsIt(agreed)}`,
    }),
  },
};
