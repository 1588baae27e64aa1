import { readFileSync } from "node:fs";

const FIRST_PAGE = 50;

/** The site's own queries at every visit, through its own functions; each round for another customer. */
export async function siteQuestions(load, store) {
  const { quotesOf, everyQuoteOf } = await load("/app/domain/parcels/quotes/owned-quotes.server.ts");
  const { quotesFound, quotesInTrouble } = await load("/app/domain/parcels/quotes/found-quotes.server.ts");
  const { quoteById, quoteOfDraft } = await load("/app/domain/parcels/quotes/saved-quotes.server.ts");
  const { findWaybill, historyOf, waybillOfQuote } = await load("/app/domain/parcels/issue-waybill.server.ts");
  const { attemptsOf } = await load("/app/domain/money/attempts.server.ts");
  const { claimsOf } = await load("/app/domain/accounts/accounts.server.ts");
  const { sendDueEmails } = await load("/demo/send-due-emails.ts");
  const { emailsTo } = await load("/app/domain/post/stored-emails.server.ts");
  const { companyFigures } = await load("/app/domain/figures/figures.server.ts");
  const { figuresText } = await load("/server/metrics/metrics.ts");
  const { embeddedPricing } = await load("/app/domain/prices/embedded.server.ts");
  const { rateLimits } = await load("/db/schema/accounts.ts");
  const { lt } = await import("drizzle-orm");
  const { read } = store;
  const some = sampler(store);
  const people = await some("users", "uid, email");
  const quotes = await some("quotes", "id, draft_id AS draftId");
  const waybills = await some("waybills", "waybill_no AS waybillNo, quote_id AS quoteId");
  const heaviest = people[0];
  const pricing = embeddedPricing(store, () => new Date());
  const nothing = { send: async () => undefined };
  const of = (list, round) => list[(round * 7919) % list.length];

  return [
    quick("dashboard of the account with most quotes", () => quotesOf(read, heaviest.uid)),
    quick("dashboard of any account", (round) => quotesOf(read, of(people, round).uid)),
    quick("dashboard: what went wrong", () => quotesInTrouble(read, heaviest.uid, new Date())),
    quick("dashboard, a name and a place looked for", () => quotesFound(read, heaviest.uid, "dlamini soweto")),
    quick("dashboard, a number looked for", (round) =>
      quotesFound(read, of(people, round).uid, of(waybills, round).waybillNo),
    ),
    quick("a quote by its id", (round) => quoteById(read, of(quotes, round).id)),
    quick("a draft's quote", (round) => quoteOfDraft(read, of(quotes, round).draftId)),
    quick("tracking: a waybill and its history", async (round) => {
      await findWaybill(read, of(waybills, round).waybillNo);
      return historyOf(read, of(waybills, round).waybillNo);
    }),
    quick("a payment's booking: attempts, waybill", async (round) => {
      await attemptsOf(read, of(waybills, round).quoteId);
      return waybillOfQuote(read, of(waybills, round).quoteId);
    }),
    quick("who has an e-mail address", (round) => claimsOf(read, of(people, round).email)),
    quick("an instant price", () =>
      pricing.quoteLocal({
        fromPostal: "1431",
        toPostal: "1804",
        quantity: 1,
        selectedBoxId: "flyer-bag",
        applyVat: true,
      }),
    ),
    quick("a round of the outbox with nothing due", () => sendDueEmails(store, nothing, new Date())),
    quick("a limit counted: those that are over swept out", () =>
      store.tx((tx) => tx.delete(rateLimits).where(lt(rateLimits.expire, new Date(0)))),
    ),
    quick("figures for Prometheus", async () => figuresText(await companyFigures(read, new Date()))),
    {
      title: "emails to one person, for the copy of their data",
      ask: (round) => emailsTo(read, of(people, round).email),
    },
    { title: "all quotes of one account, for the same", ask: (round) => everyQuoteOf(read, of(people, round).uid) },
  ];
}

