-- What there is to do now: one line for each kind of work, including those with nothing to do, with the first three
-- numbers of its list. Only of the payment mode that this site is in.
CREATE VIEW staff_today AS
-- The two lists that many lines ask are read once here.
WITH
  collections AS MATERIALIZED (SELECT waybill_no, collect_when, what_to_do, mode FROM staff_collections),
  under_way AS MATERIALIZED (
    SELECT waybill_no, status, missing, days_without_news, late_since, news_by, mode FROM staff_parcels_under_way
  ),
  kinds (kind, work, see) AS (VALUES
    (1, 'Collect today', 'staff_collections'),
    (2, 'Collection overdue', 'staff_collections'),
    (3, 'No day to collect yet', 'staff_collections'),
    (4, 'Collection failed', 'staff_collections'),
    (5, 'Some pieces still to come', 'staff_parcels_under_way'),
    (6, 'On the road', 'staff_parcels_under_way'),
    (7, 'No news for two days', 'staff_parcels_under_way'),
    (8, 'Late: tell both people by the promised time', 'staff_parcels_under_way'),
    (9, 'Delivery failed', 'staff_parcels_under_way'),
    (10, 'Phone the receiver: no answer since the failed visit', 'staff_unanswered_visits'),
    (11, 'A wish that was not the receiver''s', 'staff_wishes'),
    (12, 'Nobody fetched it at the depot', 'staff_wishes'),
    (13, 'Photo not here', 'staff_photos_missing'),
    (14, 'Stored state is wrong: tell us', 'staff_misstated'),
    (15, 'Driver reported a problem', 'staff_driver_reports'),
    (16, 'Mark to believe or drop', 'staff_reported_marks'),
    (17, 'Case to answer', 'staff_cases'),
    (18, 'Price to work out', 'staff_manual_quotes'),
    (19, 'Money to pay back', 'staff_payments_to_refund'),
    (20, 'Part of a price', 'staff_payments_noted'),
    (21, 'Payment number to check', 'staff_payments_noted'),
    (22, 'Payment not believed', 'staff_payments_refused'),
    (23, 'Booked by a shop, not paid for three days', 'staff_unpaid_by_shops'),
    (24, 'No word from PayFast', 'staff_payments_unanswered'),
    (25, 'Message given up', 'staff_mail_not_sent'),
    (26, 'Agreed for today or tomorrow, no driver', 'staff_agreed_undriven')
  ),
  listed (kind, number, mode) AS (
    SELECT 1, waybill_no, mode FROM collections WHERE collect_when IN ('Overdue', 'Today')
    UNION ALL SELECT 2, waybill_no, mode FROM collections WHERE collect_when = 'Overdue'
    UNION ALL SELECT 3, waybill_no, mode FROM collections WHERE collect_when = 'Any day'
    UNION ALL SELECT 4, waybill_no, mode FROM collections WHERE what_to_do = 'Phone the sender: nobody was there'
    UNION ALL SELECT 5, waybill_no, mode FROM under_way WHERE missing LIKE '%not collected' OR missing LIKE '%not delivered'
    UNION ALL SELECT 6, waybill_no, mode FROM under_way
      WHERE status NOT IN ('Paid, to be collected', 'Partly collected', 'Collection failed')
    UNION ALL SELECT 7, waybill_no, mode FROM under_way
      WHERE status NOT IN ('Paid, to be collected', 'Partly collected', 'Collection failed') AND days_without_news >= 2
    UNION ALL SELECT 8, waybill_no, mode FROM (
      SELECT waybill_no, mode FROM under_way WHERE late_since IS NOT NULL ORDER BY news_by, waybill_no
    ) AS late
    UNION ALL SELECT 9, waybill_no, mode FROM under_way WHERE status = 'Delivery failed'
    UNION ALL SELECT 10, waybill_no, mode FROM staff_unanswered_visits
    UNION ALL SELECT 11, waybill_no, mode FROM staff_wishes WHERE what_to_do LIKE 'Phone%'
    UNION ALL SELECT 12, waybill_no, mode FROM staff_wishes WHERE what_to_do LIKE 'Return%'
    UNION ALL SELECT 13, waybill_no, NULL FROM staff_photos_missing
    UNION ALL SELECT 14, waybill_no, NULL FROM staff_misstated
    UNION ALL SELECT 15, waybill_no, mode FROM staff_driver_reports
    UNION ALL SELECT 16, waybill_no, NULL FROM staff_reported_marks
    UNION ALL SELECT 17, case_no, mode FROM staff_cases WHERE status = 'Open'
    UNION ALL SELECT 18, quote_no, NULL FROM staff_manual_quotes
    UNION ALL SELECT 19, quote_no, NULL FROM staff_payments_to_refund
    UNION ALL SELECT 20, quote_no, NULL FROM staff_payments_noted WHERE missing_rand IS NOT NULL
    UNION ALL SELECT 21, quote_no, NULL FROM staff_payments_noted
      WHERE what_to_do NOT LIKE 'Nothing%' AND missing_rand IS NULL
    UNION ALL SELECT 22, quote_no, mode FROM staff_payments_refused WHERE what_to_do NOT LIKE 'Nothing%'
    UNION ALL SELECT 23, quote_no, mode FROM staff_unpaid_by_shops
      WHERE booked_at < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours', '-3 days')
    UNION ALL SELECT 24, quote_no, mode FROM staff_payments_unanswered
    UNION ALL SELECT 25, letter_id, NULL FROM staff_mail_not_sent WHERE status = 'Given up'
    UNION ALL SELECT 26, waybill_no, mode FROM staff_agreed_undriven
  ),
  placed AS (
    SELECT kind, number, row_number() OVER () AS place FROM listed
    WHERE mode IS NULL OR mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), mode)
  ),
  numbered AS (SELECT kind, number, row_number() OVER (PARTITION BY kind ORDER BY number IS NULL, place) AS nth FROM placed)
SELECT
  kinds.work,
  count(numbered.nth) AS how_many,
  max(CASE WHEN nth = 1 THEN number END)
    || coalesce(', ' || max(CASE WHEN nth = 2 THEN number END), '')
    || coalesce(', ' || max(CASE WHEN nth = 3 THEN number END), '') AS first_ones,
  kinds.see
FROM kinds
LEFT JOIN numbered ON numbered.kind = kinds.kind
GROUP BY kinds.kind, kinds.work, kinds.see
ORDER BY kinds.kind;
