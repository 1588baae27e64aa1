import { describe, expect, test } from "vitest";
import { anOffice } from "../support/an-office";
import { staffQueries } from "../support/database-notes";

/** Tables that grow with the company. `node server/with-packages.mjs . node --max-semi-space-size=4 bench/million-quotes.mjs` measures the queries themselves. */
const growing = [
  "quotes",
  "payments",
  "payment_notices",
  "refunds",
  "invoices",
  "waybills",
  "tracking_events",
  "outgoing_mails",
  "users",
  "staff_actions",
];
const newestFirst = {
  staff_bookings: "paid_at",
  staff_open_quotes: "asked_at",
  staff_payments_received: "paid_at",
  staff_invoices: "issued_at",
  staff_mail: "queued_at",
  staff_messages: "queued_at",
  staff_driver_applications: "received_at",
  staff_accounts: "joined_at",
  staff_history: "done_at",
};

/** Views that list a few rows among many, and the index that contains only those few. */
const fewAmongMany = {
  staff_collections: "waybills_under_way",
  staff_parcels_under_way: "waybills_under_way",
  staff_manual_quotes: "quotes_waiting_for_price",
  staff_payments_to_refund: "quotes_cancelled_by_staff",
  staff_payments_unanswered: "payments_unanswered",
  staff_payments_refused: "payment_notices_refused",
  staff_mail_not_sent: "outgoing_mails_by_state",
  staff_vat: "COVERING INDEX staff_invoices_by_clock",
  staff_revenue: "COVERING INDEX staff_payments_settled_how",
};

test("a day's refunds are found by the day on which they were recorded", async () => {
  const { plan } = await aPlanner();
  expect(plan("SELECT * FROM staff_revenue LIMIT 50").join("\n")).toContain("COVERING INDEX staff_refunds_noted_how");
});

describe("with years of bookings in the file,", () => {
  test("no view reads a whole table for its first page, nor for one number", async () => {
    const { plan, staff } = await aPlanner();
    const views = staff<{ name: string }>("SELECT view AS name FROM staff_help").map(({ name }) => name);
    expect(views.length).toBeGreaterThan(10);
    for (const view of views) {
      expect(wholeTables(plan(`SELECT * FROM ${view} LIMIT 50`)), view).toEqual([]);
      const columns = staff<{ name: string }>(`SELECT name FROM pragma_table_info('${view}')`).map(({ name }) => name);
      for (const number of ["quote_no", "waybill_no", "letter_id"].filter((name) => columns.includes(name))) {
        expect(wholeTables(plan(`SELECT * FROM ${view} WHERE ${number} = 'x'`)), `${view} by ${number}`).toEqual([]);
      }
    }
  });

  test("the newest come first without sorting the rest, also with an explicit ORDER BY or from a day on", async () => {
    const { plan } = await aPlanner();
    for (const [view, time] of Object.entries(newestFirst)) {
      expect(plan(`SELECT * FROM ${view} LIMIT 50`).filter(sorts), view).toEqual([]);
      expect(plan(`SELECT * FROM ${view} ORDER BY ${time} DESC LIMIT 50`).filter(sorts), view).toEqual([]);
      const sinceThen = plan(`SELECT * FROM ${view} WHERE ${time} >= '2026-11-21'`);
      expect(
        sinceThen.filter((step) => step.includes("<expr>>?")),
        view,
      ).toHaveLength(1);
    }
  });

  test("what is waiting or wrong is found by an index that holds little more", async () => {
    const { plan } = await aPlanner();
    for (const [view, index] of Object.entries(fewAmongMany)) {
      expect(plan(`SELECT * FROM ${view} LIMIT 50`).join("\n"), view).toContain(index);
    }
  });

  test("the day on one screen is counted from the few waiting rows, each list once, never from all bookings or quotes", async () => {
    const { plan } = await aPlanner();
    const steps = plan("SELECT * FROM staff_today");
    expect(steps.join("\n")).toContain("SCAN waybills USING INDEX waybills_under_way");
    // It has only what shops haven't paid. All others of this name have every row.
    const whole = steps.filter((step) => /SCAN \w+ USING INDEX staff_/.test(step));
    expect(whole).toEqual(["SCAN quotes USING INDEX staff_quotes_unpaid_of_shops"]);
  });

  test("no query of the document reads a whole table", async () => {
    const { plan } = await aPlanner();
    for (const { title, sql } of staffQueries()) expect(wholeTables(plan(sql)), title).toEqual([]);
  });

  test("sales are summed from their index alone", async () => {
    const { plan } = await aPlanner();
    const questions = staffQueries().filter(({ sql }) => sql.includes("staff_sales"));
    expect(questions.length).toBeGreaterThanOrEqual(5);
    for (const { title, sql } of questions) {
      expect(
        plan(sql).filter((step) => / quotes /.test(step)),
        title,
      ).toEqual(["SEARCH quotes USING COVERING INDEX staff_bookings_made_how (<expr>>?)"]);
    }
  });
});

async function aPlanner() {
  const { staff } = await anOffice();
  const plan = (query: string) => staff<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`).map(({ detail }) => detail);
  return { plan, staff };
}

/** Query steps that scan a growing table completely. */
function wholeTables(plan: string[]): string[] {
  return plan.filter((step) =>
    growing.some((table) => step === `SCAN ${table}` || step.startsWith(`SCAN ${table} USING COVERING`)),
  );
}

function sorts(step: string): boolean {
  return step.includes("TEMP B-TREE FOR ORDER BY");
}
