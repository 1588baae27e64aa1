import { expect, test } from "vitest";
import { placeOf } from "#app/domain/messages/parcel-facts";
import { aDraft } from "../../../demo/a-draft";
import { aQuote } from "../../support/a-booking";
import { aStore } from "../../support/a-store";

test.each([
  ["Orlando East", "Soweto", "Orlando East, Soweto"],
  ["Katlehong", "Katlehong", "Katlehong"],
  ["", "Katlehong", "Katlehong"],
])("a place with suburb “%s” and city “%s” is shown as “%s”", async (toSuburb, toCity, place) => {
  const quote = await aQuote(await aStore(), aDraft({ addresses: { toSuburb, toCity } }));
  expect(placeOf(quote, "to")).toBe(place);
});
