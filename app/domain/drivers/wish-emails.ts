import { catalogue } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, place, type Sentence, say } from "#app/language/say";
import { salutationOf } from "../messages/parcel-email";
import type { Person } from "../messages/who-is-notified";
import type { AgreedVisit } from "../parcels/agreed-visit.server";
import { DEPOT_DAYS } from "../parcels/depot";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Fact, type Link } from "../post/compose";
import { signatureWithPhone, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { wordingThatFits } from "../post/one-part";
import type { Wish } from "./wishes.server";

/** The times of half a working day. */
const parts = {
  morning: { fromTime: "08:00", untilTime: "12:00" },
  afternoon: { fromTime: "12:00", untilTime: "17:00" },
} as const;

export function partTimes(part: Wish["part"]): { fromTime: string | null; untilTime: string | null } {
  return part ? parts[part] : { fromTime: null, untilTime: null };
}

const words = () => messagesCatalogue().wishes;
const visitOf = ({ day, part }: Pick<Wish, "day" | "part">) => ({ day: day ?? "", ...partTimes(part) });

/** A wish without anybody's name: "delivery on Tuesday 1 December, 08:00 to 12:00". */
export function wishInWords(wish: Pick<Wish, "kind" | "day" | "part">): Sentence {
  const { neighbour, day, depot, depotUntil } = catalogue().receiver.wish;
  if (wish.kind === "neighbour") return neighbour;
  if (wish.kind === "day") return day(messagesCatalogue().parcel.visit(visitOf(wish)));
  // Its days at the depot may not be known yet.
  return wish.day ? depotUntil(wish.day) : depot;
}

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
  const { taken } = words();
  const inWords = wishInWords(wish);
  return {
    key: wishOccasion(wish),
    to,
    holdsPin: pin !== null,
    ...compose({
      headline: wish.kind === "day" ? taken.headline.day(visitOf(wish)) : taken.headline[wish.kind],
      ...aboutParcel(quote, "receiver", wish),
      opening: [isByPhone ? taken.byPhone(inWords) : taken.byLink(inWords), ...whatFollows(wish, note)],
      ...(pin
        ? { large: [messagesCatalogue().toReceiver.tellTheDepot, messagesCatalogue().emails.pin(pin)] as const }
        : {}),
      facts: [
        numberOf(wish),
        ...(isDepot ? ([[messagesCatalogue().emails.facts.depot, say`${place(depot)}`]] as const) : []),
      ],
      action: links.findMe ?? undefined,
      links: [links.notMe, isDepot ? links.tracking : null].filter((link) => link !== null),
      closing: taken.closing(),
    }),
    quoteId: quote.id,
  };
}

/** What stands in each of these emails. */
function aboutParcel(quote: Quote, person: Person, { waybillNo }: Wish) {
  return {
    about: messagesCatalogue().emails.about.waybill(spokenWaybillNumber(waybillNo)),
    greeting: salutationOf({ person, quote }),
    signature: signatureWithPhone(),
  };
}

const numberOf = ({ waybillNo }: Wish): Fact => [
  messagesCatalogue().emails.facts.waybill,
  say`${number(spokenWaybillNumber(waybillNo))}`,
];

/** A neighbour's stays true whatever happens to the parcel, so it is a kind of its own. */
export const wishOccasion = ({ id, kind }: Pick<Wish, "id" | "kind">) =>
  kind === "neighbour" ? `wish-neighbour:${id}` : `wish:${id}`;

function whatFollows({ kind, day }: Wish, note: string | null): Sentence[] {
  const { follows } = words().taken;
  if (kind === "day") return follows.day;
  return kind === "neighbour" ? follows.neighbour(withoutLinks(note ?? "")) : follows.depot(day, DEPOT_DAYS);
}

/** The same as a text, for who has no email. Texts carry no links. */
export function wishTakenText({ wish, pin }: Pick<WishFacts, "wish" | "pin">): string {
  const { wishTaken } = messagesCatalogue().texts;
  return wordingThatFits(wishTaken(spokenWaybillNumber(wish.waybillNo), wishInWords(wish), pin));
}

/**
 * To the receiver, as booked: a wish doesn't hold any more.
 * @param agreed what the office had agreed on before, and holds again
 */
export function wishEnded(quote: Quote, wish: Wish, { agreed, to }: { agreed: AgreedVisit | null; to: string }): Email {
  const { headline, opening, toReceiver, bringsIt, closing } = words().ended;
  return {
    key: `wish-ended:${wish.id}`,
    to,
    ...compose({
      headline,
      ...aboutParcel(quote, "receiver", wish),
      opening: [opening(wishInWords(wish)), wish.kind === "neighbour" ? toReceiver : bringsIt(agreed)],
      facts: [numberOf(wish)],
      closing: closing[wish.endedBy === "the office" ? "office" : "receiver"](),
    }),
    quoteId: quote.id,
  };
}

export function wishEndedText(wish: Wish): string {
  const isByOffice = wish.endedBy === "the office";
  const { wishEnded } = messagesCatalogue().texts;
  return wordingThatFits(wishEnded(spokenWaybillNumber(wish.waybillNo), wishInWords(wish), isByOffice));
}

/** To the sender: when and where the receiver gets it now. Never to whom. */
export function wishToSender(
  quote: Quote,
  wish: Wish,
  { what, agreed, person, to }: { what: "made" | "ended"; agreed: AgreedVisit | null; person: Person; to: string },
): Email {
  return {
    key: `wish-day:${wish.id}:${what}:${person}`,
    to,
    ...compose({
      ...(what === "made"
        ? madeToSender(wish)
        : words().toSender.ended[wish.kind === "depot" ? "depot" : "day"](agreed)),
      ...aboutParcel(quote, person, wish),
      facts: [numberOf(wish)],
      closing: words().toSender.closing,
    }),
    quoteId: quote.id,
  };
}

function madeToSender(wish: Wish) {
  const { day, depot } = words().toSender.made;
  return wish.kind === "depot" ? depot(wish.day) : day(wishInWords(wish));
}
