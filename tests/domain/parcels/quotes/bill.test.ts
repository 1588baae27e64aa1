import { expect, test } from "vitest";
import { billOf } from "#app/domain/parcels/quotes/bill";
import { PricedAnswerSchema } from "#app/domain/prices/contract/quote-answer";
import { formatRand } from "#app/domain/values/money";
import { aDraft } from "../../../../demo/a-draft";
import { aQuote } from "../../../support/a-booking";
import { aStore } from "../../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const VAT = 15_00;

test("a price is shown line by line, and a part isn't added again", async () => {
  const quote = await priced({ parcel: { quantity: 3 } });
  const response = { ...PricedAnswerSchema.parse(quote.response), fuelBasisPoints: 12_56 };
  const { totals } = response.cents;
  const bill = billOf({ ...quote, response }, VAT);
  expect(bill).toMatchObject({ total: formatRand(totals.grandTotal), heldUntil: "30 November 2026" });
  expect(bill?.lines.filter(({ isPart }) => !isPart)).toEqual([
    { label: "Transport", amount: formatRand(totals.transport), note: "for 3 parcels" },
    { label: "Fuel (12,6 %)", amount: formatRand(totals.fuel) },
    { label: expect.stringMatching(/^Packaging: /), amount: formatRand(totals.packaging) },
    { label: "Subtotal excluding VAT", amount: formatRand(totals.subtotalExVat) },
    { label: "VAT", amount: formatRand(totals.vat) },
  ]);
});

test("a single parcel's count is left out, and there is no linehaul inside a region", async () => {
  const near = billOf(await priced({ addresses: { toPostal: "1431" } }), VAT)?.lines ?? [];
  expect(near[0]).toEqual({ label: "Transport", amount: expect.any(String), note: undefined });
  // The only part of one parcel isn't said twice; of two it says what each costs.
  expect(partsOf(near)).toEqual([]);
  const two = billOf(await priced({ addresses: { toPostal: "1431" }, parcel: { quantity: 2 } }), VAT)?.lines ?? [];
  expect(partsOf(two)).toEqual(["Per parcel: delivery between the two zones"]);
});

test("a parcel to another region has a linehaul line, an international one a collection and an international rate", async () => {
  const far = billOf(await priced({ addresses: { toPostal: "8001" } }), VAT)?.lines ?? [];
  expect(partsOf(far)).toEqual([
    "Per parcel: delivery between the two zones",
    "Per parcel: linehaul between the regions",
  ]);
  const abroad = billOf(await priced({ addresses: { toCountry: "Brazil", toPostal: "" } }), VAT)?.lines ?? [];
  expect(partsOf(abroad)).toEqual(["Per parcel: collection", "Per parcel: international rate"]);
});

test("a company that isn't a VAT vendor doesn't mention VAT", async () => {
  const quote = await priced({});
  const response = PricedAnswerSchema.parse(quote.response);
  const { totals } = response.cents;
  const grandTotal = totals.subtotalExVat;
  const without = { ...response, cents: { ...response.cents, totals: { ...totals, vat: 0, grandTotal } } };
  const lines = billOf({ ...quote, response: without, grandTotalCents: grandTotal }, 0)?.lines ?? [];
  expect(lines.map(({ label }) => label.replace(/[:(].*/, ""))).toEqual([...["Transport", "Fuel ", "Packaging"]]);
});

test("a manual price, or one that isn't stored any more, shows only its VAT, to the cent", async () => {
  const quote = await priced({});
  for (const response of [null, quote.response])
    expect(billOf({ ...quote, response, grandTotalCents: 115_01 }, VAT)).toMatchObject({
      lines: [
        { label: "Subtotal excluding VAT", amount: formatRand(100_01) },
        { label: "VAT", amount: formatRand(15_00) },
      ],
      total: formatRand(115_01),
    });
});

test("without a price there is no bill", async () => {
  expect(billOf({ ...(await priced({})), grandTotalCents: null }, VAT)).toBeNull();
});

const priced = async (answers: Parameters<typeof aDraft>[0]) => aQuote(await aStore(), aDraft(answers), now);

function partsOf(lines: NonNullable<ReturnType<typeof billOf>>["lines"]) {
  return lines.filter(({ isPart }) => isPart).map(({ label }) => label);
}
