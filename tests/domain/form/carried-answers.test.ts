import { describe, expect, test } from "vitest";
import { contactLine, LostSchema } from "#app/domain/form/contact-line.server";
import { carriedOn, fromCoverage } from "#app/domain/form/coverage-lead";
import { isComplete } from "#app/domain/form/draft";
import { differencesOf } from "#app/domain/form/edit-conflict";
import {
  addressFields,
  formerPlaces,
  parcelFields,
  parcelFormNames,
  partyFields,
  spokenName,
} from "#app/domain/form/fields";
import { asParty, NamedAddressSchema, partyOf } from "#app/domain/form/party-address";
import { withoutParty } from "#app/domain/form/saved-form";
import { savedValues } from "#app/domain/form/saved-values";
import { aDraft } from "../../../demo/a-draft";

const { addresses, parcel } = aDraft({ parcel: { weight: 1.5, declaredCents: 350_50 } });

describe("a coverage check leads to the first step", () => {
  const query = (asked: Record<string, string>) => new URLSearchParams(asked);

  test("with the codes and the towns that it found", () => {
    expect(fromCoverage(query({ fromPostal: "14 59", fromCity: "Boksburg", toPostal: "1868" }))).toEqual({
      ...{ fromPostal: "1459", fromCity: "Boksburg", toPostal: "1868", toCity: "" },
    });
    expect(fromCoverage(query({ toCity: "Soweto" }))).toEqual({});
    expect(fromCoverage(query({ fromPostal: "1459", fromCity: "x".repeat(51) })).fromCity).toHaveLength(50);
  });

  test("keeping the saved answers of the same code, and making the parcel domestic again for another one", () => {
    const same = { fromPostal: addresses.fromPostal, toPostal: addresses.toPostal };
    expect(fromCoverage(query(same), addresses)).toEqual({});
    expect(fromCoverage(query({ ...same, toPostal: "1868" }), addresses)).toEqual({
      ...{ toPostal: "1868", toCity: "", toCountry: "South Africa" },
    });
    expect(fromCoverage(query({ fromPostal: "1459" }), addresses)).toEqual({ fromPostal: "1459", fromCity: "" });
  });

  test("with a country abroad", () => {
    expect(fromCoverage(query({ fromPostal: "1459", toCountry: "Brazil" }), addresses)).toMatchObject({
      ...{ fromPostal: "1459", toCountry: "Brazil" },
    });
    expect(fromCoverage(query({ toCountry: "x".repeat(61) })).toCountry).toHaveLength(60);
  });

  test("with the box, and what the customer was told", () => {
    expect(carriedOn(query({ selectedBoxId: "flyer-bag", told: "1459 1868" }))).toEqual({
      ...{ box: "flyer-bag", told: "1459 1868" },
    });
    expect(carriedOn(query({}))).toEqual({});
    const long = carriedOn(query({ selectedBoxId: "x".repeat(201), told: "y".repeat(61) }));
    expect([long.box, long.told].map((each) => each?.length)).toEqual([200, 60]);
  });
});

describe("one field for an email or a phone", () => {
  test.each([
    ["", null],
    [" Thandi@Example.co.za ", "thandi@example.co.za"],
    ["082 123 4567", "+27821234567"],
  ])("%j is %s", (typed, contact) => {
    expect(contactLine.parse(typed)).toBe(contact);
  });

  test("refuses anything else with a hint, and a blank if one is required", () => {
    const wrong = "Enter an email like name@example.co.za, or a phone number like 082 123 4567";
    const messages = (read: { error?: { issues: { message: string }[] } | undefined }) =>
      read.error?.issues.map((i) => i.message);
    expect(messages(contactLine.safeParse("thandi"))).toEqual([wrong]);
    expect(messages(LostSchema.safeParse({ contact: "" }))).toEqual([wrong]);
    expect(LostSchema.parse({ contact: "082 123 4567" })).toEqual({ contact: "+27821234567" });
  });
});

