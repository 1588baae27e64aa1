import { beforeAll, expect, test, vi } from "vitest";
import { settings } from "#app/config.server";
import { addressFields, parcelFields } from "#app/domain/form/fields";
import { readDraft, writeDraft } from "#app/http/wizard/draft-cookies.server";
import { localShipment, publicQuote } from "#app/http/wizard/journey";
import { aDraft } from "../../demo/a-draft";
import { aRequest } from "./a-request";

/** Literal cookies by the release that wrote them. Never change one; add new ones. */
const held = {
  addresses:
    "draft_addresses=~[^draft-of-2026-11-21||Thandi~Nkosi|thandi@example.co.za|082~123~4567||Stand~1423!~Mphuti~Street|Katlehong|Germiston|1431|South~Africa|Blue~gate~opposite~the~taxi~rank|Sipho~Dlamini|sipho@example.co.za|+27~73~555~0101|011~555~0101|12~Ncome~Crescent|Orlando~East|Soweto|1804|South~Africa|Behind~the~church^].WAX9ImbQFdrjB_yWjsoupmYYafXEekafPwdi6BRgOkA",
  parcel:
    "draft_parcel=~[^draft-of-2026-11-21||flyer-bag^!2!^School~shoes||^!null!1.5!^2026-11-23|morning^!35000].co_wJ_fti9eVAzDR_wahZKjCdpC-iYR1dPeIcljn_oU",
  parcelInRand:
    "draft_parcel=~[^draft-of-2026-11-21||flyer-bag^!2!^School~shoes||^!350!1.5!^2026-11-23|morning^].67YTg4_7pWYForXgsF24HPE92uMqpVagiiIdzWWjtT4",
  parcelBeforeWishes:
    "draft_parcel=~[^draft-of-2026-11-21||flyer-bag^!2!^School~shoes||^!350!null].uEK_KpcyUMAQPWl48E4KCuOls5Gy-gJQoSAv5AGbkLU",
};

beforeAll(() => {
  vi.stubEnv("SESSION_SECRET", "sixteen characters and more");
});

/** Fields that didn't exist yet are blank. */
const addresses = {
  ...Object.fromEntries(addressFields.map(({ name }) => [name, ""])),
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromCell: "",
  fromAddressLine: "Stand 1423, Mphuti Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromCountry: "South Africa",
  fromLandmark: "Blue gate opposite the taxi rank",
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "+27 73 555 0101",
  toCell: "011 555 0101",
  toAddressLine: "12 Ncome Crescent",
  toSuburb: "Orlando East",
  toCity: "Soweto",
  toPostal: "1804",
  toCountry: "South Africa",
  toLandmark: "Behind the church",
};
const parcel = {
  ...Object.fromEntries(Object.entries(parcelFields).map(([name, { blank }]) => [name, blank])),
  selectedBoxId: "flyer-bag",
  quantity: 2,
  parcelDesc: "School shoes",
  customsDesc: "",
  specialInstructions: "",
  declaredCents: 350_00,
  weight: 1.5,
  collectionDay: "2026-11-23",
  collectionTime: "morning",
};

test.each([
  ["with the declared value in cents", held.parcel],
  ["with the declared value in rand", held.parcelInRand],
])("an existing draft is read, each answer in its own field: %s", (_, heldParcel) => {
  expect(readDraft(aRequest(held.addresses, heldParcel), settings(), publicQuote)).toEqual({
    id: "draft-of-2026-11-21",
    addresses,
    parcel,
  });
});

test("a parcel from before there was a collection day has none, and no weight", () => {
  expect(readDraft(aRequest(held.addresses, held.parcelBeforeWishes), settings(), publicQuote)?.parcel).toEqual({
    ...parcel,
    weight: undefined,
    collectionDay: "",
    collectionTime: "",
  });
});

test("another user who signs in on the same phone never sees the draft", () => {
  const lines = writeDraft(settings(), localShipment, aDraft(), "uid-of-thandi");
  expect(readDraft(aRequest(...lines), settings(), localShipment, "uid-of-thandi")).not.toBeNull();
  expect(readDraft(aRequest(...lines), settings(), localShipment, "uid-of-sipho")).toBeNull();
  expect(readDraft(aRequest(...lines), settings(), localShipment)).toBeNull();
});

test("a guest's draft doesn't belong to whoever signs in", () => {
  expect(
    readDraft(aRequest(...writeDraft(settings(), localShipment, aDraft())), settings(), localShipment, "uid-of-thandi"),
  ).toBeNull();
});
