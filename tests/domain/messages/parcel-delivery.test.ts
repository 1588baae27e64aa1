import { expect, test } from "vitest";
import { parcelDelivery } from "#app/domain/messages/parcel-delivery";
import { boxInWords, nameOf, tryAgainInWords } from "#app/domain/messages/parcel-facts";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { plainText } from "#app/language/plain-text";
import { aDraft } from "../../../demo/a-draft";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

const arrival = { first: "2026-11-23", last: "2026-11-24" };

async function aParcel(addresses: object = {}): Promise<Quote> {
  return aQuote(await aStore(), aDraft({ addresses }));
}

test("mail programs are told of a parcel's places, number and days, and of no street, phone or price", async () => {
  const quote = await aParcel();
  const parcel = { quote, waybillNo: "TH4821093753", trackingUrl: "https://x/tracking", arrival } as const;
  const courier = { "@type": "Organization", name: "Thuma Couriers" };
  expect(parcelDelivery(parcel)).toEqual({
    "@context": "http://schema.org",
    "@type": "ParcelDelivery",
    carrier: courier,
    trackingNumber: "TH4821093753",
    trackingUrl: "https://x/tracking",
    itemShipped: { "@type": "Product", name: "1 × Flyer bag" },
    originAddress: { "@type": "PostalAddress", addressLocality: "Katlehong" },
    deliveryAddress: {
      "@type": "PostalAddress",
      name: "Sipho Dlamini",
      addressLocality: "Soweto",
      postalCode: "1804",
      addressCountry: "South Africa",
    },
    expectedArrivalFrom: "2026-11-23",
    expectedArrivalUntil: "2026-11-24",
    partOfOrder: { "@type": "Order", orderNumber: quote.quoteNo, merchant: courier },
  });
});

test("what isn't known is left out", async () => {
  const quote = await aParcel({ toName: "call 082 123 4567", toPostal: "", toCountry: "Botswana" });
  const { deliveryAddress, expectedArrivalFrom } = parcelDelivery({
    ...{ quote, waybillNo: "TH4821093753", trackingUrl: "https://x/", arrival: null },
  });
  expect(deliveryAddress).toMatchObject({ name: undefined, postalCode: undefined, addressCountry: "Botswana" });
  expect(expectedArrivalFrom).toBeUndefined();
});

test("a parcel has its box by name, or by its number where it has no price yet", async () => {
  const quote = await aParcel();
  expect(boxInWords({ ...quote, quantity: 2 })).toBe("2 × Flyer bag");
  expect(boxInWords({ ...quote, response: null, boxId: "stock-2-large", quantity: 1 })).toBe("1 × Stock 2 large");
});

test("a text in place of a name isn't shown as one", async () => {
  const quote = await aParcel({ fromName: "you won R5000: http://x" });
  expect([nameOf(quote, "from"), nameOf(quote, "to")]).toEqual([null, "Sipho Dlamini"]);
});

test("the day of the next try is given where it is known", () => {
  expect(plainText(tryAgainInWords(arrival))).toBe("We try again on Monday 23 November.");
  expect(plainText(tryAgainInWords(null))).toBe("We will try again.");
});
