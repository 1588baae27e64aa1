import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookingRequestSchema } from "#app/domain/bookings/booking-on-the-wire";
import { homePostalLine } from "#app/domain/form/text-rules";
import { fallbackBoxes } from "#app/domain/prices/box-choices";
import { boxInCents, boxOnTheWire } from "#app/domain/prices/contract/boxes";
import { refusedQuote } from "#app/domain/prices/contract/quote-answer";
import { answerInCents, keptPrice, quoteResponse } from "#app/domain/prices/contract/quote-response";
import { BoxSchema, PricedQuoteSchema, QuoteResponseSchema } from "#app/domain/prices/contract/wire";
import { InternationalQuoteRequestSchema, LocalQuoteRequestSchema } from "#app/domain/prices/contract/wire-requests";
import { pricedAnswer, priceLocal } from "#app/domain/prices/rate-engine";
import { volumetricKg } from "#app/domain/prices/volumetric";
import { aCard, katlehong, khayelitsha, parcels } from "../builders";

const localRequest = { fromPostal: "1459", toPostal: "1868", quantity: 1, selectedBoxId: "flyer-bag", applyVat: true };
const place = { city: "Katlehong", region: "GP", zone: "metro", country: "South Africa", zoneLetter: null };
const meta = { quantity: 3, selectedBoxId: "flyer-bag", boxName: "Flyer bag", from: place, to: place };

describe("a quote request", () => {
  test("is for one parcel, with VAT, by default", () => {
    const { quantity: _, applyVat: __, ...short } = localRequest;
    expect(LocalQuoteRequestSchema.parse(short)).toMatchObject({ quantity: 1, applyVat: true });
  });

  test("may have spaces in a postal code and a quantity that a form sent", () => {
    const request = LocalQuoteRequestSchema.parse({ ...localRequest, fromPostal: " 00 02", quantity: "12" });
    expect(request).toMatchObject({ fromPostal: "0002", quantity: 12 });
  });

  test.each([
    [{ quantity: 0 }, "Quantity must be at least 1."],
    [{ quantity: -3 }, "Quantity must be at least 1."],
    [{ quantity: 1.5 }, "Quantity must be a whole number."],
    [{ quantity: "1,5" }, "Quantity must be a whole number."],
    [{ quantity: "0x10" }, "Quantity must be a number."],
    [{ quantity: "1e1" }, "Quantity must be a number."],
    [{ quantity: "two" }, "Quantity must be a number."],
    [{ quantity: ["1"] }, "Quantity must be a number."],
    [{ quantity: { length: 1 } }, "Quantity must be a number."],
    [{ quantity: "1".padStart(21, "0") }, "Quantity must be a number."],
    [{ quantity: 101 }, "Quantity can be at most 100."],
    [{ quantity: 1e9 }, "Quantity can be at most 100."],
    [{ selectedBoxId: " " }, "Please select a packaging type."],
    [{ selectedBoxId: undefined }, "Please select a packaging type."],
    [{ fromPostal: "14" }, 'The FROM postal code must have 4 digits. Send 14 as text with its first 0: "0014".'],
    [{ toPostal: 181 }, 'The TO postal code must have 4 digits. Send 181 as text with its first 0: "0181".'],
    [{ toPostal: "abc" }, "The TO postal code must have 4 digits."],
    [{ applyVat: "no" }, "applyVat must be true or false."],
  ])("with %j is refused in plain words", (wrong, message) => {
    expect(messages(LocalQuoteRequestSchema.safeParse({ ...localRequest, ...wrong }))).toEqual([message]);
  });

  const codes = ["1459", 1459, " 14 59", "1459X", 181, 14590, 1459.5, null, "0002", 2, true, ["1459"]];
  const quantities = [
    1,
    12,
    "12",
    "0012",
    "1 0",
    "2 parcels",
    "",
    " ",
    null,

    0,
    1.5,
    "1,5",
    "x",
    101,
    "0x10",
  ];
  const boxes = ["flyer-bag", " flyer-bag ", "Flyer-bag", "", null, 7, "box-of-nobody"];
  test.each([
    ...codes.map((fromPostal) => ({ fromPostal })),
    ...quantities.map((quantity) => ({ quantity })),
    ...boxes.map((selectedBoxId) => ({ selectedBoxId })),
  ])("of %j is taken where a booking of the same is, and says the same", (sent) => {
    const { fromPostal, quantity, selectedBoxId }: Record<string, unknown> = { ...localRequest, ...sent };
    const knowsBox = (id: string) => fallbackBoxes.some((box) => box.id === id);
    const quoted = LocalQuoteRequestSchema.refine((request) => knowsBox(request.selectedBoxId)).safeParse({
      ...{ ...localRequest, ...sent },
    });
    const offered = { boxMessage: "No such box", knowsBox, days: [], dayMessage: "No such day" };
    const place = { addressLine: "12 Ncome Crescent", suburb: "Orlando East", city: "Soweto", postal: "1804" };
    const party = { name: "Thandi Nkosi", phone: "0821234567", email: "thandi@example.co.za", ...place };
    const booked = bookingRequestSchema(offered).safeParse({
      ...{ reference: "1001", agreedTotal: 100, from: { ...party, postal: fromPostal }, to: party },
      parcel: { boxId: selectedBoxId, quantity },
    });
    expect([quoted.success, messages(booked)]).toEqual([
      booked.success,
      booked.success ? [] : [expect.stringMatching(/postal|[Qq]uantity|box|input/)],
    ]);
    if (quoted.success && booked.success)
      expect(quoted.data).toMatchObject({
        fromPostal: booked.data.from?.postal,
        quantity: booked.data.parcel.quantity,
        selectedBoxId: booked.data.parcel.boxId,
      });
  });

  test.each([1, 100, "1", " 100 ", "1".padStart(20, "0")])("may be for %j parcels", (quantity) => {
    expect(LocalQuoteRequestSchema.parse({ ...localRequest, quantity })).toMatchObject({ quantity: Number(quantity) });
  });

  test.each([null, "quote", 7, []])("that is %j is refused in plain words", (body) => {
    expect(messages(LocalQuoteRequestSchema.safeParse(body))).toEqual(["A quote request must be an object."]);
  });

  test("abroad needs a country", () => {
    const request = { fromPostal: "1459", toCountry: "", selectedBoxId: "flyer-bag" };
    expect(messages(InternationalQuoteRequestSchema.safeParse(request))).toEqual([
      "Please choose a destination country.",
    ]);
  });
});

