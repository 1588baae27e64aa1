import type { Doing } from "#app/domain/limits/cause";
import type { Reader } from "#db/store.server";
import type { Account } from "../accounts/account";
import { type Addresses, HOME_COUNTRY, homeAddresses } from "../form/addresses";
import { addressFields, limits, type PartyField, parcelFormNames, parties, spokenName } from "../form/fields";
import { missingInLatinWords } from "../form/in-latin";
import { parcelSchema } from "../form/parcel";
import type { SavedForm } from "../form/saved-form";
import { workOutPrice } from "../parcels/quotes/price-draft.server";
import type { PricedForm } from "../parcels/quotes/saved-quotes.server";
import { usualSender } from "../parcels/quotes/used-addresses.server";
import type { Box } from "../prices/contract/boxes";
import type { PricingService } from "../prices/contract/pricing-service";
import { collectionDays } from "../prices/open-days.server";
import type { Places } from "../prices/places.server";
import { unguarded } from "../values/csv";
import { MOST_COLUMNS, readTable } from "../values/delimited-text";
import { nearest } from "../values/edit-distance";
import { withItsZeros } from "../values/postal-code";

/** As much as a shop sends in a day. All are priced while somebody waits, and settled in one transaction. */
export const MOST_IMPORTED = 100;

/** Twice the length of a line whose fields are all at their limits. */
const LONGEST_LINE = 4_000;

/** An entry of a list that can't be booked. */
export type WrongEntry = {
  /** As spreadsheets count. */
  line: number;
  /** Its column as messages name it; null where the whole line is meant. */
  column: string | null;
  /** Blank where nothing is written. */
  wrote: string;
  /** What to write instead, without its full stop. */
  write: string;
};

/**
 * The priced parcels of a list, the lines that they stand in, the postal codes that are read otherwise than they were
 * written, and what else is odd; or a sentence for the list or each wrong line, and the entries that are wrong.
 */
export type ReadImport =
  | { ok: true; priced: PricedForm[]; lineNumbers: number[]; mended: string[]; notes: string[] }
  | { ok: false; faults: string[]; wrong: WrongEntry[] };

/** The list's columns, named as the form's fields are. The fields' labels are accepted too. */
export const importColumns: string[] = [...addressFields.map(({ name }) => name), ...parcelFormNames].filter(
  (name) => name !== "fromCountry" && name !== "toCountry",
);

/**
 * Reads and prices a whole list of domestic parcels before anything is booked: every line must be valid. Blank sender
 * fields are filled in from the account's last parcel, as far as they belong to what the line says of its sender.
 */
export async function readImport(
  store: Reader,
  _doing: Doing<"a list priced">,
  { pricing, places }: { pricing: PricingService; places: Places },
  account: Account,
  content: string,
  now: Date,
): Promise<ReadImport> {
  // Checked before any other work on the content.
  if (hasLongLine(content))
    return wrongList(`A line of the list is too long. A line can have ${LONGEST_LINE} characters.`);
  const table = readTable(content, MOST_IMPORTED);
  if (!table.ok) return wrongList(`The list has ${table.columns} columns. It can have ${MOST_COLUMNS}.`);
  const { lines, count } = table;
  if (count === 0) return wrongList("There is no line in the list.");
  if (count > MOST_IMPORTED) return wrongList(`The list has ${count} lines. It can have ${MOST_IMPORTED}.`);
  const unknown = Object.keys(lines[0]?.fields ?? {}).filter((heading) => heading !== "" && !columnOf(heading));
  if (unknown.length > 0)
    return wrongList(`There is no column ${unknown.join(", ")}. Columns: ${importColumns.map(spokenName).join(", ")}.`);
  const sender = await usualSender(store, account);
  const boxes = await pricing.boxes();
  const days = await collectionDays(store, sender.fromPostal ?? null, now);
  const boxIds = boxes.map(({ id }) => id);
  const rules = {
    boxIds,
    addresses: homeAddresses,
    parcel: parcelSchema({
      boxMessage: `Packaging must be one of ${boxIds.join(", ")}`,
      knowsBox: (id) => boxIds.includes(id),
      days,
      dayMessage: `Collection day must be one of ${days.join(", ")}`,
    }),
  };
  const priced: PricedForm[] = [];
  const wrong: WrongEntry[] = [];
  const [faults, mended, notes]: [string[], string[], string[]] = [[], [], []];
  for (const { number, fields } of lines) {
    const named = namedBy(fields);
    const wrote = named.selectedBoxId;
    const meant = await withPostalZeros(
      { ...beside(named, sender), ...named, ...(wrote && { selectedBoxId: boxMeant(wrote, boxes) }) },
      places,
    );
    const landmarks = await readLandmarks(meant.line, places);
    const lost = lostLettersIn(named);
    const read: ReadLine = lost ? { ok: false, faults: [lost] } : await readLine(landmarks.line, rules, pricing);
    if (read.ok) priced.push(read.priced);
    else {
      faults.push(`Line ${number}: ${read.faults.map(({ write }) => `${write}.`).join(" ")}`);
      const entries = read.faults.map(({ name, write }) => ({
        ...{ line: number, column: name && spokenName(name), wrote: named[name ?? ""] ?? "", write },
      }));
      wrong.push(...entries);
    }
    mended.push(...meant.notes.map((note) => `Line ${number}: ${note}`));
    // What is said of the sender is said once: it is the same in every line.
    const ofSender = missingInLatinWords(landmarks.line, "from");
    const news = ofSender.filter((words) => !notes.some((note) => note.endsWith(words)));
    notes.push(
      ...[...landmarks.notes, ...missingInLatinWords(landmarks.line, "to"), ...news].map(
        (note) => `Line ${number}: ${note}`,
      ),
    );
  }
  return wrong.length > 0
    ? { ok: false, faults, wrong }
    : { ok: true, priced, lineNumbers: lines.map(({ number }) => number), mended, notes };
}

