import { describe, expect, test } from "vitest";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { dayOf } from "#app/domain/drivers/stop-views.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { linesOf, partyOnSlip } from "#app/domain/form/address-lines";
import {
  type AddressPlace,
  addressFields,
  type ParcelField,
  type PartyField,
  parcelFields,
  partyFields,
  seenAtStop,
} from "#app/domain/form/fields";
import { parcelFacts } from "#app/domain/messages/parcel-facts";
import { papersOf } from "#app/domain/money/invoices.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { saDay } from "#app/domain/values/sa-time";
import { plainText } from "#app/language/plain-text";
import { addresses } from "../../../demo/typed-answers";
import { anOffice } from "../../support/an-office";

const all = () => true;

describe("an address, a line each", () => {
  test("has the code beside the town and the country last, as on an envelope; blanks take no line", () => {
    expect(linesOf({ ...addresses, fromCountry: "South Africa" }, "from", ({ part }) => part === "place")).toEqual([
      "Stand 1423, Mphuti Street",
      "Katlehong",
      "Germiston 1431",
      "South Africa",
    ]);
    expect(linesOf(addresses, "to", ({ part }) => part === "landmark")).toEqual([]);
  });

  test("says what an answer is that doesn't say so itself, wherever the answers stand together", () => {
    const { Suburb } = partyFields as Record<string, PartyField>;
    const before = { ...Suburb };
    Object.assign(Suburb ?? {}, { labelled: "Gate code", part: "landmark" });
    const gate = { ...addresses, toSuburb: "4711#", toLandmark: "Blue gate" };
    try {
      expect(seenAtStop()).toContain("gate code");
      expect(linesOf(gate, "to", ({ part }) => part === "landmark")).toEqual(["Gate code 4711#", "Blue gate"]);
      expect(partyOnSlip(gate, "to").lines).toContain("Gate code 4711#, Blue gate");
    } finally {
      Object.assign(Suburb ?? {}, before);
    }
  });

  test("the privacy page names what a driver sees of it", () => {
    expect(seenAtStop()).toEqual(["name", "phone number", "address", "landmark"]);
  });

  test("prints a suburb with its city's name once", () => {
    const soweto = { ...addresses, toSuburb: "Soweto" };
    expect(linesOf(soweto, "to", all)).toEqual([
      "Sipho Dlamini",
      "sipho@example.co.za",
      "+27 73 555 0101",
      "12 Ncome Crescent",
      "Soweto 1804",
    ]);
  });

  test("a lone postal code has a line", () => {
    expect(linesOf({ toPostal: "1804" }, "to", all)).toEqual(["1804"]);
  });
});

test("a slip has the name, phone and directions, but no email or second phone", () => {
  expect(partyOnSlip({ ...addresses, fromCell: "083 000 1111", fromCountry: "South Africa" }, "from")).toEqual({
    name: "Thandi Nkosi",
    lines: [
      "Stand 1423, Mphuti Street",
      "Katlehong",
      "Germiston 1431",
      "082 123 4567",
      "Blue gate opposite the taxi rank",
    ],
  });
  expect(partyOnSlip({ ...addresses, toCountry: "Botswana" }, "to").lines.slice(-2)).toEqual([
    "+27 73 555 0101",
    "Botswana",
  ]);
  expect(partyOnSlip({ ...addresses, toLandmark: "Blue gate, 5G5CJ5X3+G9 ring" }, "to").lines.slice(-2)).toEqual([
    "Plus code 5G5CJ5X3+G9",
    "Blue gate, ring",
  ]);
  expect(partyOnSlip({ ...addresses, toLandmark: "12 Ncome Crescent" }, "to").lines).toEqual([
    "12 Ncome Crescent",
    "Orlando East",
    "Soweto 1804",
    "+27 73 555 0101",
  ]);
});

test("a slip, a driver's stop, an invoice and an email show exactly the fields that the table says", async () => {
  const { store, paid } = await anOffice();
  const now = new Date();
  const answers = {
    ...Object.fromEntries(addressFields.map(({ name }) => [name, `የ${name}`])),
    ...{ fromPostal: "1431", toPostal: "1804", toCountry: "South Africa" },
  };
  const dearest = { quantity: 100 };
  const { quote, waybillNo } = await paid({ addresses: answers, parcel: dearest });
  const driver = await store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Bongani", phone: "+27820001000" }, now);
    await assignStop(tx, { waybillNo, driver, day: saDay(now), visit: "collection" }, now);
    return driver;
  });
  const waybill = await waybillOfQuote(store.read, quote.id);
  if (!waybill) throw new Error("no waybill");
  const [slip] = await slipsOfBooking(
    embeddedPricing(store, () => now),
    waybill,
    quote,
    "http://x",
  );
  const [stop] = await dayOf(store.read, driver, saDay(now), now);
  const [invoice] = await papersOf(store.read, quote.id);
  const shownIn: Partial<Record<AddressPlace, unknown>> = {
    slip: slip?.from,
    stop: stop?.person,
    invoice: invoice?.customer,
    emails: parcelFacts(quote, "receiver")
      .slice(0, 1)
      // A city is called by its code.
      .map(([, facts]) => plainText(facts).replace("የfromName", "").replace("Katlehong", "የfromCity")),
  };
  for (const [place, shown] of Object.entries(shownIn)) {
    const text = JSON.stringify(shown);
    const names = Object.keys(partyFields).filter((name) => text.includes(answers[`from${name}` as "fromPostal"]));
    const meant = Object.entries(partyFields).filter(([, { shown }]) => shown[place as AddressPlace]);
    // A country is named only if it is abroad.
    const isMeant = ([name]: [string, unknown]) => name !== "Country";
    expect({ place, names }).toEqual({ place, names: meant.filter(isMeant).map(([name]) => name) });
  }
});

test("who sees and who finds which answer is decided here: a change of the table is a change of this list", () => {
  const fields = Object.entries<PartyField>(partyFields);
  const namesWhere = (isMeant: (field: PartyField) => boolean) =>
    fields.flatMap(([name, field]) => (isMeant(field) ? [name] : [])).join(" ");
  const places: AddressPlace[] = ["slip", "stop", "invoice", "receiver", "emails", "book", "choice"];
  expect(Object.fromEntries(places.map((place) => [place, namesWhere(({ shown }) => shown[place])]))).toEqual({
    slip: "Name LatinName Phone Country AddressLine LatinStreet Suburb City Postal Landmark",
    stop: "Name LatinName Phone Cell AddressLine LatinStreet Suburb City Postal Landmark",
    invoice: "Name AddressLine Suburb City Postal",
    receiver: "AddressLine Suburb City",
    emails: "Country Suburb City",
    book: "Name LatinName Phone Cell Country AddressLine LatinStreet Suburb City Postal Landmark",
    choice: "AddressLine City",
  });
  expect(namesWhere(({ finds }) => finds.office)).toBe("Name LatinName Email Phone Cell Suburb City");
  expect(namesWhere(({ finds }) => finds.customer)).toBe("Name LatinName Country Suburb City Postal");
  const atStop = Object.entries<ParcelField>(parcelFields).filter(([, field]) => field.atStop);
  expect(atStop.map(([name]) => name)).toEqual(["specialInstructions"]);
});
