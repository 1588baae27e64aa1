import type Database from "better-sqlite3";
import { type Found, type Kind, phonesEndingWith, searchFor } from "./search-index.server";

/** What to search for: words, or a number of any kind. */
export type Sought = {
  /** All of them must match; a phone is its last nine digits. */
  words: string[];
  waybillNo?: string;
  quoteNo?: string;
  applicationNo?: string;
  /** PayFast's number of a payment or a refund, or an email's id. */
  theirs?: string;
  /** A shop's own number of an order that it booked by API. */
  reference?: string;
  /** The last digits of a phone, or some that follow each other in a number. */
  digits?: string;
};

/** One search result. Times are South African, `2026-11-21 14:05`. */
export type FoundRow = {
  at: string;
  what: string;
  /** The number to give to staff commands. */
  number: string | null;
  status: string;
  who: string;
  phone: string | null;
  email: string | null;
  about: string | null;
};

/** Rows about a person or a number, newest first, and the emails sent to them: of what a search has found. */
export function foundRows(connection: Database.Database, sought: Sought, first: number, found: Found[]): FoundRow[] {
  const { words } = sought;
  const rowsOf = {
    quote: connection.prepare<[string], FoundRow>(rowOf.quote),
    account: connection.prepare<[string], FoundRow>(rowOf.account),
    application: connection.prepare<[string], FoundRow>(rowOf.application),
  };
  const rows = newestOf(connection, found, first).flatMap(({ kind, id }) => rowsOf[kind].all(id));
  const emails = emailsTo(connection, [...rows.map(({ email }) => email), ...words], first);
  const oneEmail = sought.theirs
    ? connection.prepare<[string], FoundRow>(`${emailRow} WHERE letter_id = ?`).all(sought.theirs)
    : [];
  const reported = connection.prepare<[string | null], FoundRow>(caseRow);
  const cases = rows.filter(({ what }) => what === "booking").flatMap(({ number }) => reported.all(number));
  return [...rows, ...cases, ...emails, ...oneEmail]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, first);
}

/** Of what was found only as much as is shown: a row costs more than its time. */
function newestOf(connection: Database.Database, found: Found[], first: number): Found[] {
  const minute = (time: string, of: string) =>
    connection.prepare<[string], string>(`SELECT strftime('%Y-%m-%d %H:%M', ${time}) FROM ${of} = ?`).pluck();
  const timesOf = {
    quote: minute(
      "coalesce(waybills.issued_at, created_at)",
      "quotes LEFT JOIN waybills ON waybills.quote_id = quotes.id WHERE quotes.id",
    ),
    account: minute("created_at", "users WHERE uid"),
    application: minute("created_at", "driver_applications WHERE id"),
  };
  // Rows of the same minute are sorted by id, so that SQLite and PostgreSQL have the same order.
  const byId = found.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  if (byId.length <= first) return byId;
  return byId
    .map((each) => ({ each, at: timesOf[each.kind].get(each.id) ?? "" }))
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, first)
    .map(({ each }) => each);
}

/**
 * What a search finds.
 * @param scan answers one of `questionsByDigits`, which take long
 */
export async function foundIn(
  connection: Database.Database,
  sought: Sought,
  first: number,
  scan: (sql: string, part: string) => Promise<Found[]>,
): Promise<Found[]> {
  const { words, digits } = sought;
  const whole = words.length > 0 ? searchFor(connection, words, { first, isBegun: false }) : [];
  const begun = words.length > 0 && whole.length === 0 ? searchFor(connection, words, { first, isBegun: true }) : [];
  const numbered = questionsBy(sought).flatMap(([sql, number]) => connection.prepare<[string], Found>(sql).all(number));
  const exact = [...numbered, ...whole];
  const part: Found[] = [];
  if (exact.length === 0 && digits) {
    part.push(...phonesEndingWith(connection, digits, MOST_BY_DIGITS));
    if (part.length < MOST_BY_DIGITS)
      part.push(...(await Promise.all(questionsByDigits.map((sql) => scan(sql, `%${digits}%`)))).flat());
  }
  return [...exact, ...part, ...begun].filter(isFirst);
}

/** What asks for the quotes, bookings and applications with this number. */
export function questionsBy({
  waybillNo,
  quoteNo,
  applicationNo,
  theirs,
  reference,
}: Sought): [sql: string, number: string][] {
  const questions: [sql: string, number: string | undefined][] = [
    ["SELECT 'quote' AS kind, quote_id AS id FROM waybills WHERE waybill_no = ?", waybillNo],
    ["SELECT 'quote' AS kind, id FROM quotes WHERE quote_no = ?", quoteNo],
    ["SELECT 'application' AS kind, id FROM driver_applications WHERE reference = ?", applicationNo],
    ["SELECT 'quote' AS kind, id FROM quotes WHERE reference = ?", reference],
    ["SELECT 'quote' AS kind, quote_id AS id FROM payments WHERE pf_payment_id = ?", theirs],
    [
      "SELECT 'quote' AS kind, quote_id AS id FROM refunds JOIN payments ON payments.id = payment_id WHERE reference = ?",
      theirs,
    ],
  ];
  return questions.flatMap(([sql, number]) => (number ? [[sql, number]] : []));
}

