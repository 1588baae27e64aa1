import { describe, expect, test } from "vitest";
import { addressFields, type Field, type ParcelField, parcelFields, partyFields } from "#app/domain/form/fields";
import { readPartyAddress, readSavedForm, type SavedForm, withoutPeople } from "#app/domain/form/saved-form";
import { fingerprint, formHash } from "#app/domain/parcels/quotes/fingerprint.server";
import { aDraft } from "../../../demo/a-draft";

/** Literal values of `quotes.form_snapshot` from each release. Never change one; add new ones. */
const written = {
  "with the declared value in cents":
    '{"addresses":{"fromName":"Thandi Nkosi","fromEmail":"thandi@example.co.za","fromPhone":"082 123 4567","fromCell":"","fromAddressLine":"Stand 1423, Mphuti Street","fromSuburb":"Katlehong","fromCity":"Germiston","fromPostal":"1431","fromCountry":"South Africa","fromLandmark":"Blue gate opposite the taxi rank","toName":"Sipho Dlamini","toEmail":"sipho@example.co.za","toPhone":"+27 73 555 0101","toCell":"011 555 0101","toAddressLine":"12 Ncome Crescent","toSuburb":"Orlando East","toCity":"Soweto","toPostal":"1804","toCountry":"South Africa","toLandmark":"Behind the church"},"parcel":{"selectedBoxId":"flyer-bag","quantity":2,"parcelDesc":"School shoes","customsDesc":"","specialInstructions":"","weight":1.5,"collectionDay":"2026-11-23","collectionTime":"morning","declaredCents":35000}}',
  "with a wish for the collection, and the declared value in rand":
    '{"addresses":{"fromName":"Thandi Nkosi","fromEmail":"thandi@example.co.za","fromPhone":"082 123 4567","fromCell":"","fromAddressLine":"Stand 1423, Mphuti Street","fromSuburb":"Katlehong","fromCity":"Germiston","fromPostal":"1431","fromCountry":"South Africa","fromLandmark":"Blue gate opposite the taxi rank","toName":"Sipho Dlamini","toEmail":"sipho@example.co.za","toPhone":"+27 73 555 0101","toCell":"011 555 0101","toAddressLine":"12 Ncome Crescent","toSuburb":"Orlando East","toCity":"Soweto","toPostal":"1804","toCountry":"South Africa","toLandmark":"Behind the church"},"parcel":{"selectedBoxId":"flyer-bag","quantity":2,"parcelDesc":"School shoes","customsDesc":"","specialInstructions":"","declaredValue":350,"weight":1.5,"collectionDay":"2026-11-23","collectionTime":"morning"}}',
  "before there was a wish, and without a weight":
    '{"addresses":{"fromName":"Thandi Nkosi","fromEmail":"thandi@example.co.za","fromPhone":"082 123 4567","fromCell":"","fromAddressLine":"Stand 1423, Mphuti Street","fromSuburb":"Katlehong","fromCity":"Germiston","fromPostal":"1431","fromCountry":"South Africa","fromLandmark":"Blue gate opposite the taxi rank","toName":"Sipho Dlamini","toEmail":"sipho@example.co.za","toPhone":"+27 73 555 0101","toCell":"011 555 0101","toAddressLine":"12 Ncome Crescent","toSuburb":"Orlando East","toCity":"Soweto","toPostal":"1804","toCountry":"South Africa","toLandmark":"Behind the church"},"parcel":{"selectedBoxId":"flyer-bag","quantity":2,"parcelDesc":"School shoes","customsDesc":"","specialInstructions":"","declaredValue":350}}',
};

describe("a saved form of each past release can still be read", () => {
  test.each(Object.entries(written))("%s", (_, json) => {
    const { addresses, parcel } = readSavedForm(JSON.parse(json));
    expect(addresses).toMatchObject({
      fromName: "Thandi Nkosi",
      toCell: "011 555 0101",
      toLandmark: "Behind the church",
    });
    expect(Object.keys(addresses).sort()).toEqual(addressFields.map(({ name }) => name).sort());
    expect(parcel).toMatchObject({
      selectedBoxId: "flyer-bag",
      quantity: 2,
      parcelDesc: "School shoes",
      declaredCents: 350_00,
    });
    expect(Object.keys({ ...parcel, weight: parcel.weight }).sort()).toEqual(Object.keys(parcelFields).sort());
  });

  test("a field that didn't exist is blank, whatever JSON made of it", () => {
    const old = JSON.parse(written["before there was a wish, and without a weight"]);
    expect(readSavedForm(old).parcel).toMatchObject({ collectionDay: "", collectionTime: "" });
    expect(readSavedForm(old).parcel.weight).toBeUndefined();
    old.parcel.weight = null;
    old.addresses.toLandmark = null;
    expect(readSavedForm(old)).toMatchObject({ parcel: { weight: undefined }, addresses: { toLandmark: "" } });
  });

  test("rand with cents become whole cents, and no amount stays in rand", () => {
    const old = JSON.parse(written["with a wish for the collection, and the declared value in rand"]);
    const valued = (declaredValue: unknown) =>
      readSavedForm({ ...old, parcel: { ...old.parcel, declaredValue } }).parcel;
    expect(valued(350.5)).toMatchObject({ declaredCents: 350_50 });
    expect(valued(4.1)).toMatchObject({ declaredCents: 4_10 });
    expect(valued(null)).toMatchObject({ declaredCents: 0 });
    expect(valued(350.5)).not.toHaveProperty("declaredValue");
  });

  test("a form of either release has the same fingerprint, so that a held price stays", () => {
    const [cents, rand] = Object.values(written).map((json) => formHash(readSavedForm(JSON.parse(json))));
    expect(cents).toBe(rand);
  });

  test("a form that no release has written is refused", () => {
    expect(() => readSavedForm({ addresses: {}, parcel: { quantity: "two" } })).toThrow();
  });
});