/** A list of which no line is read. */
const wrongList = (why: string): ReadImport => ({ ok: false, faults: [why], wrong: [] });

/** The id of the box that was written, as its id or its name in upper or lower case; otherwise what was written. */
function boxMeant(wrote: string, boxes: readonly Pick<Box, "id" | "name">[]): string {
  const typed = wrote.trim().toLowerCase();
  return boxes.find(({ id, name }) => typed === id.toLowerCase() || typed === name.toLowerCase())?.id ?? wrote;
}

/** "Did you mean flyer-bag? ", or nothing. */
function nearBox(wrote: string | undefined, ids: readonly string[]): string {
  const [near] = wrote && wrote.length <= limits.boxId ? nearest(wrote.toLowerCase().replace(/\s+/g, "-"), ids) : [];
  return near ? `Did you mean ${near}? ` : "";
}

/** Without making a list of lines, of which there may be far too many. */
function hasLongLine(content: string): boolean {
  for (const [line] of content.matchAll(/[^\r\n]+/g)) if (line.length > LONGEST_LINE) return true;
  return false;
}

type Rules = { boxIds: string[]; addresses: typeof homeAddresses; parcel: ReturnType<typeof parcelSchema> };
/** What is wrong with a field, or with the whole line (null). */
type Fault = { name: string | null; write: string };
type ReadLine = { ok: true; priced: PricedForm } | { ok: false; faults: Fault[] };

/**
 * The usual sender, where a line doesn't say who sends: of what may be blank nothing that belongs to another name, phone
 * or place than the line's.
 */
function beside(named: Record<string, string>, usual: Partial<Addresses>): Partial<Addresses> {
  const ofSender = addressFields.filter(({ party }) => party === "from");
  const partOf = ({ part }: PartyField) => (part === "landmark" ? "place" : part);
  const given = new Set(ofSender.filter(({ name }) => named[name]).map(({ field }) => partOf(field)));
  const fits = ({ field }: (typeof ofSender)[number]) =>
    !(field.rule.startsWith("optional") && given.has(partOf(field)));
  return Object.fromEntries(ofSender.filter(fits).map(({ name }) => [name, usual[name]]));
}

/** A line's values by the fields' names. */
function namedBy(line: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(line).flatMap(([heading, cell]) => {
      const name = columnOf(heading) ?? heading;
      const value = asMeant(cell, name);
      return value === "" ? [] : [[name, value]];
    }),
  );
}

/** Columns of digits that a spreadsheet or a program may have read as a number. */
const isOfDigits = (name: string) => /(?:Phone|Cell|Postal)$/.test(name);
/** These have no words in which a customer's own apostrophe may stand. */
const isWithoutWords = (name: string) =>
  isOfDigits(name) || /^(?:selectedBoxId|quantity|weight|declaredValue|collectionDay|collectionTime)$/.test(name);

/**
 * A cell without what keeps a spreadsheet from running it or reading it as a number: our own guard in the list of an
 * account's bookings, `="082…"`, `'082…`; and `181.0` as `181`.
 */
function asMeant(cell: string, name: string): string {
  const text = unguarded(cell, "spreadsheet");
  if (text !== cell && !isWithoutWords(name)) return text;
  const bare = isWithoutWords(name) ? text.replace(/^['‘’](?=[\d+=(])/, "") : text;
  const [, quoted] = /^=\s*"((?:[^"]|"")*)"$/.exec(bare) ?? [];
  const plain = quoted?.replaceAll('""', '"').trim() ?? bare.replace(/^=(?=[+\d])/, "");
  return isOfDigits(name) ? plain.replace(/^(\+?\d+)[.,]0+$/, "$1") : plain;
}

