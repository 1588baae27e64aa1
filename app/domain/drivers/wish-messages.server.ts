import { depotInALine } from "#app/contact";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, place, type Sentence, say } from "#app/language/say";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { linksOf } from "../messages/message-links.server";
import { notifyPeople } from "../messages/notify.server";
import { salutationOf } from "../messages/parcel-email";
import type { Person } from "../messages/who-is-notified";
import { type AgreedVisit, agreedVisit } from "../parcels/agreed-visit.server";
import { DEPOT_DAYS } from "../parcels/depot";
import type { Quote } from "../parcels/quotes/quote";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Fact, type Link } from "../post/compose";
import { signatureWithPhone, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { signedLink } from "../post/emailed-link.server";
import { wordingThatFits } from "../post/one-part";
import { withdrawOvertaken } from "../post/overtaken.server";
import { saDay } from "../values/sa-time";
import { visitOf, type Wish, wishInWords } from "./wishes.server";

/**
 * One message to the receiver, with a link for somebody else's wish; the sender is told of a changed day, or that the
 * receiver fetches it.
 */
export async function tellOfWish(
  tx: Tx,
  quote: Quote,
  wish: Wish,
  { neighbour, pin, by }: { neighbour: Neighbour | null; pin: string | null; by: "the receiver" | "the office" },
  now: Date,
): Promise<void> {
  const links = {
    notMe: await signedLink(tx, messagesCatalogue().wishes.taken.notMe, paths.notMyWish(quote.id, wish.id)),
    findMe: await signedLink(tx, messagesCatalogue().wishes.taken.change, paths.findMe(quote.id)),
    tracking: (await linksOf(tx, { quoteId: quote.id, waybillNo: wish.waybillNo })).receiversTracking,
  };
  const facts = { wish, neighbour, pin, isByPhone: by === "the office", depot: depotInALine(), links };
  const words = {
    key: `${wishOccasion(wish)}:sms`,
    about: "A wish for a delivery",
    words: wishTakenText(facts),
    holds: pin ? ("the PIN" as const) : ("nothing secret" as const),
  };
  const receiver = (_: unknown, to: string) => wishTaken(quote, { ...facts, to });
  await notifyPeople(tx, "a parcel", quote, "wished", { receiver, receiverText: words }, now);
  await tellSender(tx, quote, wish, "made", now);
}

export async function tellOfEnd(tx: Tx, quote: Quote, wish: Wish, now: Date): Promise<void> {
  if (wish.kind !== "neighbour") await withdrawOvertaken(tx, quote.id, { by: "wish_ended" }, now);
  const agreed = await agreedToCome(tx, wish, now);
  const words = {
    key: `wish-ended:${wish.id}:sms`,
    about: "A wish taken back",
    words: wishEndedText(wish),
    holds: "nothing secret" as const,
  };
  const receiver = (_: unknown, to: string) => wishEnded(quote, wish, { agreed, to });
  await notifyPeople(tx, "a parcel", quote, "wished", { receiver, receiverText: words }, now);
  await tellSenderOfEnd(tx, quote, wish, now);
}

export const tellSenderOfEnd = (tx: Tx, quote: Quote, wish: Wish, now: Date) =>
  tellSender(tx, quote, wish, "ended", now);

async function tellSender(tx: Tx, quote: Quote, wish: Wish, what: "made" | "ended", now: Date): Promise<void> {
  if (wish.kind === "neighbour") return;
  // Who sends a parcel to themselves has the receiver's message.
  if (quote.email.toLowerCase() === quote.formSnapshot.addresses.toEmail.toLowerCase()) return;
  const agreed = await agreedToCome(tx, wish, now);
  const sender = (person: Person, to: string) => wishToSender(quote, wish, { what, agreed, person, to });
  await notifyPeople(tx, "a parcel", quote, "visit_agreed", { sender }, now);
}

/** What holds after a wish has ended: what the office had agreed on before. */
async function agreedToCome(tx: Tx, { waybillNo }: Wish, now: Date): Promise<AgreedVisit | null> {
  const agreed = await agreedVisit(tx, waybillNo, "delivery");
  return agreed && agreed.day >= saDay(now) ? agreed : null;
}

const words = () => messagesCatalogue().wishes;
/** Who takes it for the receiver, and where they live. */ type Neighbour = { name: string; house: string };
type WishFacts = {
  wish: Wish;
  neighbour: Neighbour | null;
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
  { wish, neighbour, pin, isByPhone, depot, links, to }: WishFacts & { to: string },
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
      opening: [isByPhone ? taken.byPhone(inWords) : taken.byLink(inWords), ...whatFollows(wish, neighbour)],
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

function whatFollows({ kind, day }: Wish, neighbour: Neighbour | null): Sentence[] {
  const { follows } = words().taken;
  if (kind === "day") return follows.day;
  return neighbour
    ? follows.neighbour(withoutLinks(neighbour.name), withoutLinks(neighbour.house))
    : follows.depot(day, DEPOT_DAYS);
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
