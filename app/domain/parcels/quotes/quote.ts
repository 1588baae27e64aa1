import type { quotes } from "#db/schema/quotes";

/** A saved quote: one price for one parcel, and its booking's status. */
export type Quote = typeof quotes.$inferSelect;

/** Whether the customer's data was erased, so that nobody can be contacted or collected from. */
export function isNameless({ email }: Pick<Quote, "email">): boolean {
  return email === "";
}
