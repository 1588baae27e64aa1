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
