import Database from "better-sqlite3";
import { saDateTime } from "../../app/domain/values/sa-time";

/** More would push the rest off the screen. */
const LISTED = 20;

/** What happened since a backup that replaces a database: each in one line. */
export type Since = {
  /** Messages that wait in the backup, and were sent since. */
  sentAgain: string[];
  /** Bookings by key that aren't in the backup. */
  ofShops: string[];
};

type Message = { id: string; channel: string; to: string; subject: string };
type Booking = { id: string; no: string; reference: string | null; email: string; at: string };

/**
 * Compares a backup with the database that it replaces.
 * @returns undefined if that can't be read
 */
export function happenedSince(databaseFile: string, backupFile: string): Since | undefined {
  try {
    const [present, backup] = [databaseFile, backupFile].map(
      (file) => new Database(file, { readonly: true, fileMustExist: true }),
    );
    if (!present || !backup) return undefined;
    try {
      return { sentAgain: sentAgain(present, backup), ofShops: ofShops(present, backup) };
    } finally {
      present.close();
      backup.close();
    }
  } catch {
    return undefined;
  }
}

/** The same in lines to print. */
export function sinceInWords(since: Since | undefined): string[] {
  if (!since)
    return [
      "There was no database to compare it with: messages that wait in it are sent, even if they were sent since, and what shops booked since isn't in it.",
    ];
  const { sentAgain, ofShops } = since;
  return [
    ...(sentAgain.length > 0
      ? [`Sent since, and sent again when the site starts: ${sentAgain.length}`, ...listed(sentAgain)]
      : ["No message that was sent since is sent again."]),
    ...(ofShops.length > 0
      ? [
          `Booked since by shops' programs, and not in it: ${ofShops.length}. They get 404 for them, and may book them again.`,
          ...listed(ofShops),
        ]
      : ["No shop's program has booked since."]),
  ];
}

function listed(lines: string[]): string[] {
  const more = lines.length - LISTED;
  return [...lines.slice(0, LISTED), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}

/** A message that is no longer in the database was sent long enough ago to be deleted. */
function sentAgain(present: Database.Database, backup: Database.Database): string[] {
  const waiting = backup
    .prepare(
      "SELECT id, channel, to_address AS 'to', subject FROM outgoing_mails WHERE state = 'queued' ORDER BY queued_at",
    )
    .all() as Message[];
  const state = present.prepare("SELECT state FROM outgoing_mails WHERE id = ?").pluck();
  return waiting
    .filter(({ id }) => ["sent", undefined].includes(state.get(id) as string | undefined))
    .map(({ channel, to, subject }) => `${channel} to ${to}${subject ? `: ${subject}` : ""}`);
}

function ofShops(present: Database.Database, backup: Database.Database): string[] {
  const booked = present
    .prepare(
      `SELECT id, quote_no AS no, reference, email, created_at AS at FROM quotes
       WHERE api_key_id IS NOT NULL ORDER BY created_at`,
    )
    .all() as Booking[];
  const isThere = backup.prepare("SELECT 1 FROM quotes WHERE id = ?");
  return booked
    .filter(({ id }) => !isThere.get(id))
    .map(
      ({ no, reference, email, at }) =>
        `${no}${reference === null ? "" : `, order ${reference}`}, of ${email}, ${saDateTime(new Date(at))}`,
    );
}
