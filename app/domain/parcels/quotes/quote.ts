import type { quotes } from "#db/schema/quotes";
import { keptPrice } from "../../prices/contract/quote-response";
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

/** "Flyer bag", as the price named it or, without an instant price, from the id. */
export function boxNameOf({ response, boxId }: Pick<Quote, "response" | "boxId">): string {
  const fromId = boxId.charAt(0).toUpperCase() + boxId.slice(1).replaceAll("-", " ");
  return keptPrice(response)?.meta.boxName ?? fromId;
}
