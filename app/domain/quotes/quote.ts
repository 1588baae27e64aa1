import type { quotes } from "#db/schema/quotes";

/** A saved quote: one price for one parcel, and what became of it. */
export type Quote = typeof quotes.$inferSelect;

/** Whether its customer's data was deleted: nobody could be written to, phoned or collected from. */
export function isNameless({ email }: Pick<Quote, "email">): boolean {
  return email === "";
}
