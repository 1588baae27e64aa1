import type { HitKind, SearchHit } from "./search-index.server";

/** What to search for: words, or a number of any kind. */
export type Sought = {
  /** All of them must match; a phone is its last nine digits. */
  words: string[];
  waybillNos?: string[];
  quoteNos?: string[];
  applicationNos?: string[];
  caseNos?: string[];
  invoiceNo?: string;
  /** PayFast's number of a payment or a refund, or an email's id. */
  theirs?: string;
  /** A shop's own number of an order that it booked by API, in small or capital letters, or without its sign: `#1000`, `1000`. */
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

/** A database as a search asks it: the same queries in both, but for the index of words. */
export type Searched = {
  ask<Answer extends object>(sql: string, values: (string | number)[]): Promise<Answer[]>;
  /** The rows that contain all of these words, newest first; the last may be a prefix. */
  withWords(words: string[], first: number, isBegun: boolean): Promise<SearchHit[]>;
  /** The rows with a phone that ends with these digits, four at least. */
  withPhone(digits: string, most: number): Promise<SearchHit[]>;
  /** The answers to `questionsByDigits`, which read numbers from end to end for tens of milliseconds. */
  scan(questions: string[], part: string): Promise<SearchHit[]>;
};

/** Rows about a person or a number, and the emails sent to them: first what has the number, and then the newest. */
export async function foundRows(searched: Searched, sought: Sought, first: number): Promise<FoundRow[]> {
  const { ask } = searched;
  const numbered = (await all(questionsBy(sought), ([sql, number]) => ask<SearchHit>(sql, [number]))).filter(isFirst);
  const named = await all(numbered.slice(0, first), ({ kind, id }) => ask<FoundRow>(rowOf[kind], [id]));
  const others = (await foundIn(searched, sought, numbered, first)).filter(
    ({ id }) => !numbered.some((each) => each.id === id),
  );
  const found = await newestOf(searched, others, first);
  const rows = [...named, ...(await all(found, ({ kind, id }) => ask<FoundRow>(rowOf[kind], [id])))];
  const emails = await emailsTo(searched, [...rows.map(({ email }) => email), ...sought.words], first);
  const oneEmail = sought.theirs ? await ask<FoundRow>(`${emailRow} WHERE letter_id = ?`, [sought.theirs]) : [];
  const bookings = rows.filter(({ what }) => what === "booking");
  const cases = await all(bookings, ({ number }) => ask<FoundRow>(caseRow, [number ?? ""]));
  const newest = (some: FoundRow[], most: number) =>
    some.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, Math.max(0, most));
  // A shop with one parcel of these contents has hundreds of emails.
  const besides = newest([...rows.slice(named.length), ...cases, ...oneEmail], first - named.length);
  const last = newest(emails, first - named.length - besides.length);
  return [...named, ...newest([...besides, ...last], first)];
}

/** The answers about several, one after the other: a connection answers one question at a time. */
export async function all<One, Answer>(
  several: Iterable<One>,
  answer: (one: One) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of several) answers.push(...(await answer(one)));
  return answers;
}

/** Of what was found only as much as is shown: a row costs more than its time. */
async function newestOf({ ask }: Searched, found: SearchHit[], first: number): Promise<SearchHit[]> {
  // Rows of the same minute are sorted by id, so that SQLite and PostgreSQL have the same order.
  const byId = found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (byId.length <= first) return byId;
  const timed = await all(byId, async (each) => {
    const [row] = await ask<{ at: string }>(`SELECT strftime('%Y-%m-%d %H:%M', ${timeOf[each.kind]} = ?`, [each.id]);
    return [{ each, at: row?.at ?? "" }];
  });
  return timed
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, first)
    .map(({ each }) => each);
}

const timeOf: Record<HitKind, string> = {
  quote:
    "coalesce(waybills.issued_at, created_at)) AS at FROM quotes LEFT JOIN waybills ON waybills.quote_id = quotes.id WHERE quotes.id",
  account: "created_at) AS at FROM users WHERE uid",
  application: "created_at) AS at FROM driver_applications WHERE id",
};

/** What a search finds. */
async function foundIn(searched: Searched, sought: Sought, numbered: SearchHit[], first: number): Promise<SearchHit[]> {
  const { words, digits } = sought;
  const whole = words.length > 0 ? await searched.withWords(words, first, false) : [];
  const begun = words.length > 0 && whole.length === 0 ? await searched.withWords(words, first, true) : [];
  const exact = [...numbered, ...whole];
  const part: SearchHit[] = [];
  if (exact.length === 0 && digits) {
    part.push(...(await searched.withPhone(digits, MOST_BY_DIGITS)));
    if (part.length < MOST_BY_DIGITS) part.push(...(await searched.scan(questionsByDigits, `%${digits}%`)));
  }
  return [...exact, ...part, ...begun].filter(isFirst);
}

/** What asks for the quotes, bookings and applications with these numbers. */
function questionsBy({
  waybillNos,
  quoteNos,
  applicationNos,
  caseNos,
  invoiceNo,
  theirs,
  reference,
}: Sought): [sql: string, number: string][] {
  const questions: [sql: string, numbers: string | string[] | undefined][] = [
    ["SELECT 'quote' AS kind, quote_id AS id FROM waybills WHERE waybill_no = ?", waybillNos],
    ["SELECT 'quote' AS kind, id FROM quotes WHERE quote_no = ?", quoteNos],
    ["SELECT 'application' AS kind, id FROM driver_applications WHERE reference = ?", applicationNos],
    ["SELECT 'quote' AS kind, quote_id AS id FROM waybills JOIN cases USING (waybill_no) WHERE case_no = ?", caseNos],
    ["SELECT 'quote' AS kind, quote_id AS id FROM invoices WHERE invoice_no = ?", invoiceNo],
    [byReference, reference ? [reference, `#${reference}`] : undefined],
    ["SELECT 'quote' AS kind, quote_id AS id FROM payments WHERE pf_payment_id = ? ORDER BY quote_id", theirs],
    [
      "SELECT 'quote' AS kind, quote_id AS id FROM refunds JOIN payments ON payments.id = payment_id WHERE reference = ? ORDER BY quote_id",
      theirs,
    ],
  ];
  return questions.flatMap(([sql, numbers = []]) => [numbers].flat().map((number): [string, string] => [sql, number]));
}

