import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import type { BusyHour, Cut } from "./busy-hour";
import type { Acknowledgement } from "./customers";
import { writeFiles } from "./disk";

/** What the database must contain for each kind of acknowledgement. */
const kept: Record<Acknowledgement["what"], string> = {
  quote: "SELECT 1 FROM quotes WHERE quote_no = ?",
  booking: "SELECT 1 FROM quotes JOIN payments ON quote_id = quotes.id WHERE quotes.id = ? AND booked_at IS NOT NULL",
  // The waybill and the email are written in the payment's transaction.
  payment: `SELECT 1 FROM payments JOIN waybills USING (quote_id)
    JOIN outgoing_mails ON letter_key = 'booking-confirmed:' || payments.quote_id
    WHERE payments.quote_id = ? AND payments.state = 'complete' AND paid_cents IS NOT NULL`,
  waybill: "SELECT 1 FROM waybills WHERE waybill_no = ?",
  account: "SELECT 1 FROM users JOIN outgoing_mails ON to_address = email WHERE email = ?",
};

/** What is lost or damaged, in words; empty if nothing is. SQLite opens the database as after any crash. */
export function lossesAfter(cut: Cut, hour: BusyHour): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-cut-"));
  writeFiles(folder, cut.files);
  try {
    const database = new Database(path.join(folder, "courier.db"));
    try {
      return [
        ...damageOf(database),
        ...lostRows(database, cut),
        ...lostEmails(database, cut, hour),
        ...lostSecret(cut, hour),
      ];
    } finally {
      database.close();
    }
  } catch (error) {
    return [`the database can't be read: ${error}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function damageOf(database: Database.Database): string[] {
  const found = database.pragma("integrity_check", { simple: true });
  const references = database.pragma("foreign_key_check") as unknown[];
  return [
    ...(found === "ok" ? [] : [`the database is damaged: ${found}`]),
    ...references.map((reference) => `a reference leads nowhere: ${JSON.stringify(reference)}`),
  ];
}

function lostRows(database: Database.Database, { acknowledged }: Cut): string[] {
  if (acknowledged.length && !hasTables(database)) return ["all tables are lost"];
  return acknowledged
    .filter(({ what, name }) => database.prepare(kept[what]).get(name) === undefined)
    .map(({ what, name }) => `${what} ${name} is lost`);
}

/** Emails recorded as sent are never sent again. */
function lostEmails(database: Database.Database, cut: Cut, hour: BusyHour): string[] {
  if (!hasTables(database)) return [];
  const sent = database.prepare("SELECT id FROM outgoing_mails WHERE state = 'sent'").pluck().all() as string[];
  return sent
    .filter((id) => {
      const [name, email] = [...hour.files].find(([file]) => file.includes(id)) ?? [];
      return !name || !email || !cut.files.get(name)?.equals(email);
    })
    .map((id) => `email ${id} is noted as sent, and lost`);
}

/** Without the secret, signed drafts and links stop working. */
function lostSecret(cut: Cut, hour: BusyHour): string[] {
  const secret = hour.files.get("session-secret");
  if (!secret || cut.acknowledged.length === 0 || cut.files.get("session-secret")?.equals(secret)) return [];
  return ["the session secret is lost"];
}

function hasTables(database: Database.Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'outgoing_mails'").get() !== undefined;
}
