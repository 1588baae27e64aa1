import type { quotes } from "#db/schema/quotes";

/** A saved quote: one price for one parcel, and what became of it. */
export type Quote = typeof quotes.$inferSelect;