/** As the index staff_quotes_by_small_reference has them. */
const byReference = `SELECT 'quote' AS kind, id FROM quotes WHERE reference IS NOT NULL AND lower(reference) = lower(?)
  ORDER BY created_at DESC, id`;

/** So many of each kind: with more the digits say too little. Where so many phones end with them, numbers aren't looked at. */
export const MOST_BY_DIGITS = 50;

/**
 * The rows whose number contains these digits. They read indexes from end to end, which hold little more than the
 * numbers; inner queries read an index alone.
 */
const questionsByDigits = [
  `SELECT 'quote' AS kind, quote_id AS id FROM waybills WHERE waybill_no IN (SELECT waybill_no FROM waybills WHERE waybill_no LIKE ? LIMIT ${MOST_BY_DIGITS})`,
  `SELECT 'quote' AS kind, id FROM quotes WHERE quote_no IN (SELECT quote_no FROM quotes WHERE quote_no LIKE ? LIMIT ${MOST_BY_DIGITS})`,
  `SELECT 'application' AS kind, id FROM driver_applications WHERE reference LIKE ? LIMIT ${MOST_BY_DIGITS}`,
  `SELECT 'quote' AS kind, quote_id AS id FROM payments WHERE pf_payment_id LIKE ? LIMIT ${MOST_BY_DIGITS}`,
];

/** With more addresses than this the results aren't about one person, and emails aren't shown. */
const ADDRESSES_OF_ONE = 3;

async function emailsTo({ ask }: Searched, words: (string | null)[], first: number): Promise<FoundRow[]> {
  const addresses = new Set(words.flatMap((word) => (word?.includes("@") ? [word] : [])));
  if (addresses.size > ADDRESSES_OF_ONE) return [];
  return all(addresses, (address) => ask<FoundRow>(newestEmails, [address, first]));
}

const emailRow = `SELECT each_email.queued_at AS at, 'email' AS what, letter_id AS number, status, '' AS who, NULL AS phone,
  each_email.to_address AS email, each_email.subject AS about FROM each_email`;

// Finds the newest by their index before the view reads them: there may be years of emails.
const newestEmails = `${emailRow} JOIN outgoing_mails ON outgoing_mails.id = letter_id WHERE letter_id IN (
    SELECT id FROM outgoing_mails WHERE to_address = ? ORDER BY queued_at DESC, id LIMIT ?
  ) ORDER BY outgoing_mails.queued_at DESC, letter_id`;

const caseRow = `SELECT opened_at AS at, 'case' AS what, case_no AS number, status, '' AS who, NULL AS phone,
  answer_to AS email, what_is_wrong || ': ' || waybill_no AS about FROM staff_cases WHERE waybill_no = ? ORDER BY case_no`;

const ofForm = (field: string) => `json_extract(form_snapshot, '$.addresses.${field}')`;

const rowOf: Record<HitKind, string> = {
  quote: `SELECT
      strftime('%Y-%m-%d %H:%M', coalesce(waybills.issued_at, created_at), '+2 hours') AS at,
      CASE WHEN waybills.waybill_no IS NULL THEN 'quote' ELSE 'booking' END AS what,
      coalesce(waybills.waybill_no, quotes.quote_no) AS number,
      coalesce(
        (SELECT status FROM each_booking WHERE each_booking.waybill_no = waybills.waybill_no),
        (SELECT status FROM each_open_quote WHERE each_open_quote.quote_no = quotes.quote_no)
      ) AS status,
      ${ofForm("fromName")} AS who, ${ofForm("fromPhone")} AS phone, nullif(quotes.email, '') AS email,
      CASE WHEN waybills.waybill_no IS NULL THEN '' ELSE quotes.quote_no || ', ' END
        || coalesce(nullif(${ofForm("fromSuburb")}, ''), ${ofForm("fromCity")}) || ' to '
        || ${ofForm("toName")} || ', ' || coalesce(nullif(${ofForm("toSuburb")}, ''), ${ofForm("toCity")})
        || coalesce(': ' || nullif(json_extract(form_snapshot, '$.parcel.parcelDesc'), ''), '') AS about
    FROM quotes LEFT JOIN waybills ON waybills.quote_id = quotes.id WHERE quotes.id = ?`,
  account: `SELECT strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS at, 'account' AS what, NULL AS number,
      CASE WHEN email_verified_at IS NULL THEN 'Address not proven yet' ELSE 'Address proven' END AS status,
      name AS who, phone, email, NULL AS about FROM users WHERE uid = ?`,
  application: `SELECT strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS at, 'application' AS what,
      reference AS number, coalesce(decision, 'not answered') AS status, from_name || ' ' || from_surname AS who,
      cell AS phone, from_email AS email, residence AS about FROM driver_applications WHERE id = ?`,
};

function isFirst({ kind, id }: SearchHit, at: number, all: SearchHit[]): boolean {
  return all.findIndex((each) => each.kind === kind && each.id === id) === at;
}
