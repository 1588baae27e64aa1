-- What staff read: rand instead of cents, South African time (UTC+2, no summer time), words. Made anew at every start.

-- Money that came twice for one parcel: pay it back.
CREATE VIEW staff_payments_to_refund AS
SELECT
  quotes.quote_no,
  waybills.waybill_no,
  quotes.email AS customer_email,
  payments.paid_cents / 100.0 AS refund_rand,
  payments.pf_payment_id AS payfast_payment,
  payments.mode,
  strftime('%Y-%m-%d %H:%M', payments.settled_at, '+2 hours') AS paid_at
FROM payments
JOIN quotes ON quotes.id = payments.quote_id
LEFT JOIN waybills ON waybills.quote_id = quotes.id
WHERE payments.state = 'duplicate'
ORDER BY payments.settled_at;

-- Handed over to PayFast, or pending there, and for half an hour no final word: look the payment up at PayFast.
CREATE VIEW staff_payments_unanswered AS
SELECT
  quotes.quote_no,
  quotes.status AS booking_status,
  quotes.email AS customer_email,
  payments.amount_cents / 100.0 AS amount_rand,
  payments.state AS payment_state,
  payments.pf_payment_id AS payfast_payment,
  payments.mode,
  strftime('%Y-%m-%d %H:%M', payments.started_at, '+2 hours') AS started_at,
  CAST((julianday('now') - julianday(payments.started_at)) * 24 * 60 AS INTEGER) AS minutes_waiting
FROM payments
JOIN quotes ON quotes.id = payments.quote_id
WHERE payments.state IN ('started', 'pending')
  AND quotes.status NOT IN ('paid', 'payfast_complete', 'waybill_created')
  AND payments.started_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 minutes')
ORDER BY payments.started_at DESC;

-- Properly signed by PayFast and yet not believed: is there money that we don't know of?
CREATE VIEW staff_payments_refused AS
SELECT
  payment_notices.quote_id AS order_named,
  quotes.quote_no,
  payment_notices.reason,
  count(*) AS times_sent,
  strftime('%Y-%m-%d %H:%M', min(payment_notices.received_at), '+2 hours') AS first_received_at,
  payment_notices.body AS notice
FROM payment_notices
LEFT JOIN quotes ON quotes.id = payment_notices.quote_id
WHERE payment_notices.outcome = 'refused' AND payment_notices.quote_id IS NOT NULL
GROUP BY payment_notices.body, payment_notices.reason
ORDER BY min(payment_notices.received_at) DESC;

-- Paid parcels and where they go: what to collect, when the customer wishes it, and whom to phone.
CREATE VIEW staff_bookings AS
SELECT
  waybills.waybill_no,
  quotes.quote_no,
  strftime('%Y-%m-%d %H:%M', waybills.issued_at, '+2 hours') AS paid_at,
  json_extract(quotes.form_snapshot, '$.parcel.collectionDay') AS collection_day_wished,
  json_extract(quotes.form_snapshot, '$.parcel.collectionTime') AS collection_time_wished,
  json_extract(quotes.form_snapshot, '$.addresses.fromName') AS sender,
  json_extract(quotes.form_snapshot, '$.addresses.fromPhone') AS sender_phone,
  json_extract(quotes.form_snapshot, '$.addresses.fromAddressLine') AS collect_from,
  json_extract(quotes.form_snapshot, '$.addresses.fromSuburb') AS collect_suburb,
  json_extract(quotes.form_snapshot, '$.addresses.fromCity') AS collect_city,
  quotes.from_postal AS collect_postal_code,
  json_extract(quotes.form_snapshot, '$.addresses.fromLandmark') AS how_to_find_it,
  json_extract(quotes.form_snapshot, '$.addresses.toName') AS receiver,
  json_extract(quotes.form_snapshot, '$.addresses.toCity') AS deliver_city,
  quotes.to_postal AS deliver_postal_code,
  quotes.to_country AS deliver_country,
  quotes.box_id AS box,
  quotes.quantity AS parcels,
  quotes.grand_total_cents / 100.0 AS price_rand
FROM quotes
JOIN waybills ON waybills.quote_id = quotes.id
ORDER BY waybills.issued_at DESC;

-- Customers who wait for a price that a person works out, the longest waiting first.
CREATE VIEW staff_manual_quotes AS
SELECT
  quotes.quote_no,
  strftime('%Y-%m-%d %H:%M', quotes.manual_requested_at, '+2 hours') AS asked_at,
  quotes.email AS customer_email,
  json_extract(quotes.form_snapshot, '$.addresses.fromPhone') AS customer_phone,
  quotes.from_postal AS from_postal_code,
  quotes.to_postal AS to_postal_code,
  quotes.to_country,
  quotes.box_id AS box,
  quotes.quantity AS parcels,
  json_extract(quotes.form_snapshot, '$.parcel.collectionDay') AS collection_day_wished,
  quotes.message AS why_by_hand
FROM quotes
WHERE quotes.manual_requested_at IS NOT NULL AND quotes.booked_at IS NULL
ORDER BY quotes.manual_requested_at;
