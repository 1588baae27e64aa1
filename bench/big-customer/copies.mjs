import path from "node:path";
import Database from "better-sqlite3";

/**
 * A row's own value in its copy. It has no hyphen, so that it is one word to the search index: that would find the copies
 * of a booking by the booking's own id too, and change them all with it.
 */
const ownOf = (column) => `replace(${column}, '-', '_') || 'x' || @copy`;
/** Of a message's key the part that names its booking is the copy's. */
const ofColumn = {
  number: "number + @copy * 100000",
  letter_key: `replace(letter_key, coalesce(quote_id, ''), coalesce(${ownOf("quote_id")}, '')) || ':x' || @copy`,
};

/** Of each table that a delivered booking writes to: what every row has for itself, and how it is found by its booking. */
const ofBooking = "quote_id IN (SELECT id FROM quotes WHERE uid = ?)";
const tables = {
  payments: { own: ["id", "quote_id", "pf_payment_id"], found: ofBooking },
  payment_notices: { own: ["id", "quote_id", "pf_payment_id"], found: ofBooking },
  invoices: { own: ["invoice_no", "number", "quote_id", "payment_id"], found: ofBooking },
  outgoing_mails: { own: ["id", "letter_key", "quote_id"], found: ofBooking },
  waybills: { own: ["waybill_no", "quote_id"], found: ofBooking },
  tracking_events: {
    own: ["id", "waybill_no"],
    found: `waybill_no IN (SELECT waybill_no FROM waybills WHERE ${ofBooking})`,
  },
  quotes: { own: ["id", "quote_no", "draft_id", "reference"], found: "uid = ?" },
};

/** Copies all rows of an account's bookings so many times, where it would take hours to make as many. */
export function copyBookings(dataDir, uid, copies) {
  const database = new Database(path.join(dataDir, "courier.db"));
  database.pragma("foreign_keys = OFF");
  const columnsOf = (table) => database.pragma(`table_info(${table})`).map(({ name }) => name);
  const statements = Object.entries(tables).map(([table, { own, found }]) => {
    const columns = columnsOf(table);
    const values = columns.map((name) => (own.includes(name) ? (ofColumn[name] ?? ownOf(name)) : name));
    const into = `INSERT INTO ${table} (${columns.join(", ")})`;
    return { table, sql: `${into} SELECT ${values.join(", ")} FROM temp_${table}`, found };
  });
  for (const { table, found } of statements)
    database.prepare(`CREATE TEMP TABLE temp_${table} AS SELECT * FROM ${table} WHERE ${found}`).run(uid);
  for (let copy = 1; copy <= copies; copy += 1)
    database.transaction(() => {
      for (const { sql } of statements) database.prepare(sql).run({ copy: String(copy) });
    })();
  database.close();
}