/**
 * A line with the postal codes that lost their first 0, and what they are now. Only where the code then belongs to the
 * town beside it, or we don't know that town: any other is refused by the rules of a code.
 */
async function withPostalZeros(typed: Record<string, string>, places: Places) {
  const [line, notes]: [Record<string, string>, string[]] = [{ ...typed }, []];
  for (const party of parties) {
    const written = typed[`${party}Postal`] ?? "";
    const code = withItsZeros(written);
    const town = code && (await places.townAt(code).catch(() => null));
    if (!code || !town) continue;
    const [city = "", suburb = ""] = [typed[`${party}City`], typed[`${party}Suburb`]];
    if (await places.contradiction({ code, city, suburb }).catch(() => null)) continue;
    line[`${party}Postal`] = code;
    notes.push(`${spokenName(`${party}Postal`)} code ${written} is read as ${code}, ${town}: it had lost its first 0.`);
  }
  return { line, notes };
}

/** What a program puts in place of a letter that it can't write: `Zo?`, `???`, or U+FFFD. */
const LOST_LETTER = /\ufffd|\?{2}|\p{L}\?|\?\p{L}/u;

/**
 * UTF-8 that a program opened as Windows-1252 and saved again: `ZoÃ«`, `Oâ€™Brien`, `á¹±`, `NkoÅ¡i`. Of some letters only
 * the first sign is seen after that (`GarcÃa`). No name has such signs beside each other.
 */
const MISREAD =
  /[ÂÃ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[\p{Ll}\d][ÂÃ]|(?<!\p{L})[ÂÃ] \p{Ll}|[ÄÅ][\xa1-\xbf]|á[¸¹º]|â€/u;

/** Says that letters of a line were lost or misread before it came to us; null if none were. */
function lostLettersIn(line: Record<string, string>): Fault | null {
  const isName = (name: string) => /(?:Name|AddressLine|Suburb|City)$/.test(name);
  const misread = Object.keys(line).find((name) => MISREAD.test(line[name] ?? ""));
  if (misread) {
    const write = `${spokenName(misread)} “${line[misread]}” has letters that a program misread: the list was UTF-8, and was opened as another kind. Open it as UTF-8 and save it again, or type them again`;
    return { name: misread, write };
  }
  const [found] = Object.keys(line).filter((name) => {
    const text = line[name] ?? "";
    return text.includes("\ufffd") || (isName(name) && LOST_LETTER.test(text));
  });
  if (!found) return null;
  const write = `${spokenName(found)} “${line[found]}” has lost letters. Save the list as “CSV UTF-8”, or type them again`;
  return { name: found, write };
}

/** A form with its pasted places as plus codes, and what is odd about them. */
export async function readLandmarks(line: Record<string, string>, places: Places) {
  const notes: string[] = [];
  const read = { ...line };
  for (const party of parties) {
    const [landmark, postal] = [line[`${party}Landmark`] ?? "", line[`${party}Postal`] ?? ""];
    const { text, question } = await places.readLandmark(landmark, { postal, country: HOME_COUNTRY });
    read[`${party}Landmark`] = text;
    if (question) notes.push(question.words);
  }
  return { line: read, notes };
}

async function readLine(typed: Record<string, string>, rules: Rules, pricing: PricingService): Promise<ReadLine> {
  const addresses = rules.addresses.safeParse(typed);
  const parcel = rules.parcel.safeParse(typed);
  const issues = [addresses, parcel].flatMap(
    (read) =>
      read.error?.issues.map(({ path: [name], message }) => ({
        name: name === undefined ? null : String(name),
        write:
          (name === "selectedBoxId" ? nearBox(typed.selectedBoxId, rules.boxIds) : "") + message.replace(/\.$/, ""),
      })) ?? [],
  );
  if (!addresses.success || !parcel.success) return { ok: false, faults: issues };
  const form: SavedForm = { addresses: addresses.data, parcel: parcel.data };
  const priced = await workOutPrice(pricing, "local", form);
  if (priced.grandTotalCents === null)
    return {
      ok: false,
      faults: [{ name: null, write: `there is no instant price (${(priced.message ?? "").replace(/\.$/, "")})` }],
    };
  return { ok: true, priced };
}

/** The field that a heading names: `toName`, `toname`, "Receiver full name". */
function columnOf(heading: string): string | undefined {
  return importColumns.find((name) => name.toLowerCase() === heading || snake(spokenName(name)) === heading);
}

function snake(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}
