import type { Doing } from "#app/domain/limits/cause";
import type { Reader } from "#db/store.server";
import { isLocal } from "../form/addresses";
import { parcelFields, spokenName } from "../form/fields";
import { everyQuoteOf } from "../parcels/quotes/owned-quotes.server";
import type { Quote } from "../parcels/quotes/quote";
import { type CellValue, csvHeading, csvLines } from "../values/csv";
import { randFromCents } from "../values/money";
import { normalisePhone, phoneAsShown } from "../values/phone.server";
import { importColumns } from "./import-list.server";

/** The office's name of the declared value says that it is an amount. */
const { typedAs, column } = parcelFields.declaredCents;
const columns = importColumns.map((name) => (name === typedAs && column ? column : name));

/**
 * An account's bookings as a CSV file, newest first, in pieces: a list that `readImport` takes, to send the same again.
 * Those that were cancelled aren't in it, nor those that no list takes: abroad, or with names that were erased. The day
 * of a collection is blank, because it is over, or was asked for that parcel alone.
 */
export function bookedList(
  store: Reader,
  _doing: Doing<"an account's data read">,
  { uid }: { uid: string },
): AsyncGenerator<string> {
  return linesOf(store, uid);
}

async function* linesOf(store: Reader, uid: string): AsyncGenerator<string> {
  yield csvHeading(importColumns.map(spokenName), "spreadsheet");
  const line = csvLines(columns, "spreadsheet");
  for await (const { quote } of everyQuoteOf(store, uid)) if (isListed(quote)) yield line(cellsOf(quote));
}

function isListed({ bookedAt, status, formSnapshot: { addresses } }: Quote): boolean {
  return bookedAt !== null && status !== "cancelled" && isLocal(addresses) && addresses.toName !== "";
}

function cellsOf({ formSnapshot: { addresses, parcel } }: Quote): CellValue[] {
  const { declaredCents, ...said } = parcel;
  const typed = { ...said, declaredValue: randFromCents(declaredCents), collectionDay: "" };
  const values: Record<string, CellValue> = { ...addresses, ...typed };
  return importColumns.map((name) => (isPhone(name) ? inGroups(String(values[name])) : values[name]));
}

const isPhone = (name: string) => /(?:Phone|Cell)$/.test(name);

/** `082 123 4567`, of which no spreadsheet makes a number without its 0. */
function inGroups(phone: string): string {
  const stored = normalisePhone(phone);
  return stored ? phoneAsShown(stored) : phone;
}
