import { depotInALine } from "#app/contact";
import { messagesCatalogue } from "#app/language/messages.server";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { linksOf } from "../messages/message-links.server";
import { notifyPeople, type Wordings } from "../messages/notify.server";
import type { Person } from "../messages/who-is-notified";
import { type AgreedVisit, agreedVisit } from "../parcels/agreed-visit.server";
import type { Quote } from "../parcels/quotes/quote";
import { signedLink } from "../post/emailed-link.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import { saDay } from "../values/sa-time";
import { wishEnded, wishEndedText, wishOccasion, wishTaken, wishTakenText, wishToSender } from "./wish-emails";
import type { Wish } from "./wishes.server";

/**
 * One message to the receiver, with a link for somebody else's wish; the sender is told of a changed day, or that the
 * receiver fetches it.
 */
export async function tellOfWish(
  tx: Tx,
  quote: Quote,
  wish: Wish,
  { note, pin, by }: { note: string | null; pin: string | null; by: "the receiver" | "the office" },
  now: Date,
): Promise<void> {
  const links = {
    notMe: await signedLink(tx, messagesCatalogue().wishes.taken.notMe, paths.notMyWish(quote.id, wish.id)),
    findMe: await signedLink(tx, messagesCatalogue().wishes.taken.change, paths.findMe(quote.id)),
    tracking: (await linksOf(tx, { quoteId: quote.id, waybillNo: wish.waybillNo })).receiversTracking,
  };
  const facts = { wish, note, pin, isByPhone: by === "the office", depot: depotInALine(), links };
  const words = {
    key: `${wishOccasion(wish)}:sms`,
    about: "A wish for a delivery",
    words: wishTakenText(facts),
    holds: pin ? ("the PIN" as const) : ("nothing secret" as const),
  };
  const receiver = (_: unknown, to: string) => wishTaken(quote, { ...facts, to });
  await tellReceiver(tx, quote, receiver, words, now);
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
  await tellReceiver(tx, quote, (_, to) => wishEnded(quote, wish, { agreed, to }), words, now);
  await tellSenderOfEnd(tx, quote, wish, now);
}

export const tellSenderOfEnd = (tx: Tx, quote: Quote, wish: Wish, now: Date) =>
  tellSender(tx, quote, wish, "ended", now);

/** By text only where there is no email. */
async function tellReceiver(
  tx: Tx,
  quote: Quote,
  receiver: Wordings["receiver"],
  receiverText: Wordings["receiverText"],
  now: Date,
) {
  const isByText = quote.formSnapshot.addresses.toEmail === "";
  await notifyPeople(tx, "a parcel", quote, "wished", isByText ? { receiverText } : { receiver }, now);
}

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
