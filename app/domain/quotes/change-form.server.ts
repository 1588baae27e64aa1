import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import type { SavedForm } from "../shipments/saved-form";
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
  change: (saved: SavedForm) => Partial<Omit<Quote, "id">> & { formSnapshot: SavedForm },
  now: Date,
): Promise<SavedForm> {
  const [quote] = await tx.select({ saved: quotes.formSnapshot }).from(quotes).where(eq(quotes.id, quoteId));
  if (!quote) throw new Error(`the form of a quote that is gone was changed: ${quoteId}`);
  const changed = change(quote.saved);
  await tx
    .update(quotes)
    .set({ ...changed, updatedAt: now })
    .where(eq(quotes.id, quoteId));
  return changed.formSnapshot;
}