/** `staff find`, by anything that a customer may say on the phone. */
export async function findings(load, file, staff) {
  const { openStaffViews } = await load("/db/staff-views.server.ts");
  const views = openStaffViews(file);
  const finding = (title, words) => quick(`staff find, ${title}`, (round) => views.find({ words: words(round) }, 20));
  const known = (column, table) => {
    const numbers = staff.prepare(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL LIMIT 500`).pluck().all();
    return (round) => numbers[round % numbers.length];
  };
  const byNumber = (title, soughtAs, numbers) =>
    quick(`staff find, ${title}`, (round) => {
      const number = numbers(round);
      return views.find({ words: [number], ...soughtAs(number) }, 20);
    });
  return [
    byNumber("a waybill number", (no) => ({ waybillNos: [no] }), known("waybill_no", "waybills")),
    byNumber("a quote number", (no) => ({ quoteNos: [no] }), known("quote_no", "quotes")),
    byNumber("PayFast's number", (theirs) => ({ theirs }), known("pf_payment_id", "payments")),
    byNumber("an application's number", (no) => ({ applicationNos: [no] }), known("reference", "driver_applications")),
    byNumber("an email's number", (theirs) => ({ theirs }), known("id", "outgoing_mails")),
    finding("a phone", (round) => [`82${String((round * 7919) % 1_000_000).padStart(7, "0")}`]),
    finding("an email", (round) => [`customer${round}@example.co.za`]),
    finding("a name that everybody has", () => ["thandi", "nkosi"]),
    finding("a name of one person", (round) => ["thandi", String(round * 4999)]),
    finding("the beginning of a name", () => ["nko"]),
    finding("a township", () => ["soweto"]),
    finding("nobody", () => ["zwelakhe"]),
  ];
}

/** Staff's queries: the first page of every view, one row by its number, and every query in docs/database.md. */
export function staffQuestions(staff) {
  const views = staff.prepare("SELECT view FROM staff_help ORDER BY view").pluck().all();
  const all = (sql) => {
    const statement = staff.prepare(sql);
    return () => statement.all();
  };
  return [
    ...views.map((view) => quick(`${view}: the first ${FIRST_PAGE}`, all(`SELECT * FROM ${view} LIMIT ${FIRST_PAGE}`))),
    ...views.flatMap((view) => byNumber(staff, view)),
    ...orderedByTime.map(([view, column]) =>
      quick(`${view}: latest by ${column}`, all(`SELECT * FROM ${view} ORDER BY ${column} DESC LIMIT ${FIRST_PAGE}`)),
    ),
    ...namedQueries(staff).map(({ title, sql }) => quick(`"${title}"`, all(sql))),
  ];
}

const orderedByTime = [
  ["staff_bookings", "paid_at"],
  ["staff_open_quotes", "asked_at"],
  ["staff_payments_received", "paid_at"],
  ["staff_mail", "queued_at"],
  ["staff_driver_applications", "received_at"],
];

const numbers = ["waybill_no", "quote_no", "reference", "letter_id", "customer_email"];

function byNumber(staff, view) {
  const columns = staff.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(view);
  return numbers
    .filter((number) => columns.includes(number) && view !== "staff_sales")
    .map((number) => {
      const known = staff.prepare(`SELECT ${number} FROM ${view} WHERE ${number} IS NOT NULL LIMIT 500`).pluck().all();
      const find = staff.prepare(`SELECT * FROM ${view} WHERE ${number} = ? LIMIT ${FIRST_PAGE}`);
      return quick(`${view}: one ${number}`, (round) => find.all(known[round % known.length] ?? "none"));
    });
}

function namedQueries(staff) {
  const [, chapter = ""] = readFileSync("docs/database.md", "utf8").split("\n## What staff ask\n");
  const waybillNo = staff.prepare("SELECT waybill_no FROM staff_bookings LIMIT 1").pluck().get();
  const quoteNo = staff.prepare("SELECT quote_no FROM staff_open_quotes LIMIT 1").pluck().get();
  return chapter
    .split("\n## ")[0]
    .split("\n### ")
    .slice(1)
    .map((section) => ({
      title: section.split("\n")[0],
      sql: section
        .match(/```sql\n([\s\S]+?)```/)[1]
        .replaceAll("TH4821093753", waybillNo)
        .replaceAll("Q48210934", quoteNo)
        .replaceAll("thandi@example.co.za", "customer2500@example.co.za"),
    }));
}

function quick(title, ask) {
  return { title, ask, mustBeQuick: true };
}

/** A thousand rows from all over a table. */
function sampler(store) {
  return async (table, columns) => {
    const { sql } = await import("drizzle-orm");
    return store.tx((tx) =>
      tx.all(
        sql.raw(
          `SELECT ${columns} FROM ${table} WHERE rowid % (SELECT max(1, max(rowid) / 1000) FROM ${table}) = 0 OR rowid = 1`,
        ),
      ),
    );
  };
}
