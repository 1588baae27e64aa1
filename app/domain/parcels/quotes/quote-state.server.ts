import type { Reader } from "#db/store.server";
import { type Draft, isComplete } from "../../form/draft";
import { formHash } from "./fingerprint.server";
import type { Quote } from "./quote";
import { isFinal, quoteOfDraft } from "./saved-quotes.server";

/** The state of a draft's quote. `stale`: its price has expired, or belongs to other answers. */
export type QuoteState = "none" | "stale" | "current" | "booked";

/** The quote made from a draft, and whether it still matches the draft. */
export async function quoteWithState(
  read: Reader,
  draft: Draft,
  now: Date,
): Promise<{ quote: Quote | null; quoteState: QuoteState }> {
  const quote = await quoteOfDraft(read, draft.id);
  if (!quote) return { quote, quoteState: "none" };
  if (isFinal(quote)) return { quote, quoteState: "booked" };
  const fits = isComplete(draft) && formHash(quote.formSnapshot) === formHash(draft) && quote.expiresAt > now;
  return { quote, quoteState: fits ? "current" : "stale" };
}
