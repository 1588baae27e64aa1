/**
 * The fields of the shipment form, each in one place (spec section 3, "Shipment form"). The form, its checks, the draft
 * cookie, the review, the waybill, the export of an account and the removal of personal data are made from these tables;
 * the staff's views are held to them by a test. A new field is private, and erased, until somebody says otherwise.
 */

/** Longest text of each kind, in UTF-16 units as browsers count `maxlength`. Chosen so that any valid draft fits its cookie. */
export const limits = {
  fullName: 60,
  email: 100,
  phone: 20,
  addressLine: 100,
  suburb: 50,
  city: 50,
  postal: 10,
  country: 60,
  landmark: 120,
  parcelDescription: 100,
  boxId: 60,
  /** As it was typed, spaces between thousands included. */
  typedNumber: 40,
  /** Spec section 9, "Text areas". */
  textArea: 300,
} as const;

/** How long a field outlives the people it is about; without it, it goes with the first who asks to be forgotten. */
type Kept =
  /** A parcel that is under way still needs it, the books don't. */
  | "until-the-books-close"
  /** It says nothing about anybody. */
  | "always";

export type Field = {
  /** Beside the field. */
  label: string;
  kept?: Kept;
};

export type PartyField = Field & {
  /** What messages call it, after "Sender" or "Receiver" (spec section 5). */
  said: string;
  rule: "line" | "optional line" | "email" | "phone" | "optional phone" | "postal" | "country";
  max: number;
  /** Its place in the draft cookie: the sender's, then the receiver's. A place is never given to another field. */
  cookie: readonly [from: number, to: number];
  /** Which part of the review, and of the slip, shows it. */
  review: "name" | "place" | "contact" | "landmark";
  /** On one line with the field before it. */
  joins?: true;
  /** Whether the slip on the parcel shows it. */
  onSlip: boolean;
  /** What browsers know it as (`autocomplete`). */
  fill?: string;
  hint?: string;
  /** What an optional field is for, beside its label. */
  optionalIf?: string;
};

/** One party's fields, in the form's order. In a form each name carries its party: `fromName`, `toName`. */
export const partyFields = named<PartyField>()({
  Name: {
    label: "Full name",
    said: "full name",
    rule: "line",
    max: limits.fullName,
    cookie: [0, 10],
    review: "name",
    onSlip: true,
    fill: "name",
  },
  Email: {
    label: "Email",
    said: "email",
    rule: "email",
    max: limits.email,
    cookie: [1, 11],
    review: "contact",
    onSlip: false,
    fill: "email",
  },
  Phone: {
    label: "Phone",
    said: "phone",
    rule: "phone",
    max: limits.phone,
    cookie: [2, 12],
    review: "contact",
    onSlip: true,
    fill: "tel",
  },
  Cell: {
    label: "Cell",
    said: "cell",
    rule: "optional phone",
    max: limits.phone,
    cookie: [3, 13],
    review: "contact",
    onSlip: false,
    fill: "mobile tel",
    optionalIf: "if the first is off",
  },
  Country: {
    label: "Country",
    said: "country",
    rule: "country",
    max: limits.country,
    cookie: [8, 18],
    review: "place",
    onSlip: true,
    fill: "country-name",
    kept: "always",
  },
  AddressLine: {
    label: "Street address",
    said: "address",
    rule: "line",
    max: limits.addressLine,
    cookie: [4, 14],
    review: "place",
    onSlip: true,
    fill: "address-line1",
    hint: "House or stand number and street. No street name? Describe the place.",
    kept: "until-the-books-close",
  },
  Suburb: {
    label: "Suburb or township",
    said: "suburb",
    rule: "optional line",
    max: limits.suburb,
    cookie: [5, 15],
    review: "place",
    onSlip: true,
    fill: "address-level3",
    kept: "until-the-books-close",
  },
  City: {
    label: "City or town",
    said: "city",
    rule: "line",
    max: limits.city,
    cookie: [6, 16],
    review: "place",
    onSlip: true,
    fill: "address-level2",
    kept: "always",
  },
  Postal: {
    label: "Postal code",
    said: "postal",
    rule: "postal",
    max: limits.postal,
    cookie: [7, 17],
    joins: true,
    review: "place",
    onSlip: true,
    fill: "postal-code",
    kept: "always",
  },
  Landmark: {
    label: "How will the driver find it?",
    said: "landmark",
    rule: "optional line",
    max: limits.landmark,
    cookie: [9, 19],
    review: "landmark",
    onSlip: true,
    hint: "For example: blue gate opposite the taxi rank.",
  },
});

/** What an address book asks for. The step where the address is used asks for whatever else is missing. */
export const neededToKeep: readonly (keyof typeof partyFields)[] = ["Name", "AddressLine", "City"];

type ParcelField = Field & {
  /** Its value where it was never asked. */
  blank: string | number | undefined;
  /** Its place in the draft cookie, never given to another field. */
  cookie: number;
  /** Its name in the form, where that is another: people type rand, and the site counts cents. */
  typedAs?: string;
};

/** What is sent, in the form's order. */
export const parcelFields = named<ParcelField>()({
  selectedBoxId: { label: "Packaging", blank: "", cookie: 0, kept: "always" },
  quantity: { label: "Quantity", blank: 1, cookie: 1, kept: "always" },
  parcelDesc: { label: "What is inside", blank: "", cookie: 2, kept: "until-the-books-close" },
  customsDesc: { label: "Customs description", blank: "", cookie: 3, kept: "until-the-books-close" },
  specialInstructions: { label: "Special instructions", blank: "", cookie: 4 },
  declaredCents: { label: "Declared value", blank: 0, cookie: 9, kept: "always", typedAs: "declaredValue" },
  weight: { label: "Weight", blank: undefined, cookie: 6, kept: "always" },
  collectionDay: { label: "Collection day", blank: "", cookie: 7, kept: "always" },
  collectionTime: { label: "Collection time", blank: "", cookie: 8, kept: "always" },
});

/** Places of the draft cookie that were once a field's; drafts from then are still read. */
export const formerPlaces = { declaredValue: 5 } as const;

/** Keeps the names of a table for the compiler. */
function named<Each>() {
  return <Name extends string>(table: Record<Name, Each>) => table;
}

export type Party = "from" | "to";
export const parties = ["from", "to"] as const;
/** What messages call them. */
export const partyNames = { from: "Sender", to: "Receiver" } as const satisfies Record<Party, string>;

export type PartyFieldName = keyof typeof partyFields;
export type AddressFieldName = `${Party}${PartyFieldName}`;
export type ParcelFieldName = keyof typeof parcelFields;

/** A parcel's fields as the form names them. */
export const parcelFormNames: readonly string[] = Object.entries<ParcelField>(parcelFields).map(
  ([name, { typedAs }]) => typedAs ?? name,
);

type AddressField = { name: AddressFieldName; party: Party; field: PartyField };

/** Every field of both addresses, the sender's first. */
export const addressFields: readonly AddressField[] = parties.flatMap((party) =>
  Object.entries(partyFields).map(([name, field]) => ({ name: `${party}${name}` as AddressFieldName, party, field })),
);

/** What a field is called in a message: "Sender full name", "Weight". Any other name is its own. */
export function spokenName(name: string): string {
  const address = addressFields.find((each) => each.name === name);
  if (address) return `${partyNames[address.party]} ${address.field.said}`;
  const [, field] =
    Object.entries<ParcelField>(parcelFields).find(([each, { typedAs }]) => (typedAs ?? each) === name) ?? [];
  return field?.label ?? name;
}
