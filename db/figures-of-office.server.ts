import type { ViewRows } from "./read-apart.server";
import { readApart } from "./read-apart.server";

/** The payment mode that the site is in; what remains of tests isn't counted. */
const MODE = "coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), mode)";

/** The smallest area with a postal code, as it is today: whether we serve it. */
const SERVED = `(SELECT served FROM postal_areas WHERE valid_from <= date('now', '+2 hours')
  AND from_code <= code AND to_code >= code ORDER BY to_code - from_code, valid_from DESC LIMIT 1)`;

const UNSERVED = (party: "from" | "to") => `SELECT ${party}_postal AS code,
    json_extract(form_snapshot, '$.addresses.${party}City') AS town, id
  FROM quotes WHERE status IN ('manual', 'quoted', 'cancelled') AND manual_requested_at >= date('now', '-1 year')
    AND coalesce(to_country, 'South Africa') = 'South Africa'`;

const queries = {
  weeks: `WITH sold AS (
      SELECT week, count(*) AS bookings, sum(price_rand) AS revenue_rand FROM staff_sales
      WHERE booked_at >= date('now', '+2 hours', 'weekday 0', '-6 days', '-546 days') AND mode = ${MODE} GROUP BY week
    ), weeks (week) AS (
      SELECT date('now', '+2 hours', 'weekday 0', '-6 days', '-175 days')
      UNION ALL SELECT date(week, '+7 days') FROM weeks WHERE week < date('now', '+2 hours', 'weekday 0', '-6 days')
    )
    SELECT weeks.week, coalesce(this.bookings, 0) AS bookings, coalesce(before.bookings, 0) AS a_year_before,
      coalesce(this.revenue_rand, 0) AS revenue_rand, coalesce(before.revenue_rand, 0) AS revenue_rand_a_year_before
    FROM weeks LEFT JOIN sold AS this ON this.week = weeks.week
    LEFT JOIN sold AS before ON before.week = date(weeks.week, '-364 days') ORDER BY weeks.week`,
  apart: `SELECT substr(day, 1, 7) AS month, sum(cash_rand) AS cash_rand, sum(bank_rand) AS transfers_rand,
      sum(claims_rand) AS claims_rand, sum(charged_back_rand) AS charged_back_rand
    FROM staff_revenue WHERE mode = ${MODE} GROUP BY substr(day, 1, 7) ORDER BY 1 DESC`,
  states: `SELECT status AS state, count(*) AS parcels FROM each_parcel_under_way WHERE mode = ${MODE} GROUP BY state ORDER BY parcels DESC`,
  places: `SELECT json_extract(form_snapshot, '$.addresses.toCity') AS town, count(*) AS parcels,
      round(avg(julianday(last_event_at) - julianday((SELECT min(happened_at) FROM tracking_events AS collected
        WHERE collected.waybill_no = waybills.waybill_no AND collected.kind = 'collected'))), 1) AS days,
      round(100.0 * avg(NOT EXISTS (SELECT 1 FROM tracking_events AS missed
        WHERE missed.waybill_no = waybills.waybill_no AND missed.kind = 'failed_attempt')), 0) AS first_visit_percent
    FROM waybills JOIN quotes ON quotes.id = waybills.quote_id
    WHERE last_event = 'delivered' AND pieces_collected > 0 AND last_event_at >= date('now', '-90 days') AND mode = ${MODE}
    GROUP BY town HAVING town IS NOT NULL ORDER BY parcels DESC, town LIMIT 15`,
  unserved: `SELECT code AS postal_code, max(town) AS town, count(DISTINCT id) AS asked FROM (
      ${UNSERVED("to")} UNION ALL ${UNSERVED("from")}
    ) WHERE coalesce(${SERVED}, 0) = 0 AND code <> '' GROUP BY code ORDER BY asked DESC, code LIMIT 15`,
} as const;

export type FigureName = keyof typeof queries;
export const figureNames = Object.keys(queries) as FigureName[];

/** The numbers of a figure, read in a thread of its own. */
export function figureRows(file: string, name: FigureName): Promise<ViewRows> {
  return readApart(file, queries[name], []);
}
