import Database from "better-sqlite3";
import { issuedBeside } from "../../db/issued/beside-file.server";
import {
  beyond,
  carryOver,
  type Issued,
  issuedIn,
  lastOf,
  paperAfter,
  partsOf,
  rangeAfter,
} from "../../db/issued/papers.server";
import { syncFile } from "../../db/sync-file.server";

/** The numbers of a backup, and those that were issued since. */
export type Numbers = {
  /** The backup's own last invoice and credit note of each payment mode. */
  own: string[];
  /** The last that were issued since: the next come after them. */
  since: string[];
  /** Whether there was anything to compare the backup with. */
  isCompared: boolean;
};

/** What a database and the note beside it know of issued numbers; undefined if neither can be read. */
export function issuedHere(databaseFile: string): string[] | undefined {
  const known = [issuedOf(databaseFile), issuedBeside(databaseFile)].filter((issued) => issued !== undefined);
  return known.length > 0 ? known.flatMap(({ papers }) => papers) : undefined;
}

/**
 * Makes the numbers of a backup go on after all that were issued.
 * @param here those that the database which it replaces knows
 * @param given the last ones according to whoever restores
 */
export function carryNumbersOver(backupFile: string, here: string[] | undefined, given: string[], now: Date): Numbers {
  const own = issuedOf(backupFile)?.papers ?? [];
  const since = beyond([...(here ?? []), ...given], own);
  if (since.length > 0) {
    const backup = new Database(backupFile);
    carryOver(backup, since, now);
    backup.close();
    syncFile(backupFile);
  }
  return { own, since, isCompared: here !== undefined || given.length > 0 };
}

/** Why a given paper can't be the last: a later one of its series was issued; undefined if it can. */
export function whyTooLow(given: string, known: string[]): string | undefined {
  const { series, number } = partsOf(given);
  const last = known.find(
    (paper) => partsOf(paper).series === series && partsOf(paper).number === lastOf(series, known),
  );
  return last !== undefined && partsOf(last).number > number
    ? `${last} was issued already: the next can't be before ${paperAfter(last)}. Nothing was changed.`
    : undefined;
}

/** The same in one line, for whoever has restored it. */
export function numbersInWords({ own, since, isCompared }: Numbers): string {
  if (since.length > 0)
    return `Issued since, and not in it: ${since.map((paper) => rangeAfter(own, paper)).join(", ")}. Numbers go on after these.`;
  if (isCompared) return "No invoice or credit note was issued since.";
  const last = own.length > 0 ? own.join(", ") : "none";
  return `Its last invoices and credit notes: ${last}. If somebody holds a later one, restore again with --next-invoice and --next-credit-note before the site starts.`;
}

function issuedOf(file: string): Issued | undefined {
  try {
    const connection = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return issuedIn(connection)();
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}