describe("an address in the address book", () => {
  const named = { label: "Gogo Soweto", ...partyOf("to", addresses) };

  test("is one party of a form, and fits either", () => {
    expect(asParty("from", partyOf("to", addresses))).toMatchObject({ fromName: "Sipho Dlamini", fromCity: "Soweto" });
    const names = Object.keys(partyFields).map((name) => `from${name}`);
    expect(Object.keys(asParty("from", partyOf("to", addresses)))).toEqual(names);
  });

  test("needs a name, a street and a town; the rest may be blank, and the country is ours", () => {
    const bare = Object.fromEntries(Object.keys(named).map((name) => [name, ""]));
    const read = NamedAddressSchema.safeParse(bare);
    expect(read.error?.issues.map(({ path }) => path[0]).toSorted()).toEqual(["AddressLine", "City", "Name", "label"]);
    expect(NamedAddressSchema.parse({ ...named, Email: "", Phone: "", Postal: "", Country: "" })).toMatchObject({
      ...{ label: "Gogo Soweto", Email: "", Country: "South Africa" },
    });
  });

  test.each([
    ["Email", "thandi"],
    ["Phone", "call me"],
    ["Cell", "call me"],
    ["Postal", "no!"],
    ["Suburb", "x".repeat(51)],
  ])("refuses a wrong %s", (name, value) => {
    const read = NamedAddressSchema.safeParse({ ...named, [name]: value });
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([name]);
  });
});

describe("answers in the form again", () => {
  test("have commas, and rand for cents", () => {
    expect(savedValues(parcel)).toMatchObject({ quantity: "1", weight: "1,5", declaredValue: "350,5" });
    expect(savedValues({ weight: undefined })).toEqual({});
    expect(savedValues(undefined)).toEqual({});
  });

  test("that differ from another tab's are listed with both versions", () => {
    expect(differencesOf(parcel, { ...parcel, declaredCents: 400_00, parcelDesc: "Boots" })).toEqual([
      { label: "What is inside", saved: "School shoes", typed: "Boots" },
      { label: "Declared value", saved: "350,5", typed: "400" },
    ]);
    expect(differencesOf(undefined, { toLandmark: "", toCity: "Soweto" })).toEqual([
      { label: "Receiver city", saved: "", typed: "Soweto" },
    ]);
    expect(differencesOf({ weight: 2 }, {})).toEqual([{ label: "Weight", saved: "2", typed: "" }]);
  });

  test("are complete after both steps", () => {
    expect(isComplete({ id: "1", addresses, parcel })).toBe(true);
    expect(isComplete({ id: "1", addresses })).toBe(false);
    expect(isComplete({ id: "1", parcel })).toBe(false);
  });
});

describe("the table of fields", () => {
  test("gives each field a permanent position in the draft cookie", () => {
    const places = addressFields.map(({ name, party, field }) => [field.cookie[party === "from" ? 0 : 1], name]);
    expect(new Set(places.map(([place]) => place)).size).toBe(places.length);
    expect(Object.fromEntries(places)).toMatchObject({
      ...{ 0: "fromName", 1: "fromEmail", 2: "fromPhone", 3: "fromCell", 4: "fromAddressLine", 5: "fromSuburb" },
      ...{ 6: "fromCity", 7: "fromPostal", 8: "fromCountry", 9: "fromLandmark", 10: "toName", 11: "toEmail" },
      ...{ 12: "toPhone", 13: "toCell", 14: "toAddressLine", 15: "toSuburb", 16: "toCity", 17: "toPostal" },
      ...{ 18: "toCountry", 19: "toLandmark" },
    });
    const ofParcel = [...Object.values(parcelFields).map(({ cookie }) => cookie), ...Object.values(formerPlaces)];
    expect(new Set(ofParcel).size).toBe(ofParcel.length);
    expect(Object.fromEntries(Object.entries(parcelFields).map(([name, { cookie }]) => [cookie, name]))).toMatchObject({
      ...{ 0: "selectedBoxId", 1: "quantity", 2: "parcelDesc", 3: "customsDesc", 4: "specialInstructions" },
      ...{ 6: "weight", 7: "collectionDay", 8: "collectionTime", 9: "declaredCents" },
    });
    expect(formerPlaces).toEqual({ declaredValue: 5 });
  });

  test("names each as people see and type it", () => {
    expect(parcelFormNames).toContain("declaredValue");
    expect(parcelFormNames).not.toContain("declaredCents");
    expect(["fromName", "toPostal", "declaredValue", "weight", "remember"].map(spokenName)).toEqual([
      ...["Sender full name", "Receiver postal", "Declared value", "Weight", "remember"],
    ]);
  });
});

test("erasing one person from a form leaves the other, and no text that may be about them", () => {
  const form = { addresses, parcel: { ...parcel, specialInstructions: "Ask for Sipho" } };
  const left = withoutParty(form, "to");
  expect(left.addresses).toMatchObject({
    toName: "",
    toPhone: "",
    toAddressLine: "",
    toCity: "Soweto",
    toPostal: "1804",
  });
  expect(left.addresses).toMatchObject({ fromName: "Thandi Nkosi", fromPhone: "082 123 4567" });
  expect(left.parcel).toEqual({ ...form.parcel, specialInstructions: "" });
});
