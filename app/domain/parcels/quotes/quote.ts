import type { quotes } from "#db/schema/quotes";
import { asLine } from "../../values/typed-text";

/** A saved quote: one price for one parcel, and its booking's status. */
export type Quote = typeof quotes.$inferSelect;

/** Whether the customer's data was erased, so that nobody can be contacted or collected from. */
export function isNameless({ email }: Pick<Quote, "email">): boolean {
  return email === "";
}

/**
 * The shop's own order number as people read it: "#1000". Null if there is none. Pages whose links may be shared show it;
 * it is the shop's own text, so emails to a receiver don't have it.
 */
export function shopsOrder({ reference }: Pick<Quote, "reference">): string | null {
  const shown = asLine(reference ?? "");
  return /^\d+$/.test(shown) ? `#${shown}` : shown || null;
}
