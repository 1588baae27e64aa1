import { addressInALine, contact } from "#app/contact";
import { paths } from "#app/paths";
import type { Tx } from "#db/store.server";
import { signedLink } from "../mail/emailed-link.server";
import { notifyPeople, type Words } from "../messages/notify.server";
import type { Quote } from "../quotes/quote";
import { wishEnded, wishEndedText, wishTaken, wishTakenText, wishToSender } from "./wish-emails";
import type { Wish } from "./wishes.server";

/** One message to the receiver, with a way to say that it wasn't they; the sender is told of a changed day alone. */
export async function tellOfWish(
  tx: Tx,
  quote: Quote,
  wish: Wish,
  { note, pin }: { note: string | null; pin: string | null },
  now: Date,
): Promise<void> {
  const links = {
    notMe: await signedLink(tx, "This wasn't me", paths.notMyWish(quote.id, wish.id)),
    findMe: await signedLink(tx, "Change it or take it back", paths.findMe(quote.id)),
  };
  const facts = { wish, note, pin, depot: `${addressInALine()}. ${contact().depotHours ?? ""}`, links };
  const words = { key: `wish:${wish.id}:sms`, about: "A wish for a delivery", words: wishTakenText(facts) };
  const receiver = (_: unknown, to: string) => wishTaken(quote, { ...facts, to });
  await tellReceiver(tx, quote, receiver, words, now);
  if (wish.kind === "day") await tellSender(tx, quote, wish, "made", now);
}

export async function tellOfEnd(tx: Tx, quote: Quote, wish: Wish, now: Date): Promise<void> {
  const words = { key: `wish-ended:${wish.id}:sms`, about: "A wish taken back", words: wishEndedText(wish) };
  await tellReceiver(tx, quote, (_, to) => wishEnded(quote, wish, to), words, now);
  if (wish.kind === "day") await tellSender(tx, quote, wish, "ended", now);
}

/** By text only where there is no email. */
async function tellReceiver(
  tx: Tx,
  quote: Quote,
  receiver: Words["receiver"],
  receiverText: Words["receiverText"],
  now: Date,
) {
  const isByText = quote.formSnapshot.addresses.toEmail === "";
  await notifyPeople(tx, quote, "wished", isByText ? { receiverText } : { receiver }, now);
}

async function tellSender(tx: Tx, quote: Quote, wish: Wish, what: "made" | "ended", now: Date): Promise<void> {
  // Who sends a parcel to themselves has the receiver's message.
  if (quote.email.toLowerCase() === quote.formSnapshot.addresses.toEmail.toLowerCase()) return;
  await notifyPeople(
    tx,
    quote,
    "visit_agreed",
    { sender: (person, to) => wishToSender(quote, wish, { what, person, to }) },
    now,
  );
}
