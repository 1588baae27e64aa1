import { brand } from "#app/brand";
import type { Quote } from "../parcels/quotes/quote";
import { placeOnRoute } from "../prices/place-on-route.server";
import type { Arrival } from "../prices/usual-arrival";
import { boxInWords, nameOf, placeOf } from "./parcel-facts";

export type ParcelOnTheWay = { quote: Quote; waybillNo: string; trackingUrl: string; arrival: Arrival | null };

/**
 * The parcel as schema.org's ParcelDelivery, for mail programs that show deliveries. Without street, phone or price.
 */
export function parcelDelivery({ quote, waybillNo, trackingUrl, arrival }: ParcelOnTheWay): Record<string, unknown> {
  const { toPostal, toCountry } = quote.formSnapshot.addresses;
  const courier = { "@type": "Organization", name: brand.name };
  return {
    "@context": "http://schema.org",
    "@type": "ParcelDelivery",
    carrier: courier,
    trackingNumber: waybillNo,
    trackingUrl,
    itemShipped: { "@type": "Product", name: boxInWords(quote) },
    originAddress: { "@type": "PostalAddress", addressLocality: placeOf(quote, "from") },
    deliveryAddress: {
      "@type": "PostalAddress",
      name: nameOf(quote, "to") ?? undefined,
      addressLocality: placeOnRoute(quote, "to"),
      postalCode: toPostal || undefined,
      addressCountry: toCountry,
    },
    expectedArrivalFrom: arrival?.first,
    expectedArrivalUntil: arrival?.last,
    partOfOrder: { "@type": "Order", orderNumber: quote.quoteNo, merchant: courier },
  };
}
