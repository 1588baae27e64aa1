/**
 * The fields of the shipment form, each defined in one place (specification section 3, "Shipment form"). All that shows,
 * checks, changes, finds, exports or erases an answer is derived from these tables, and tests check the SQL of the staff
 * views and of `staff find` against them. A new field is personal, and erased, unless it says otherwise.
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
  /** In Latin letters, for the paper. */
  latinName: 60,
  latinStreet: 100,
  /** With a link that is replaced by a plus code; counted before it is. */
  landmarkAsTyped: 400,
  parcelDescription: 100,
  /** A pricing service's, which may be longer than ours. */
  boxId: 200,
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

/** What draws an address: by `linesOf`, which leaves out what isn't shown there. */
export type AddressPlace =
  /** The slip on the parcel. */
  | "slip"
  /** The driver's page, with or without a connection, and the printed run sheet. */
  | "stop"
  /** The buyer's address on an invoice. */
  | "invoice"
  /** The receiver's own address, on the page where they say how to find them. */
  | "receiver"
  /** Emails to both people: the place without the street. */
  | "emails"
  /** The address book. */
  | "book"
  /** The line by which a customer picks an address from before. Two that have the same line are one. */
  | "choice";

export type PartyField = Field & {
  /** The name in messages, after "Sender" or "Receiver" (specification section 5). */
  nameInMessages: string;
  rule: "line" | "optional line" | "optional Latin line" | "email" | "phone" | "optional phone" | "postal" | "country";
  max: number;
  /**
   * The positions in the draft cookie, the sender's and the receiver's. A position is never reused for another field.
   */
  cookie: readonly [from: number, to: number];
  /** The part of an address that shows it, wherever that is. */
  part: "name" | "place" | "contact" | "landmark";
  /**
   * The words before the answer wherever an address is drawn without its form's labels: "Gate code" before "4711#". Null
   * where the answer itself says what it is.
   */
  labelled: string | null;
  /** Shown on one line with the field before it: what stands between the two. */
  joins?: " " | " · ";
  /**
   * For the paper, in Latin letters: the fields that it stands for. It is asked for and shown only where one of these has
   * letters that can't be printed.
   */
  inLatin?: readonly ("Name" | "AddressLine" | "Suburb" | "City" | "Landmark")[];
  /** Where it is shown, beside the form, the review, the office's page and the data that a customer asks for. */
  shown: Record<AddressPlace, boolean>;
  /** Whether the return form is filled in with the sender's: only what the receiver's messages have already shown. */
  sentBack: boolean;
  /** Who finds a parcel by it: the office, and its customer if it is the receiver's. */
  finds: { office: boolean; customer: boolean };
  /** Who may change it in a booking: the office alone, or the customer too as long as no price depends on it. */
  changedBy: "customer" | "staff" | "no";
  /** Its columns in the staff views: of the sender, of the receiver, and of whom a driver visits. */
  columns: Record<Party | "stop", string | null>;
  /** Whether a shop's plug-in sends the receiver's, of an order's own address. */
  inShop: boolean;
  /** What the receiver's may say in a list of parcels; null if a list has no such column. */
  example: string | null;
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
    part: "name",
    labelled: null,
    shown: { slip: true, stop: true, invoice: true, receiver: false, emails: false, book: true, choice: false },
    sentBack: true,
    finds: { office: true, customer: true },
    changedBy: "customer",
    columns: { from: "sender", to: "receiver", stop: "person" },
    inShop: true,
    example: "Zodwa Khumalo",
    fill: "name",
  },
  LatinName: {
    label: "Full name in Latin letters",
    nameInMessages: "Latin name",
    rule: "optional Latin line",
    max: limits.latinName,
    cookie: [20, 22],
    part: "name",
    labelled: null,
    joins: " · ",
    inLatin: ["Name"],
    shown: { slip: true, stop: true, invoice: false, receiver: false, emails: false, book: true, choice: false },
    sentBack: true,
    finds: { office: true, customer: true },
    changedBy: "customer",
    columns: { from: null, to: null, stop: null },
    inShop: false,
    example: "Zodwa Khumalo",
    optionalIf: "for the slip on the parcel",
  },
  Email: {
    label: "Email",
    nameInMessages: "email",
    rule: "email",
    max: limits.email,
    cookie: [1, 11],
    part: "contact",
    labelled: null,
    shown: { slip: false, stop: false, invoice: false, receiver: false, emails: false, book: false, choice: false },
    sentBack: false,
    finds: { office: true, customer: false },
    changedBy: "no",
    columns: { from: null, to: null, stop: null },
    inShop: true,
    example: "zodwa@example.com",
    fill: "email",
  },
  Phone: {
    label: "Phone",
    nameInMessages: "phone",
    rule: "phone",
    max: limits.phone,
    cookie: [2, 12],
    part: "contact",
    labelled: null,
    shown: { slip: true, stop: true, invoice: false, receiver: false, emails: false, book: true, choice: false },
    sentBack: false,
    finds: { office: true, customer: false },
    changedBy: "customer",
    columns: { from: "sender_phone", to: "receiver_phone", stop: "person_phone" },
    inShop: true,
    example: "082 123 4567",
    fill: "tel",
  },
  Cell: {
    label: "Cell",
    nameInMessages: "cell",
    rule: "optional phone",
    max: limits.phone,
    cookie: [3, 13],
    part: "contact",
    labelled: null,
    shown: { slip: false, stop: true, invoice: false, receiver: false, emails: false, book: true, choice: false },
    sentBack: false,
    finds: { office: true, customer: false },
    changedBy: "staff",
    columns: { from: "sender_phone", to: "receiver_phone", stop: "person_phone" },
    inShop: false,
    example: "083 123 4567",
    fill: "mobile tel",
    optionalIf: "if the first is off",
  },
  Country: {
    label: "Country",
    nameInMessages: "country",
    rule: "country",
    max: limits.country,
    cookie: [8, 18],
    part: "place",
    labelled: null,
    shown: { slip: true, stop: false, invoice: false, receiver: false, emails: true, book: true, choice: false },
    sentBack: true,
    finds: { office: false, customer: true },
    changedBy: "no",
    columns: { from: null, to: "deliver_country", stop: null },
    inShop: false,
    example: null,
    fill: "country-name",
    kept: "always",
  },
  AddressLine: {
    label: "Street address",
    nameInMessages: "address",
    rule: "line",
    max: limits.addressLine,
    cookie: [4, 14],
    part: "place",
    labelled: null,
    shown: { slip: true, stop: true, invoice: true, receiver: true, emails: false, book: true, choice: true },
    sentBack: false,
    finds: { office: false, customer: false },
    changedBy: "customer",
    columns: { from: "collect_from", to: "deliver_to", stop: "street" },
    inShop: true,
    example: "9 Vilakazi Street",
    fill: "address-line1",
    hint: "House or stand number and street. No street name? Describe the place.",
    kept: "until-the-books-close",
  },
  LatinStreet: {
    label: "Address in Latin letters",
    nameInMessages: "Latin address",
    rule: "optional Latin line",
    max: limits.latinStreet,
    cookie: [21, 23],
    part: "place",
    labelled: null,
    inLatin: ["AddressLine", "Suburb", "City", "Landmark"],
    shown: { slip: true, stop: true, invoice: false, receiver: false, emails: false, book: true, choice: false },
    sentBack: false,
    finds: { office: false, customer: false },
    changedBy: "customer",
    columns: { from: null, to: null, stop: null },
    inShop: false,
    example: "9 Vilakazi Street",
    optionalIf: "for the slip on the parcel",
    hint: "The street, the place, and how to find it.",
    kept: "until-the-books-close",
  },
  Suburb: {
    label: "Suburb or township",
    nameInMessages: "suburb",
    rule: "optional line",
    max: limits.suburb,
    cookie: [5, 15],
    part: "place",
    labelled: null,
    shown: { slip: true, stop: true, invoice: true, receiver: true, emails: true, book: true, choice: false },
    sentBack: true,
    finds: { office: true, customer: true },
    changedBy: "customer",
    columns: { from: "collect_suburb", to: "deliver_suburb", stop: "suburb" },
    inShop: false,
    example: "Orlando West",
    fill: "address-level3",
    kept: "until-the-books-close",
  },
  City: {
    label: "City or town",
    nameInMessages: "city",
    rule: "line",
    max: limits.city,
    cookie: [6, 16],
    part: "place",
    labelled: null,
    shown: { slip: true, stop: true, invoice: true, receiver: true, emails: true, book: true, choice: true },
    sentBack: true,
    finds: { office: true, customer: true },
    changedBy: "staff",
    columns: { from: "collect_city", to: "deliver_city", stop: "city" },
    inShop: true,
    example: "Soweto",
    fill: "address-level2",
    kept: "always",
  },
  Postal: {
    label: "Postal code",
    nameInMessages: "postal",
    rule: "postal",
    max: limits.postal,
    cookie: [7, 17],
    joins: " ",
    part: "place",
    labelled: null,
    shown: { slip: true, stop: true, invoice: true, receiver: false, emails: false, book: true, choice: false },
    sentBack: true,
    finds: { office: false, customer: true },
    changedBy: "staff",
    columns: { from: "collect_postal_code", to: "deliver_postal_code", stop: "postal_code" },
    inShop: true,
    example: "1804",
    fill: "postal-code",
    kept: "always",
  },
  Landmark: {
    label: "How will the driver find it?",
    nameInMessages: "landmark",
    rule: "optional line",
    max: limits.landmark,
    cookie: [9, 19],
    part: "landmark",
    labelled: null,
    shown: { slip: true, stop: true, invoice: false, receiver: false, emails: false, book: true, choice: false },
    sentBack: false,
    finds: { office: false, customer: false },
    changedBy: "customer",
    columns: { from: "how_to_find_it", to: "how_to_find_receiver", stop: "landmark" },
    inShop: true,
    example: "Blue gate opposite the taxi rank",
    hint: "For example: blue gate opposite the taxi rank. Plus codes and map links too.",
  },
});

