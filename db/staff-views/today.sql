-- What there is to do now, a line for each kind of work, those with nothing to do included.
CREATE VIEW staff_today AS
SELECT
  'Collect today' AS work,
  count(*) AS how_many,
  group_concat(waybill_no, ', ') FILTER (WHERE place <= 3) AS first_ones,
  'staff_collections' AS see
FROM (
  SELECT waybill_no, row_number() OVER () AS place FROM staff_collections WHERE collect_when IN ('Today', 'Any day')
)
UNION ALL
SELECT 'Collection overdue', count(*), group_concat(waybill_no, ', ') FILTER (WHERE place <= 3), 'staff_collections'
FROM (SELECT waybill_no, row_number() OVER () AS place FROM staff_collections WHERE collect_when = 'Overdue')
UNION ALL
SELECT 'On the road', count(*), group_concat(waybill_no, ', ') FILTER (WHERE place <= 3), 'staff_parcels_under_way'
FROM (
  SELECT waybill_no, row_number() OVER () AS place FROM staff_parcels_under_way WHERE status <> 'Paid, to be collected'
)
UNION ALL
SELECT 'No news for two days', count(*), group_concat(waybill_no, ', ') FILTER (WHERE place <= 3), 'staff_parcels_under_way'
FROM (
  SELECT waybill_no, row_number() OVER () AS place FROM staff_parcels_under_way
  WHERE status <> 'Paid, to be collected' AND days_without_news >= 2
)
UNION ALL
SELECT 'Delivery failed', count(*), group_concat(waybill_no, ', ') FILTER (WHERE place <= 3), 'staff_parcels_under_way'
FROM (
  SELECT waybill_no, row_number() OVER () AS place FROM staff_parcels_under_way WHERE status = 'Delivery failed'
)
UNION ALL
SELECT 'Case to answer', count(*), group_concat(case_no, ', ') FILTER (WHERE place <= 3), 'staff_cases'
FROM (SELECT case_no, row_number() OVER () AS place FROM staff_cases WHERE status = 'Open')
UNION ALL
SELECT 'Price to work out', count(*), group_concat(quote_no, ', ') FILTER (WHERE place <= 3), 'staff_manual_quotes'
FROM (SELECT quote_no, row_number() OVER () AS place FROM staff_manual_quotes)
UNION ALL
SELECT 'Money to pay back', count(*), group_concat(quote_no, ', ') FILTER (WHERE place <= 3), 'staff_payments_to_refund'
FROM (SELECT quote_no, row_number() OVER () AS place FROM staff_payments_to_refund)
UNION ALL
SELECT 'Payment not believed', count(*), group_concat(quote_no, ', ') FILTER (WHERE place <= 3), 'staff_payments_refused'
FROM (SELECT quote_no, row_number() OVER () AS place FROM staff_payments_refused)
UNION ALL
SELECT 'No word from PayFast', count(*), group_concat(quote_no, ', ') FILTER (WHERE place <= 3), 'staff_payments_unanswered'
FROM (SELECT quote_no, row_number() OVER () AS place FROM staff_payments_unanswered)
UNION ALL
SELECT 'Message given up', count(*), group_concat(letter_id, ', ') FILTER (WHERE place <= 3), 'staff_mail_not_sent'
FROM (SELECT letter_id, row_number() OVER () AS place FROM staff_mail_not_sent WHERE status = 'Given up');
