/**
 * The fields of the shipment form, each defined in one place (specification section 3, "Shipment form"). The form, its
 * rules, the draft cookie, the review, the waybill, the account export and the erasure of personal data are derived
 * from these tables; a test checks the staff views against them. A new field is personal, and erased, unless it says
 * otherwise.
 */

/** The longest text of each kind, in UTF-16 units as browsers count `maxlength`. Any valid draft fits its cookie. */
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
  /** With a link that is replaced by a plus code; counted before it is. */
  landmarkAsTyped: 400,
  parcelDescription: 100,
  boxId: 60,
  /** As typed, with spaces between thousands. */
  typedNumber: 40,
  /** Specification section 9, "Text areas". */
  textArea: 300,
} as const;

/** How long a field is kept. Without it, it is erased as soon as one of the two people asks. */
type Kept =
  /** Needed while the parcel is under way, but not for the accounts. */
  | "until-the-books-close"
  /** Not personal data. */
  | "always";

export type Field = {
  /** The label beside the field. */
  label: string;
  kept?: Kept;
};

export type PartyField = Field & {
  /** The name in messages, after "Sender" or "Receiver" (specification section 5). */
  nameInMessages: string;
  rule: "line" | "optional line" | "email" | "phone" | "optional phone" | "postal" | "country";
  max: number;
  /**
   * The positions in the draft cookie, the sender's and the receiver's. A position is never reused for another field.
   */
  cookie: readonly [from: number, to: number];
  /** The part of the review and of the slip that shows it. */
  review: "name" | "place" | "contact" | "landmark";
  /** Shown on one line with the field before it. */
  joins?: true;
  /** Whether the slip on the parcel shows it. */
  onSlip: boolean;
  /** Its `autocomplete` value. */
  fill?: string;
  hint?: string;
  /** What an optional field is for, shown beside its label. */
  optionalIf?: string;
};

/** One party's fields, in the form's order. In a form each name begins with its party: `fromName`, `toName`. */
export const partyFields = named<PartyField>()({
  Name: {
    label: "Full name",
    nameInMessages: "full name",
    rule: "line",
    max: limits.fullName,
    cookie: [0, 10],
    review: "name",
    onSlip: true,
    fill: "name",
  },
  Email: {
    label: "Email",
    nameInMessages: "email",
    rule: "email",
    max: limits.email,
    cookie: [1, 11],
    review: "contact",
    onSlip: false,
    fill: "email",
  },
  Phone: {
    label: "Phone",
    nameInMessages: "phone",
    rule: "phone",
    max: limits.phone,
    cookie: [2, 12],
    review: "contact",
    onSlip: true,
    fill: "tel",
  },
  Cell: {
    label: "Cell",
    nameInMessages: "cell",
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
    nameInMessages: "country",
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
    nameInMessages: "address",
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
    nameInMessages: "suburb",
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
    nameInMessages: "city",
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
    nameInMessages: "postal",
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
    nameInMessages: "landmark",
    rule: "optional line",
    max: limits.landmark,
    cookie: [9, 19],
    review: "landmark",
    onSlip: true,
    hint: "For example: blue gate opposite the taxi rank. Plus codes and map links too.",
  },
});

/** The fields that an address book requires. The step that uses the address asks for anything else that is missing. */
export const neededToKeep: readonly (keyof typeof partyFields)[] = ["Name", "AddressLine", "City"];

type ParcelField = Field & {
  /** The value for forms saved before the field existed. */
  blank: string | number | undefined;
  /** The position in the draft cookie, never reused for another field. */
  cookie: number;
  /** The name in the form, if it differs: people type rand, and the site counts cents. */
  typedAs?: string;
};

/** The parcel's fields, in the form's order. */
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

/** Positions in the draft cookie that earlier releases used; drafts from then are still read. */
export const formerPlaces = { declaredValue: 5 } as const;

/** Checks a table's type and keeps its literal keys. */
function named<Each>() {
  return <Name extends string>(table: Record<Name, Each>) => table;
}

export type Party = "from" | "to";
export const parties = ["from", "to"] as const;
/** The parties' names in messages. */
export const partyNames = { from: "Sender", to: "Receiver" } as const satisfies Record<Party, string>;

export type PartyFieldName = keyof typeof partyFields;
export type AddressFieldName = `${Party}${PartyFieldName}`;
export type ParcelFieldName = keyof typeof parcelFields;

/** A parcel's fields by their names in the form. */
export const parcelFormNames: readonly string[] = Object.entries<ParcelField>(parcelFields).map(
  ([name, { typedAs }]) => typedAs ?? name,
);

type AddressField = { name: AddressFieldName; party: Party; field: PartyField };

/** Every field of both addresses, the sender's first. */
export const addressFields: readonly AddressField[] = parties.flatMap((party) =>
  Object.entries(partyFields).map(([name, field]) => ({ name: `${party}${name}` as AddressFieldName, party, field })),
);

/** A field's name in a message: "Sender full name", "Weight". An unknown name is returned as it is. */
export function spokenName(name: string): string {
  const address = addressFields.find((each) => each.name === name);
  if (address) return `${partyNames[address.party]} ${address.field.nameInMessages}`;
  const ofParcel = Object.entries<ParcelField>(parcelFields).find(([each, { typedAs }]) => (typedAs ?? each) === name);
  return ofParcel?.[1].label ?? name;
}