/** What a part of an address is called where its fields aren't named one by one. */
const partNames = { name: "name", place: "address", landmark: "landmark", contact: "phone number" } satisfies Record<
  PartyField["part"],
  string
>;

/** What a driver sees of a stop's address, in words: "name", "phone number", "gate code". */
export function seenAtStop(): string[] {
  const seen = Object.values<PartyField>(partyFields).filter(({ shown }) => shown.stop);
  return [...new Set(seen.map(({ labelled, part }) => labelled?.toLowerCase() ?? partNames[part]))];
}

/** The fields that an address book requires. The step that uses the address asks for anything else that is missing. */
export const neededToKeep: readonly (keyof typeof partyFields)[] = ["Name", "AddressLine", "City"];

export type ParcelField = Field & {
  /** The value for forms saved before the field existed. */
  blank: string | number | undefined;
  /** The position in the draft cookie, never reused for another field. */
  cookie: number;
  /** The name in the form, if it differs: people type rand, and the site counts cents. */
  typedAs?: string;
  /** The label on the review, and on the office's page of a parcel; null if another field shows it. */
  onReview: string | null;
  /** The label on the slip, and its place there: what doesn't fit is cut, so what a driver needs comes first. */
  onSlip: readonly [place: number, label: string] | null;
  /** Whether the driver's page and the printed run sheet show it. */
  atStop: boolean;
  /** Its column in the staff views. */
  column: string | null;
  /** What it may say in a list of parcels; null if that depends on the day. */
  example: string | null;
};

