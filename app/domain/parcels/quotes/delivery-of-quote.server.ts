import type { Reader } from "#db/store.server";
import { isLocal } from "../../form/addresses";
import { keptPrice } from "../../prices/contract/quote-response";
import { type Arrival, arrivalInWords } from "../../prices/usual-arrival";
import { expectedArrival } from "../../prices/usual-delivery.server";
import { saDay } from "../../values/sa-time";
import { withKeptDays } from "../kept-days.server";
import type { Quote } from "./quote";

type Collection = { day?: string; since: Date };

/**
 * `arrivalOfQuote` in words: "Usually Tuesday 24 to Thursday 26 November". If enough parcels used the route lately, also
 * how long they took: "8 of 10 parcels on this route arrive within 3 working days".
 */
export async function deliveryOfQuote(
  store: Reader,
  quote: Pick<Quote, "response" | "formSnapshot" | "fromPostal" | "toPostal">,
  collection: Collection,
  now: Date,
): Promise<string | null> {
  return deliveryInWords(store, quote, await arrivalOfQuote(store, quote, collection, now), now);
}

/** The same when the days are known. A planned day needs no figures. */
export async function deliveryInWords(
  store: Reader,
  quote: Pick<Quote, "fromPostal" | "toPostal">,
  arrival: Arrival | null,
  now: Date,
): Promise<string | null> {
  if (!arrival) return null;
  const words = arrivalInWords(arrival, saDay(now));
  return arrival.isPlanned ? words : withKeptDays(store, words, quote, now);
}

/**
 * The days on which a quote's parcel usually arrives. Null when unknown: for a manual price, for a pricing service that
 * gives no days, and for days that have passed.
 * @param collection the day on which it was collected, if it was; otherwise the customer's collection day, or the next
 * working day after `since`
 */
export async function arrivalOfQuote(
  store: Reader,
  quote: Pick<Quote, "response" | "formSnapshot" | "fromPostal" | "toPostal">,
  collection: Collection,
  now: Date,
): Promise<Arrival | null> {
  const days = keptPrice(quote.response)?.meta.deliveryDays;
  if (!days) return null;
  const day = collection.day ?? quote.formSnapshot.parcel.collectionDay;
  const { fromPostal, toPostal } = quote;
  const way = {
    ...(collection.day ? {} : { from: fromPostal }),
    ...(isLocal(quote.formSnapshot.addresses) && { to: toPostal }),
  };
  return expectedArrival(store, days, { day, since: collection.since, ...way }, now);
}
