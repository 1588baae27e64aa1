-- Paid parcels for counting and summing: from where, to where, which box, and the amounts. Weeks begin on Monday.
CREATE VIEW staff_sales AS
-- Limit the time of booking, `WHERE booked_at >= '2026-11-01'`, so that no large row is read. `|| ''` makes SQLite
-- use the index by time.
SELECT
  quote_no,
  strftime('%Y-%m-%d %H:%M', booked_at, '+2 hours') AS booked_at,
  date(booked_at, '+2 hours') AS day,
  date(booked_at, '+2 hours', 'weekday 0', '-6 days') AS week,
  CASE type WHEN 'local' THEN 'Within South Africa' ELSE 'Abroad' END AS route,
  from_postal AS collect_postal_code,
  to_postal AS deliver_postal_code,
  to_country AS deliver_country,
  coalesce((
    SELECT boxes.name FROM boxes
    WHERE boxes.id = quotes.box_id AND boxes.valid_from <= date(quotes.booked_at, '+2 hours')
    ORDER BY boxes.valid_from DESC LIMIT 1
  ), box_id) AS box,
  quantity AS parcels,
  grand_total_cents / 100.0 AS price_rand,
  email AS customer_email,
  mode
FROM quotes
WHERE booked_at IS NOT NULL AND status || '' IN ('paid', 'payfast_complete', 'waybill_created');