/** So many of each kind: with more the digits say too little. Where so many phones end with them, numbers aren't looked at. */
export const MOST_BY_DIGITS = 50;

/**
 * The rows whose number contains these digits. They read indexes from end to end, which hold little more than the
 * numbers; inner queries read an index alone.
 */
export const questionsByDigits = [
  `SELECT 'quote' AS kind, quote_id AS id FROM waybills WHERE waybill_no IN (SELECT waybill_no FROM waybills WHERE waybill_no LIKE ? LIMIT ${MOST_BY_DIGITS})`,
  `SELECT 'quote' AS kind, id FROM quotes WHERE quote_no IN (SELECT quote_no FROM quotes WHERE quote_no LIKE ? LIMIT ${MOST_BY_DIGITS})`,
  `SELECT 'application' AS kind, id FROM driver_applications WHERE reference LIKE ? LIMIT ${MOST_BY_DIGITS}`,
  `SELECT 'quote' AS kind, quote_id AS id FROM payments WHERE pf_payment_id LIKE ? LIMIT ${MOST_BY_DIGITS}`,
];

/** With more addresses than this the results aren't about one person, and emails aren't shown. */
export const ADDRESSES_OF_ONE = 3;

function emailsTo(connection: Database.Database, words: (string | null)[], first: number): FoundRow[] {
  const addresses = [...new Set(words.filter((word) => word?.includes("@")))];
  if (addresses.length > ADDRESSES_OF_ONE) return [];
  // Finds the newest by their index before the view reads them: there may be years of emails.
  const written = connection.prepare<[string | null, number], FoundRow>(
    `${emailRow} JOIN outgoing_mails ON outgoing_mails.id = letter_id WHERE letter_id IN (
       SELECT id FROM outgoing_mails WHERE to_address = ? ORDER BY queued_at DESC, id LIMIT ?
     ) ORDER BY outgoing_mails.queued_at DESC, letter_id`,
  );
  return addresses.flatMap((address) => written.all(address, first));
}

const emailRow = `SELECT staff_mail.queued_at AS at, 'email' AS what, letter_id AS number, status, '' AS who, NULL AS phone,
  staff_mail.to_address AS email, staff_mail.subject AS about FROM staff_mail`;

const caseRow = `SELECT opened_at AS at, 'case' AS what, case_no AS number, status, '' AS who, NULL AS phone,
  answer_to AS email, what_is_wrong || ': ' || waybill_no AS about FROM staff_cases WHERE waybill_no = ? ORDER BY case_no`;

const ofForm = (field: string) => `json_extract(form_snapshot, '$.addresses.${field}')`;

const rowOf: Record<Kind, string> = {
  quote: `SELECT
      strftime('%Y-%m-%d %H:%M', coalesce(waybills.issued_at, created_at), '+2 hours') AS at,
      CASE WHEN waybills.waybill_no IS NULL THEN 'quote' ELSE 'booking' END AS what,
      coalesce(waybills.waybill_no, quotes.quote_no) AS number,
      coalesce(
        (SELECT status FROM staff_bookings WHERE staff_bookings.waybill_no = waybills.waybill_no),
        (SELECT status FROM staff_open_quotes WHERE staff_open_quotes.quote_no = quotes.quote_no)
      ) AS status,
      ${ofForm("fromName")} AS who, ${ofForm("fromPhone")} AS phone, nullif(quotes.email, '') AS email,
      CASE WHEN waybills.waybill_no IS NULL THEN '' ELSE quotes.quote_no || ', ' END
        || coalesce(nullif(${ofForm("fromSuburb")}, ''), ${ofForm("fromCity")}) || ' to '
        || ${ofForm("toName")} || ', ' || coalesce(nullif(${ofForm("toSuburb")}, ''), ${ofForm("toCity")}) AS about
    FROM quotes LEFT JOIN waybills ON waybills.quote_id = quotes.id WHERE quotes.id = ?`,
  account: `SELECT strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS at, 'account' AS what, NULL AS number,
      CASE WHEN email_verified_at IS NULL THEN 'Address not proven yet' ELSE 'Address proven' END AS status,
      name AS who, phone, email, NULL AS about FROM users WHERE uid = ?`,
  application: `SELECT strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS at, 'application' AS what,
      reference AS number, coalesce(decision, 'not answered') AS status, from_name || ' ' || from_surname AS who,
      cell AS phone, from_email AS email, residence AS about FROM driver_applications WHERE id = ?`,
};

export function isFirst({ kind, id }: Found, at: number, all: Found[]): boolean {
  return all.findIndex((each) => each.kind === kind && each.id === id) === at;
}
