import type Database from "better-sqlite3";
import {
  ADDRESSES_OF_ONE,
  type FoundRow,
  foundRows,
  isFirst,
  MOST_BY_DIGITS,
  questionsBy,
  questionsByDigits,
  type Sought,
} from "../found-rows.server";
import { asWord, endOfPhone, type Found, postgresPhones, postgresSearch } from "../search-index.server";
import { type StaffViews, viewRows } from "../staff-views.server";
import { type PostgresSource, postgresSource } from "./postgres-side.server";
import { addRows, inMemory } from "./sqlite-side.server";

/** The rows of a table that a question needs, as a condition with its values. */
type Needed = { where: string; values?: unknown[] };

/**
 * What staff ask a PostgreSQL site for at this moment, without its copy. The rows that matter are read from one snapshot
 * into a database in memory, and there by the same views as everywhere.
 */
export function liveViews(url: string): StaffViews {
  return {
    names: () => [TODAY],
    async read(view, first) {
      if (view !== TODAY) throw new Error(`${view} is read in the copy`);
      return asked(url, async (source) => {
        const needed = await openWork(source);
        const connection = await copied(source, (table) => needed[table] ?? (unrelated.has(table) ? null : ALL));
        return closing(connection, () => viewRows(connection, view, first));
      });
    },
    find: (sought, first) => asked(url, (source) => foundIn(source, sought, first)),
    close: () => undefined,
  };
}

const TODAY = "staff_today";
const ALL: Needed = { where: "true" };

/** Parcels on their way, those that a driver reported, and those with an open case. */
const OPEN_PARCELS = `SELECT waybill_no AS id FROM waybills WHERE next_visit IS NOT NULL
  UNION SELECT waybill_no FROM cases WHERE closed_at IS NULL
  UNION SELECT waybill_no FROM driver_marks WHERE (office_must IS NOT NULL AND answered_at IS NULL) OR photo_missing
  UNION SELECT waybill_no FROM reported_marks WHERE answered_at IS NULL`;

const OWED = "paid_cents > coalesce((SELECT sum(amount_cents) FROM refunds WHERE payment_id = payments.id), 0)";
const DOUBTFUL =
  "SELECT quote_id FROM payment_notices WHERE outcome = 'refused' UNION SELECT quote_id FROM payment_notices WHERE outcome = 'ask_again'";

/** Their bookings, prices to work out, and money to look at. Each part has an index. */
const OPEN_QUOTES = `SELECT quote_id AS id FROM waybills WHERE waybill_no = ANY($1)
  UNION SELECT id FROM quotes WHERE manual_requested_at IS NOT NULL AND booked_at IS NULL
  UNION SELECT quote_id FROM payments WHERE state = 'duplicate' AND ${OWED}
  UNION SELECT quote_id FROM payments WHERE state = 'part' AND ${OWED}
  UNION SELECT quote_id FROM payments WHERE noted_at IS NOT NULL AND confirmed_at IS NULL AND state <> 'undone'
  UNION SELECT quote_id FROM payments WHERE state IN ('started', 'pending') AND started_at > now() - interval '31 days'
  UNION SELECT quote_id FROM payments JOIN quotes ON quotes.id = quote_id
    WHERE cancelled_at IS NOT NULL AND state IN ('complete', 'part') AND ${OWED}
  UNION ${DOUBTFUL} UNION SELECT id FROM quotes WHERE payment_order_id IN (${DOUBTFUL})
  UNION SELECT quote_id FROM payments WHERE pf_payment_id IN (SELECT pf_payment_id FROM payment_notices WHERE outcome = 'refused')
  UNION SELECT quote_id FROM payments WHERE pf_payment_id IN (SELECT pf_payment_id FROM payment_notices WHERE outcome = 'ask_again')
  UNION SELECT id FROM quotes
    WHERE api_key_id IS NOT NULL AND status IN ('pending_payment', 'payfast_failed', 'payfast_cancelled')
  UNION SELECT quote_id FROM unsigned_notices`;

/** What `staff_today` counts, of the tables that have years in them. Of all others it gets every row. */
async function openWork(source: PostgresSource): Promise<Record<string, Needed>> {
  const idsOf = async (query: string, values: unknown[]) => [
    (await source.ask<{ id: string }>(query, values)).map(({ id }) => id),
  ];
  const parcels = await idsOf(OPEN_PARCELS, []);
  const quotes = await idsOf(OPEN_QUOTES, parcels);
  return {
    waybills: { where: "quote_id = ANY($1)", values: quotes },
    quotes: { where: "id = ANY($1)", values: quotes },
    payments: { where: "quote_id = ANY($1)", values: quotes },
    refunds: { where: "payment_id IN (SELECT id FROM payments WHERE quote_id = ANY($1))", values: quotes },
    payment_notices: { where: `quote_id IN (${DOUBTFUL})` },
    tracking_events: { where: "waybill_no = ANY($1)", values: parcels },
    agreed_visits: { where: "waybill_no = ANY($1)", values: parcels },
    receiver_wishes: { where: "waybill_no = ANY($1)", values: parcels },
    booking_notes: { where: "quote_id = ANY($1)", values: quotes },
    driver_marks: { where: "waybill_no = ANY($1)", values: parcels },
    reported_marks: { where: "answered_at IS NULL" },
    cases: { where: "closed_at IS NULL" },
    sessions: { where: "kind <> 'customer'" },
    outgoing_mails: { where: "state IN ('queued', 'dead')" },
  };
}