describe("a quote response", () => {
  test("has rand as numbers, and the same amounts as text", () => {
    const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels({ quantity: 3 }) }, aCard());
    const quote = PricedQuoteSchema.parse(price && quoteResponse(pricedAnswer(price, meta)));
    expect(quote.pricing.perUnit).toMatchObject({
      base: 60,
      linehaul: 45,
      transport: 105,
      fuel: 10.5,
      packaging: 4.1,
    });
    expect(quote.pricing.totals).toEqual({
      transport: 315,
      fuel: 31.5,
      packaging: 12.3,
      subtotalExVat: 358.8,
      vat: 53.82,
      grandTotal: 412.62,
    });
    expect(quote.pricing.surcharges).toEqual({ fuelRate: 0.1 });
    expect(quote.formatted).toMatchObject({
      grandTotal: "R\u00a0412,62",
      transportRatePerUnit: "R\u00a0105,00",
      packagingCostPerUnit: "R\u00a04,10",
      pickupLocalPerUnit: "R\u00a00,00",
      fuel: "R\u00a031,50",
    });
  });

  test("our own is one that the contract accepts unchanged, priced or refused", () => {
    const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels() }, aCard());
    const quote = price && quoteResponse(pricedAnswer(price, meta));
    expect(QuoteResponseSchema.parse(quote)).toEqual(quote);
    const refused = refusedQuote("We do not yet service the TO postal code.");
    expect(QuoteResponseSchema.parse(quoteResponse(refused))).toEqual(refused);
  });

  test("without a price is not a quote", () => {
    expect(QuoteResponseSchema.safeParse({ ok: true, meta }).success).toBe(false);
    expect(messages(QuoteResponseSchema.safeParse({}))).toEqual(["A quote response must say ok: true or ok: false."]);
  });
});