/** The parcel's fields, in the review's order. */
export const parcelFields = named<ParcelField>()({
  selectedBoxId: {
    label: "Packaging",
    blank: "",
    cookie: 0,
    kept: "always",
    onReview: "Box",
    onSlip: [4, "Box"],
    atStop: false,
    column: "box",
    example: "flyer-bag",
  },
  quantity: {
    label: "Quantity",
    blank: 1,
    cookie: 1,
    kept: "always",
    onReview: "Quantity",
    onSlip: null,
    atStop: false,
    column: "parcels",
    example: "1",
  },
  parcelDesc: {
    label: "What is inside",
    blank: "",
    cookie: 2,
    kept: "until-the-books-close",
    onReview: "What is inside",
    onSlip: [3, "What is inside"],
    atStop: false,
    column: "contents",
    example: "Shoes",
  },
  customsDesc: {
    label: "Customs description",
    blank: "",
    cookie: 3,
    kept: "until-the-books-close",
    onReview: "Customs description",
    onSlip: null,
    atStop: false,
    column: "contents_for_customs",
    example: "Leather shoes",
  },
  weight: {
    label: "Weight",
    blank: undefined,
    cookie: 6,
    kept: "always",
    onReview: "Weight",
    onSlip: [5, "Weight"],
    atStop: false,
    column: "weight_kg",
    example: "1.5",
  },
  declaredCents: {
    label: "Declared value",
    blank: 0,
    cookie: 9,
    kept: "always",
    typedAs: "declaredValue",
    onReview: "Declared value",
    onSlip: null,
    atStop: false,
    column: "declared_value_rand",
    example: "500",
  },
  // Shown with the time of day, as a wish.
  collectionDay: {
    label: "Collection day",
    blank: "",
    cookie: 7,
    kept: "always",
    onReview: "Wish for the collection",
    onSlip: [2, "Wish for the collection"],
    atStop: false,
    column: "collection_day_wished",
    example: null,
  },
  collectionTime: {
    label: "Collection time",
    blank: "",
    cookie: 8,
    kept: "always",
    onReview: null,
    onSlip: null,
    atStop: false,
    column: "collection_time_wished",
    example: "morning",
  },
  specialInstructions: {
    label: "Special instructions",
    blank: "",
    cookie: 4,
    onReview: "Special instructions",
    onSlip: [1, "Instructions"],
    atStop: true,
    column: "special_instructions",
    example: "Phone before you come",
  },
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

export const parcelFieldNames = Object.keys(parcelFields) as ParcelFieldName[];

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
