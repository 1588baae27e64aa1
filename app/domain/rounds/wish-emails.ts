import { brand } from "#app/brand";
import { contact, signatureWithPhone } from "#app/contact";
import { compose, type Link } from "../mail/compose";
import type { Email } from "../mail/email";
import type { Person } from "../messages/who-is-notified";
import type { Quote } from "../quotes/quote";
import { saWeekday } from "../values/sa-time";
import { visitInWords } from "../waybills/agreed-visit.server";
import { spokenWaybillNumber } from "../waybills/waybill-number";
import type { Wish } from "./wishes.server";

/** The times of half a working day. */
const parts = {
  morning: { fromTime: "08:00", untilTime: "12:00" },
  afternoon: { fromTime: "12:00", untilTime: "17:00" },
} as const;

export function partTimes(part: Wish["part"]): { fromTime: string | null; untilTime: string | null } {
  return part ? parts[part] : { fromTime: null, untilTime: null };
}

/** A wish without anybody's name: "delivery on Tuesday 1 December 2026, 08:00 to 12:00". */
export function wishInWords({ kind, day, part }: Pick<Wish, "kind" | "day" | "part">): string {
  if (kind === "neighbour") return "delivery to a neighbour";
  if (kind === "day") return `delivery on ${visitInWords({ day: day ?? "", ...partTimes(part) })}`;
  return `fetching it at the depot, until ${saWeekday(day ?? "")}`;
}

type WishFacts = {
  wish: Wish;
  /** What the driver reads of it. */
  note: string | null;
  /** For fetching it at the depot. */
  pin: string | null;
  depot: string;
  links: { notMe: Link | null; findMe: Link | null };
};

/** To the receiver, as booked: what we do now, and how to say that it was somebody else. */
export function wishTaken(quote: Quote, { wish, note, pin, depot, links, to }: WishFacts & { to: string }): Email {
  const isDepot = wish.kind === "depot";
  return {
    key: `wish:${wish.id}`,
    to,
    ...compose({
      subject: `As you wished: waybill ${spokenWaybillNumber(wish.waybillNo)}`,
      greeting: "Good day,",
      opening: [`Somebody with your link asked for this: ${wishInWords(wish)}.`, ...whatFollows(wish, note)],
      ...(pin ? { large: ["When you fetch it, tell us", `PIN ${pin}`] as const } : {}),
      facts: [
        ["Waybill number", spokenWaybillNumber(wish.waybillNo)],
        ...(isDepot ? ([["Depot", depot]] as const) : []),
      ],
      action: links.findMe ?? undefined,
      links: links.notMe ? [links.notMe] : [],
      closing: [`If it wasn't you, use the link “This wasn't me”, or phone us at ${contact().phoneShown}.`],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}

function whatFollows({ kind, day }: Wish, note: string | null): string[] {
  if (kind === "day") return ["Please be there, or ask somebody you trust to be there."];
  if (kind === "neighbour") return [`The driver reads: ${note ?? ""}`, "Tell that person your PIN when it comes."];
  return [`We keep it for you at the depot once we have it there, until ${saWeekday(day ?? "")}. Then it goes back.`];
}

/** The same as a text, for who has no email. Texts carry no links. */
export function wishTakenText({ wish, pin }: WishFacts): string {
  return textOf(wish, `as asked: ${wishInWords(wish)}.${pin ? ` PIN ${pin}.` : ""}`);
}

/** One part, so that it costs as much as others. */
function textOf({ waybillNo }: Wish, words: string): string {
  const asks = `Phone us if this wasn't you: ${contact().phoneShown}.`;
  return `${brand.name}: ${spokenWaybillNumber(waybillNo)}, ${words} ${asks}`;
}

/** To the receiver, as booked: a wish doesn't hold any more. */
export function wishEnded(quote: Quote, wish: Wish, to: string): Email {
  return {
    key: `wish-ended:${wish.id}`,
    to,
    ...compose({
      subject: `Taken back: waybill ${spokenWaybillNumber(wish.waybillNo)}`,
      greeting: "Good day,",
      opening: [
        `This doesn't hold any more: ${wishInWords(wish)}.`,
        "We bring the parcel as if nobody had asked for it.",
      ],
      facts: [["Waybill number", spokenWaybillNumber(wish.waybillNo)]],
      closing: [`If it wasn't you who took it back, phone us at ${contact().phoneShown}.`],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}

export function wishEndedText(wish: Wish): string {
  return textOf(wish, `taken back: ${wishInWords(wish)}.`);
}

/** To the sender: the day of the delivery, which the receiver changed. */
export function wishToSender(
  quote: Quote,
  wish: Wish,
  { what, person, to }: { what: "made" | "ended"; person: Person; to: string },
): Email {
  const number = spokenWaybillNumber(wish.waybillNo);
  return {
    key: `wish-day:${wish.id}:${what}:${person}`,
    to,
    ...compose({
      subject:
        what === "made"
          ? `The receiver asked for another day: waybill ${number}`
          : `No agreed day any more: waybill ${number}`,
      greeting: "Good day,",
      opening: [
        what === "made"
          ? `The receiver asked for ${wishInWords(wish)}. We bring the parcel then.`
          : "The receiver took back the day that they had asked for. We bring it in the usual time.",
      ],
      facts: [["Waybill number", number]],
      closing: ["You don't need to do anything."],
      signature: signatureWithPhone(),
    }),
    quoteId: quote.id,
  };
}
