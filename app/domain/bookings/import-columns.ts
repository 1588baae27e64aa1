import { addressFields, parcelFields, parcelFormNames, partyFields, spokenName } from "../form/fields";

/** A column of a list as the page names it. */
export type ImportColumn = { heading: string; isNeeded: boolean; example: string };

/**
 * The columns in words: what each line needs first, and the sender's apart, because the site knows them.
 * @param collectionDay one that may be chosen
 */
export function columnsInWords(collectionDay: string): { columns: ImportColumn[]; ofSender: string[] } {
  const columns = [
    ...Object.entries(partyFields).map(([field, { example }]) => ({ name: `to${field}`, example })),
    ...Object.entries(parcelFields).map(([field, { example }], at) => ({
      ...{ name: parcelFormNames[at] ?? field, example: example ?? collectionDay },
    })),
  ].flatMap(({ name, example }) =>
    example === null ? [] : [{ heading: spokenName(name), isNeeded: isNeeded(name), example }],
  );
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