describe("inside, a price is in cents", () => {
  const price = priceLocal({ from: katlehong, to: khayelitsha, ...parcels({ quantity: 3 }) }, aCard());
  const answer = price && pricedAnswer(price, meta);
  const sent = PricedQuoteSchema.parse(answer && quoteResponse(answer));

  test("rand sent to the client are the same cents again", () => {
    expect(answer?.cents.totals).toMatchObject({ vat: 53_82, grandTotal: 412_62 });
    expect(answerInCents(sent)).toEqual(answer);
  });

  test("less than half a cent is 0", () => {
    const { pricing } = sent;
    const totals = { ...pricing.totals, grandTotal: 0.001 };
    expect(answerInCents({ ...sent, pricing: { ...pricing, totals } }).cents.totals.grandTotal).toBe(0);
  });

  test("an amount that isn't whole cents is refused", () => {
    const totals = { ...sent.pricing.totals, grandTotal: 1e300 };
    expect(() => answerInCents({ ...sent, pricing: { ...sent.pricing, totals } })).toThrow("grandTotal");
  });

  test("a saved quote has cents; an older one has what was sent, and is still read", () => {
    expect(keptPrice(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
    expect(keptPrice(JSON.parse(JSON.stringify(sent)))).toEqual(answer);
    expect(keptPrice(null)).toBeNull();
    expect(keptPrice(refusedQuote("We do not yet service the TO postal code."))).toBeNull();
  });

  test("literal documents of earlier releases are still read", () => {
    const saved =
      '{"ok":true,"formatted":{"grandTotal":"R\u00a080,62","subtotalExVat":"R\u00a070,10","vat":"R\u00a010,52","basePerUnit":"R\u00a060,00","linehaulPerUnit":"R\u00a00,00","pickupLocalPerUnit":"R\u00a00,00","intlBasePerUnit":"R\u00a00,00","transportRatePerUnit":"R\u00a060,00","fuelPerUnit":"R\u00a06,00","packagingCostPerUnit":"R\u00a04,10","transport":"R\u00a060,00","fuel":"R\u00a06,00","packaging":"R\u00a04,10"},"pricing":{"perUnit":{"base":60,"linehaul":0,"pickupLocal":0,"intlBase":0,"transport":60,"fuel":6,"packaging":4.1},"totals":{"transport":60,"fuel":6,"packaging":4.1,"subtotalExVat":70.1,"vat":10.52,"grandTotal":80.62},"surcharges":{"fuelRate":0.1}},"meta":{"quantity":1,"selectedBoxId":"flyer-bag","boxName":"Flyer bag","from":{"city":"Katlehong","region":"GP","zone":"metro","country":"South Africa","zoneLetter":null},"to":{"city":"Orlando and Diepkloof","region":"GP","zone":"metro","country":"South Africa","zoneLetter":null}}}';
    expect(keptPrice(JSON.parse(saved))).toMatchObject({
      cents: {
        perUnit: { base: 60_00, packaging: 4_10 },
        totals: { subtotalExVat: 70_10, vat: 10_52, grandTotal: 80_62 },
      },
      fuelBasisPoints: 1_000,
      meta: { boxName: "Flyer bag" },
    });
  });
});

describe("a box", () => {
  test("has a volumetric weight: length by width by height over 5 000, two decimals", () => {
    expect(volumetricKg({ l: 31, w: 45, h: 45 })).toBe(12.56); // 12.555
    expect(volumetricKg({ l: 25, w: 15, h: 25 })).toBe(1.88); // 1.875
    expect(volumetricKg({ l: 23, w: 15, h: 15 })).toBe(1.04); // 1.035
  });

  test("has a fallback that follows the contract, at the published costs", () => {
    expect(fallbackBoxes.map((box) => BoxSchema.parse(boxOnTheWire(box)).cost)).toEqual([4.1, 5.1, 3.94]);
    expect(fallbackBoxes.map((box) => boxInCents(boxOnTheWire(box)))).toEqual(fallbackBoxes);
  });
});

function messages(answer: { success: boolean; error?: { issues: { message: string }[] } | undefined }): string[] {
  return answer.error?.issues.map(({ message }) => message) ?? [];
}

test("a price and a booking take the same postal codes, however they are written", () => {
  const signs = fc.array(fc.constantFrom(..."01481431abO -–\u00a0\u200b０٤.".split("")), { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.oneof(
        signs.map((each) => each.join("")),
        fc.integer({ min: 0, max: 99_999 }).map(String),
      ),
      (code) => {
        const priced = LocalQuoteRequestSchema.safeParse({ ...localRequest, fromPostal: code, toPostal: code });
        const booked = homePostalLine("Sender postal").safeParse(code);
        expect(priced.success).toBe(booked.success);
        if (priced.success) expect(priced.data.toPostal).toBe(booked.data);
      },
    ),
    { numRuns: 500 },
  );
});
