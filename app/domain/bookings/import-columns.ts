import { collectionDays } from "../shipments/collection-wish";
import {
  addressFields,
  type ParcelFieldName,
  type PartyFieldName,
  parcelFieldNames,
  parcelFormNames,
  spokenName,
} from "../shipments/fields";

/** What may stand in each of the receiver's columns. */
const ofReceiver: Record<Exclude<PartyFieldName, "Country">, string> = {
  Name: "Zodwa Khumalo",
  Email: "zodwa@example.com",
  Phone: "082 123 4567",
  Cell: "083 123 4567",
  AddressLine: "9 Vilakazi Street",
  Suburb: "Orlando West",
  City: "Soweto",
  Postal: "1804",
  Landmark: "Blue gate opposite the taxi rank",
};

/** The same of the parcel. */
const ofParcel: Record<Exclude<ParcelFieldName, "collectionDay">, string> = {
  selectedBoxId: "flyer-bag",
  quantity: "1",
  parcelDesc: "Shoes",
  customsDesc: "Leather shoes",
  weight: "1.5",
  declaredCents: "500",
  collectionTime: "morning",
  specialInstructions: "Phone before you come",
};

/** A column of a list as the page names it. */
export type ImportColumn = { heading: string; isNeeded: boolean; example: string };

/** The columns in words: what each line needs first, and the sender's apart, because the site knows them. */
export function columnsInWords(now: Date): { columns: ImportColumn[]; ofSender: string[] } {
  const [collectionDay = ""] = collectionDays(now);
  const examples: Record<ParcelFieldName, string> = { ...ofParcel, collectionDay };
  const columns = [
    ...Object.entries(ofReceiver).map(([field, example]) => ({ name: `to${field}`, example })),
    ...parcelFieldNames.map((field, at) => ({ name: parcelFormNames[at] ?? field, example: examples[field] })),
  ].map(({ name, example }) => ({ heading: spokenName(name), isNeeded: isNeeded(name), example }));
  const ofSender = addressFields.filter(({ name, party }) => party === "from" && name !== "fromCountry");
  return {
    columns: [...columns.filter((each) => each.isNeeded), ...columns.filter((each) => !each.isNeeded)],
    ofSender: ofSender.map(({ name }) => spokenName(name)),
  };
}

/** Without these no line can be booked. What else is missing may be blank. */
function isNeeded(name: string): boolean {
  const field = addressFields.find((each) => each.name === name)?.field;
  return field ? !field.rule.startsWith("optional") : name === "selectedBoxId";
}