/** Large tables that say nothing of open work. */
const unrelated = new Set([
  ...[
    "users",
    "action_links",
    "rate_limits",
    "saved_addresses",
    "sent_drafts",
    "message_stops",
    "done_once",
    "api_keys",
  ],
  ...["driver_applications", "delivery_pins", "delivery_photos", "staff_actions", "invoices"],
  ...["stops", "postal_areas", "countries", "rates", "price_changes"],
]);

async function foundIn(source: PostgresSource, sought: Sought, first: number): Promise<FoundRow[]> {
  const { words, digits } = sought;
  const search = (isBegun: boolean) => source.ask<Found>(postgresSearch(), [words.map(asWord), isBegun, first]);
  const ask = (sql: string, value: string) => source.ask<Found>(sql.replace("?", "$1"), [value]);
  // Without the index the words of every row would be worked out again, as they would for pages that don't fit in memory.
  await source.ask("SET LOCAL enable_seqscan = off", []);
  await source.ask("SET LOCAL work_mem = '64MB'", []);
  const whole = words.length > 0 ? await search(false) : [];
  const begun = words.length > 0 && whole.length === 0 ? await search(true) : [];
  const exact: Found[] = [];
  for (const [sql, number] of questionsBy(sought)) exact.push(...(await ask(sql, number)));
  exact.push(...whole);
  const part: Found[] = [];
  if (exact.length === 0 && digits) {
    part.push(...(await source.ask<Found>(postgresPhones(), [endOfPhone(digits), MOST_BY_DIGITS])));
    if (part.length < MOST_BY_DIGITS)
      for (const sql of questionsByDigits) part.push(...(await ask(sql, `%${digits}%`)));
  }
  const found = [...exact, ...part, ...begun].filter(isFirst);

  const idsOf = (kind: Found["kind"]) => found.filter((each) => each.kind === kind).map(({ id }) => id);
  const [quotes, accounts, applications] = [idsOf("quote"), idsOf("account"), idsOf("application")];
  const theirs = await source.ask<{ email: string }>(
    `SELECT email FROM quotes WHERE id = ANY($1) UNION SELECT email FROM users WHERE uid = ANY($2)
     UNION SELECT from_email FROM driver_applications WHERE id = ANY($3)`,
    [quotes, accounts, applications],
  );
  const addresses = [...new Set([...theirs.map(({ email }) => email), ...sought.words])].filter((one) =>
    one.includes("@"),
  );
  const emails = `id = $1 OR id IN (
    SELECT written.id FROM unnest($2::text[]) AS address CROSS JOIN LATERAL (
      SELECT id FROM outgoing_mails WHERE to_address = address ORDER BY queued_at DESC, id LIMIT $3
    ) AS written)`;
  const needed: Record<string, Needed> = {
    quotes: { where: "id = ANY($1)", values: [quotes] },
    waybills: { where: "quote_id = ANY($1)", values: [quotes] },
    cases: { where: "waybill_no IN (SELECT waybill_no FROM waybills WHERE quote_id = ANY($1))", values: [quotes] },
    users: { where: "uid = ANY($1)", values: [accounts] },
    driver_applications: { where: "id = ANY($1)", values: [applications] },
    outgoing_mails: { where: emails, values: [sought.theirs ?? "", addresses.slice(0, ADDRESSES_OF_ONE), first] },
  };
  const connection = await copied(source, (table) => needed[table] ?? null);
  return closing(connection, () => foundRows(connection, sought, first, found));
}

async function copied(source: PostgresSource, neededOf: (table: string) => Needed | null) {
  const { connection, tables } = inMemory();
  for (const table of tables) {
    const needed = neededOf(table.name);
    if (needed) addRows(connection, table, await source.some(table, needed.where, needed.values ?? []));
  }
  return connection;
}

async function asked<Answer>(url: string, ask: (source: PostgresSource) => Promise<Answer>): Promise<Answer> {
  const source = await postgresSource(url);
  return ask(source).finally(() => source.close());
}

function closing<Answer>(connection: Database.Database, read: () => Answer): Answer {
  try {
    return read();
  } finally {
    connection.close();
  }
}
