import Database from "better-sqlite3";
import { saDateTime } from "../../app/domain/values/sa-time";

/** More would push the rest off the screen. */
const LISTED = 20;

/** What happened since a backup that replaces a database: each in one line. */
export type Since = {
  /** Messages that wait in the backup, and were sent since. */
  sentAgain: string[];
  /** Messages that wait in the backup, and were withdrawn or given up since. */
  endedUnsent: string[];
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
      return { ...waitingAgain(present, backup), ofShops: ofShops(present, backup) };
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
  const { sentAgain, endedUnsent, ofShops } = since;
  return [
    ...(sentAgain.length > 0
      ? [`Sent since, and sent again when the site starts: ${sentAgain.length}`, ...listed(sentAgain)]
      : ["No message that was sent since is sent again."]),
    ...(endedUnsent.length > 0
      ? [
          `Withdrawn or given up since, and sent when the site starts, though they may not be true any more: ${endedUnsent.length}`,
          ...listed(endedUnsent),
        ]
      : []),
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
function waitingAgain(present: Database.Database, backup: Database.Database): Omit<Since, "ofShops"> {
  const waiting = backup
    .prepare(
      `SELECT id, channel, to_address AS 'to', subject FROM outgoing_mails
       WHERE state = 'queued' AND withdrawn_at IS NULL ORDER BY queued_at`,
    )
    .all() as Message[];
  // One that is being sent while it is withdrawn stays queued for a moment.
  const end = present
    .prepare("SELECT CASE WHEN withdrawn_at IS NULL THEN state ELSE 'skipped' END FROM outgoing_mails WHERE id = ?")
    .pluck();
  const endedAs = (...ends: unknown[]) => waiting.filter(({ id }) => ends.includes(end.get(id))).map(messageInWords);
  return { sentAgain: endedAs("sent", undefined), endedUnsent: endedAs("skipped", "dead") };
}

function messageInWords({ channel, to, subject }: Message): string {
  return `${channel} to ${to}${subject ? `: ${subject}` : ""}`;
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