test("what isn't text in a stored address is blank, and so is an address that isn't one", () => {
  const stored = { Name: "Thandi Nkosi", Postal: 1431, City: null, Street: "Mphuti Street" };
  const blank = Object.fromEntries(Object.keys(partyFields).map((name) => [name, ""]));
  expect(readPartyAddress(stored)).toEqual({ ...blank, Name: "Thandi Nkosi" });
  expect(readPartyAddress("Katlehong")).toEqual(blank);
});

describe("neither a new blank field nor another order changes the form, so a held price stays", () => {
  const { addresses, parcel } = aDraft();

  test("a field that is added and left blank", () => {
    const longer = { addresses: { ...addresses, toBuilding: "" }, parcel: { ...parcel, fragile: undefined } };
    expect(formHash(longer)).toBe(formHash({ addresses, parcel }));
    expect(formHash({ addresses: { ...addresses, toLandmark: "Next to the spaza" }, parcel })).not.toBe(
      formHash({ addresses, parcel }),
    );
  });

  test("the order of fields", () => {
    const turned = Object.fromEntries(Object.entries(addresses).reverse()) as SavedForm["addresses"];
    expect(formHash({ addresses: turned, parcel })).toBe(formHash({ addresses, parcel }));
  });

  test("the same text in another field is another answer", () => {
    expect(fingerprint({ suburb: "Katlehong", city: "" })).not.toBe(fingerprint({ suburb: "", city: "Katlehong" }));
    expect(fingerprint({ quantity: 0 })).not.toBe(fingerprint({}));
  });
});

describe("taking the people out", () => {
  const answered: SavedForm = readSavedForm({
    addresses: Object.fromEntries(addressFields.map(({ name }) => [name, `their ${name}`])),
    parcel: {
      ...Object.fromEntries(
        Object.entries(parcelFields).map(([name, { blank }]) => [
          name,
          typeof blank === "string" ? `their ${name}` : 3,
        ]),
      ),
    },
  });
  const left = (form: SavedForm) =>
    Object.entries({ ...form.addresses, ...form.parcel })
      .filter(([, value]) => value !== "" && value !== undefined)
      .map(([name]) => name);

  const all = [...addressFields.map(({ name, field }) => ({ name, ...field })), ...parcelRows()];
  const kept = (...how: Field["kept"][]) => all.filter((each) => how.includes(each.kept)).map(({ name }) => name);
  /** Whatever the table says, these identify somebody. */
  const identifying = all
    .map(({ name }) => name)
    .filter((name) => /Name$|Email$|Phone$|Cell$|Landmark$|specialInstructions/.test(name));

  test("once the books are closed only what isn't personal is left", () => {
    const rest = left(withoutPeople(answered, "books-closed"));
    expect(rest.sort()).toEqual(kept("always").sort());
    expect(rest.filter((name) => identifying.includes(name) || /AddressLine|Suburb|Desc/.test(name))).toEqual([]);
  });

  test("when an account is deleted, parcels under way keep what a driver needs", () => {
    const rest = left(withoutPeople(answered, "account-deleted"));
    expect(rest.sort()).toEqual(kept("always", "until-the-books-close").sort());
    expect(rest.filter((name) => identifying.includes(name))).toEqual([]);
    expect(rest).toEqual(expect.arrayContaining(["fromAddressLine", "toSuburb", "parcelDesc", "customsDesc"]));
  });

  test("what is left can be read again", () => {
    expect(readSavedForm(JSON.parse(JSON.stringify(withoutPeople(answered, "books-closed"))))).toBeTruthy();
  });
});

function parcelRows() {
  return Object.entries<ParcelField>(parcelFields).map(([name, field]) => ({ name, ...field }));
}
