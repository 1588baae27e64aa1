import { expect, test } from "vitest";
import { parcelFacts, placeOf, readerAt } from "#app/domain/messages/parcel-facts";
import { shopsOrder } from "#app/domain/parcels/quotes/quote";
import { plainText } from "#app/language/plain-text";
import { aDraft } from "../../../demo/a-draft";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

test.each([
  ["Orlando East", "Soweto", "Orlando East, Soweto"],
  ["Soweto", "Soweto", "Soweto"],
  ["", "Soweto", "Soweto"],
  // A city is called by its code.
  ["", "Katlehong", "Soweto"],
])("a place with suburb “%s” and city “%s” is shown as “%s”", async (toSuburb, toCity, place) => {
  const quote = await aQuote(await aStore(), aDraft({ addresses: { toSuburb, toCity } }));
  expect(placeOf(quote, "to")).toBe(place);
});

test.each([
  ["1000", "#1000"],
  ["#1000", "#1000"],
  ["A  1\u202e", "A 1"],
  [null, null],
])("a shop's own number %j is read as %j", (reference, shown) => {
  expect(shopsOrder({ reference })).toBe(shown);
});

test("whoever sends it reads the shop's own order number, without a link in it, and the receiver never", async () => {
  const quote = { ...(await aQuote(await aStore(), aDraft())), reference: "1000 www.example.com" };
  const { toEmail } = quote.formSnapshot.addresses;
  const readBy = (to: string) => parcelFacts(quote, readerAt(quote, to)).map((fact) => fact.map(plainText).join(": "));
  for (const to of [quote.email, quote.email.toUpperCase(), "the-account@example.com"])
    expect(readBy(to)[0]).toBe("Your order: 1000 www. example. com");
  for (const to of [toEmail, toEmail.toUpperCase()]) expect(readBy(to).join()).not.toContain("1000");
  const toSelf = { ...quote, email: toEmail };
  expect(readerAt(toSelf, toEmail)).toBe("sender");
});
