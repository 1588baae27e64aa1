import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import type { Party } from "../../form/fields";
import type { SavedForm } from "../../form/saved-form";
import { restate } from "../restate.server";
import type { Quote } from "./quote";

/**
 * Changes a quote's form as it stands in this transaction, and perhaps other columns with it. A form that was read
 * earlier may have been changed meanwhile, so no other code writes the form of a quote that exists, except for a new
 * price of a draft, which replaces all of it (`saveQuote`).
 * @returns the changed form
 */
export async function changeForm(
  tx: Tx,
  quoteId: string,
  change: (saved: SavedForm) => Partial<Omit<Quote, "id" | "status">> & { formSnapshot: SavedForm },
  now: Date,
): Promise<SavedForm> {
  const { formSnapshot, email, senderLinks, receiverLinks } = quotes;
  const [quote] = await tx
    .select({ formSnapshot, email, senderLinks, receiverLinks })
    .from(quotes)
    .where(eq(quotes.id, quoteId));
  if (!quote) throw new Error(`the form of a quote that is gone was changed: ${quoteId}`);
  const changed = change(quote.formSnapshot);
  const ended = linksEnded(quote, { ...changed, email: changed.email ?? quote.email });
  await tx
    .update(quotes)
    .set({ ...changed, ...ended, updatedAt: now })
    .where(eq(quotes.id, quoteId));
  // Whether a message can reach the receiver is part of the parcel's state.
  const its = await tx.select({ no: waybills.waybillNo }).from(waybills).where(eq(waybills.quoteId, quoteId));
  await restate(tx, ...its.map(({ no }) => no));
  return changed.formSnapshot;
}

type Contacts = Pick<Quote, "formSnapshot" | "email">;
type People = Contacts & Pick<Quote, "senderLinks" | "receiverLinks">;

/** Who has the links of somebody who was replaced, or of a wrong email, isn't the one any more: they end. */
function linksEnded(was: People, is: Contacts): Partial<Quote> {
  return {
    ...(isOtherPerson(was, is, "from") && { senderLinks: was.senderLinks + 1 }),
    ...(isOtherPerson(was, is, "to") && { receiverLinks: was.receiverLinks + 1 }),
  };
}

/**
 * Whether a change gives a person another email, or puts another receiver in their place, with another name and another
 * phone: one of the two alone is the same person's.
 */
export function isOtherPerson(was: Contacts, is: Contacts, party: Party): boolean {
  const [before, after] = [was.formSnapshot.addresses, is.formSnapshot.addresses];
  const isOther = (one: string, other: string) => one.trim().toLowerCase() !== other.trim().toLowerCase();
  if (party === "from") return isOther(was.email, is.email) || isOther(before.fromEmail, after.fromEmail);
  const isAnother = isOther(before.toName, after.toName) && isOther(before.toPhone, after.toPhone);
  return isAnother || isOther(before.toEmail, after.toEmail);
}
