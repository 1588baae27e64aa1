-- Money received, the latest first: through PayFast as its own statement lists it, in cash and by bank. `reference` is the
-- bank's.
CREATE VIEW staff_payments_received AS
SELECT
  quotes.quote_no,
  waybills.waybill_no,
  strftime('%Y-%m-%d %H:%M', payments.settled_at, '+2 hours') AS paid_at,
  CASE
    WHEN payments.state = 'part' THEN 'A part of the price'
    WHEN payments.state <> 'duplicate' AND payments.charge_id IN (SELECT id FROM charges WHERE account_uid IS NOT NULL)
      THEN 'Paid, on account'
    WHEN payments.state <> 'duplicate' AND payments.charge_id IS NOT NULL THEN 'Paid, beside the price'
    WHEN payments.state <> 'duplicate' THEN 'Paid'
    WHEN EXISTS (
      SELECT 1 FROM payments AS other
      WHERE other.quote_id = payments.quote_id AND other.state = 'complete'
        AND coalesce(other.charge_id, '') = coalesce(payments.charge_id, '')
    ) THEN 'Paid a second time'
    WHEN payments.charge_id IS NOT NULL THEN 'Asked for no more'
    WHEN quotes.cancelled_at IS NOT NULL THEN 'Paid after it was cancelled'
    WHEN quotes.email = '' THEN 'Paid after its names were deleted'
    WHEN abs(payments.paid_cents - quotes.grand_total_cents) <= 1 AND EXISTS (
      SELECT 1 FROM charges
      WHERE charges.quote_id = payments.quote_id AND charges.reason = 'price' AND charges.state IN ('open', 'paid')
    ) THEN 'On account already'
    ELSE 'Not the price'
  END AS status,
  payments.paid_cents / 100.0 AS paid_rand,
  abs(payments.fee_cents) / 100.0 AS payfast_fee_rand,
  (SELECT sum(amount_cents) / 100.0 FROM refunds WHERE refunds.payment_id = payments.id AND kind = 'refund')
    AS paid_back_rand,
  (SELECT sum(amount_cents) / 100.0 FROM refunds WHERE refunds.payment_id = payments.id AND kind = 'chargeback')
    AS charged_back_rand,
  CASE payments.way WHEN 'cash' THEN 'Cash' WHEN 'bank' THEN 'Bank' ELSE 'PayFast' END AS way,
  CASE payments.way WHEN 'payfast' THEN payments.pf_payment_id END AS payfast_payment,
  CASE payments.way WHEN 'bank' THEN substr(payments.pf_payment_id, 6) END AS reference,
  payments.mode,
  quotes.email AS customer_email
FROM payments
JOIN quotes ON quotes.id = payments.quote_id
LEFT JOIN waybills ON waybills.quote_id = quotes.id
WHERE payments.settled_at IS NOT NULL
ORDER BY strftime('%Y-%m-%d %H:%M', payments.settled_at, '+2 hours') DESC, payments.settled_at DESC;

-- Money to refund: a second payment for one parcel, one of another amount than the price, one whose booking was
-- cancelled before or after or whose sender refused to pay more, and a part of a price whose rest hasn't come for 14 days.
-- Only of the payment mode that this site is in. Listed until the refund is recorded.
CREATE VIEW staff_payments_to_refund AS
-- `CROSS JOIN` fixes the join order: first the few that are owed.
WITH owed AS (
  SELECT
    CASE
      WHEN EXISTS (
        SELECT 1 FROM payments AS other
        WHERE other.quote_id = payments.quote_id AND other.state = 'complete'
          AND coalesce(other.charge_id, '') = coalesce(payments.charge_id, '')
      ) THEN 'Paid twice'
      WHEN payments.charge_id IS NOT NULL THEN 'Asked for no more'
      WHEN quotes.cancelled_at IS NOT NULL THEN 'Booking cancelled'
      WHEN quotes.email = '' THEN 'Names deleted: nobody to collect from'
      WHEN abs(payments.paid_cents - quotes.grand_total_cents) <= 1 AND EXISTS (
        SELECT 1 FROM charges
        WHERE charges.quote_id = payments.quote_id AND charges.reason = 'price' AND charges.state IN ('open', 'paid')
      ) THEN 'On account already'
      ELSE 'Not the price'
    END AS why,
    payments.*
  FROM payments CROSS JOIN quotes
  WHERE quotes.id = payments.quote_id AND payments.state = 'duplicate'
  UNION ALL
  SELECT 'The rest of the price has not come for 14 days', payments.*
  FROM payments CROSS JOIN quotes
  WHERE quotes.id = payments.quote_id AND payments.state = 'part' AND quotes.cancelled_at IS NULL AND quotes.price_back_at IS NULL
    AND payments.settled_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-14 days')
  UNION ALL
  SELECT
    CASE quotes.cancelled_by WHEN 'customer' THEN 'Cancelled by its customer' ELSE 'Booking cancelled' END,
    payments.*
  FROM quotes CROSS JOIN payments
  WHERE payments.quote_id = quotes.id AND quotes.cancelled_at IS NOT NULL AND payments.state IN ('complete', 'part')
  UNION ALL
  SELECT 'Its sender refused to pay more', payments.*
  FROM quotes CROSS JOIN payments
  WHERE payments.quote_id = quotes.id AND quotes.price_back_at IS NOT NULL AND quotes.cancelled_at IS NULL
    AND payments.state IN ('complete', 'part')
)
SELECT
  quotes.quote_no,
  waybills.waybill_no,
  owed.why,
  quotes.email AS customer_email,
  (owed.paid_cents - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = owed.id), 0)) / 100.0
    AS refund_rand,
  CASE owed.way
    WHEN 'cash' THEN 'Pay it back in cash, then note the refund'
    WHEN 'bank' THEN 'Send it back by bank, then note the refund'
    ELSE 'Pay it back at PayFast, then note the refund'
  END AS what_to_do,
  (SELECT until FROM promises WHERE promises.kind = 'refund' AND promises.about = quotes.id) AS promised_by,
  CASE owed.way WHEN 'cash' THEN 'Cash' WHEN 'bank' THEN 'Bank' ELSE 'PayFast' END AS way,
  CASE owed.way WHEN 'payfast' THEN owed.pf_payment_id END AS payfast_payment,
  owed.mode,
  strftime('%Y-%m-%d %H:%M', owed.settled_at, '+2 hours') AS paid_at
FROM owed
CROSS JOIN quotes
LEFT JOIN waybills ON waybills.quote_id = quotes.id
WHERE quotes.id = owed.quote_id AND owed.paid_cents > coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = owed.id), 0)
  AND owed.mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), owed.mode)
ORDER BY owed.settled_at, owed.id;

-- Payments to look at: a part of a price whose rest is awaited, and numbers that staff noted which PayFast has never
-- named or doesn't have. Only of the payment mode that this site is in.
CREATE VIEW staff_payments_noted AS
SELECT
  quotes.quote_no,
  CASE
    WHEN noted.is_part AND payments.not_listed_at IS NULL THEN 'A part of the price'
    WHEN payments.state = 'replaced' THEN 'PayFast has another number for it'
    WHEN payments.not_listed_at IS NOT NULL THEN 'Not in PayFast''s list'
    ELSE 'Noted by hand'
  END AS status,
  CASE
    WHEN payments.state = 'replaced' THEN 'Compare PayFast''s list: reconcile'
    WHEN payments.not_listed_at IS NOT NULL THEN 'Look it up at PayFast; if it isn''t there: undo payment'
    WHEN noted.is_part THEN 'Wait for the rest; it is to be refunded after 14 days'
    ELSE 'Nothing: PayFast''s next list confirms it'
  END AS what_to_do,
  coalesce(payments.paid_cents, payments.amount_cents) / 100.0 AS amount_rand,
  CASE WHEN noted.is_part THEN (
    quotes.grand_total_cents
    - (SELECT sum(paid_cents) FROM payments AS part WHERE part.quote_id = quotes.id AND part.state = 'part')
    + coalesce((
      SELECT sum(refunds.amount_cents) FROM refunds JOIN payments AS part ON part.id = refunds.payment_id
      WHERE part.quote_id = quotes.id AND part.state = 'part'
    ), 0)
  ) / 100.0 END AS missing_rand,
  CASE payments.way WHEN 'payfast' THEN payments.pf_payment_id END AS payfast_payment,
  payments.mode,
  quotes.email AS customer_email,
  strftime('%Y-%m-%d %H:%M', payments.noted_at, '+2 hours') AS noted_at
FROM (
  SELECT payments.id, TRUE AS is_part
  FROM payments CROSS JOIN quotes
  WHERE quotes.id = payments.quote_id AND payments.state = 'part' AND quotes.cancelled_at IS NULL
    AND payments.settled_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-14 days')
    AND payments.paid_cents > coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = payments.id), 0)
  UNION ALL
  SELECT id, FALSE FROM payments
  WHERE noted_at IS NOT NULL AND confirmed_at IS NULL AND state <> 'undone' AND way = 'payfast'
    AND (state <> 'part' OR not_listed_at IS NOT NULL)
) AS noted
CROSS JOIN payments
CROSS JOIN quotes
WHERE payments.id = noted.id AND quotes.id = payments.quote_id AND NOT (payments.state = 'replaced' AND payments.not_listed_at IS NOT NULL)
  AND payments.mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), payments.mode)
ORDER BY payments.noted_at DESC, payments.id;

-- Payments with which a customer was at PayFast for more than half an hour without its final answer, of the last 30 days,
-- the latest first: the browser came back from there, a notice said that it is pending, or PayFast's list has it.
CREATE VIEW staff_payments_unanswered AS
SELECT
  quotes.quote_no,
  CASE payments.state WHEN 'pending' THEN 'Pending at PayFast' ELSE 'Was at PayFast, nothing heard' END AS status,
  CASE payments.state WHEN 'pending' THEN 'Look it up at PayFast by its number'
    ELSE 'Look for it at PayFast; some gave up there' END AS what_to_do,
  CASE WHEN payments.charge_id IN (SELECT id FROM charges WHERE account_uid IS NOT NULL) THEN 'On account'
    WHEN payments.charge_id IS NOT NULL THEN 'Paid, and more is due' ELSE CASE quotes.status
    WHEN 'pending_payment' THEN 'Booked, not paid'
    WHEN 'payfast_failed' THEN 'Payment failed'
    WHEN 'payfast_cancelled' THEN 'Payment cancelled'
    WHEN 'cancelled' THEN 'Cancelled'
    ELSE 'Not booked'
  END END AS booking_status,
  quotes.email AS customer_email,
  payments.amount_cents / 100.0 AS amount_rand,
  payments.pf_payment_id AS payfast_payment,
  payments.mode,
  strftime('%Y-%m-%d %H:%M', payments.started_at, '+2 hours') AS started_at,
  (CAST(strftime('%s', 'now') AS BIGINT) - CAST(strftime('%s', payments.at_payfast_at) AS BIGINT)) / 60 AS minutes_waiting
FROM payments
JOIN quotes ON quotes.id = payments.quote_id
WHERE payments.at_payfast_at IS NOT NULL AND payments.state IN ('started', 'pending')
  AND CASE
    WHEN payments.charge_id IS NULL THEN quotes.status NOT IN ('paid', 'payfast_complete', 'waybill_created')
    ELSE payments.charge_id IN (SELECT id FROM charges WHERE state = 'open')
  END
  AND payments.at_payfast_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 minutes')
  AND payments.at_payfast_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')
ORDER BY payments.at_payfast_at DESC, payments.id;

-- Notices that PayFast signed but that were refused or not confirmed: is there money that we don't know of? And days
-- on which at least five unsigned notices name orders of ours: we can't trust these, so the amount shown is the order's.
-- Settled and closed ones stay in this list, but leave Today.
CREATE VIEW staff_payments_refused AS
WITH unbelieved AS (
  SELECT quote_id, pf_payment_id, amount_told, mode, reason, received_at, closed_at, body
  FROM payment_notices WHERE outcome = 'refused' AND is_signed IS TRUE
  UNION ALL
  SELECT quote_id, pf_payment_id, amount_told, mode, reason, received_at, closed_at, body
  FROM payment_notices AS notice
  WHERE outcome = 'ask_again' AND NOT EXISTS (
    SELECT 1 FROM payment_notices AS later
    WHERE later.quote_id = notice.quote_id AND later.body = notice.body AND later.outcome <> 'ask_again'
  )
),
doubtful_days AS (
  SELECT day FROM unsigned_notices WHERE quote_id <> ''
  GROUP BY day HAVING sum(notices) >= 5
),
refused AS (
  SELECT
    quote_id AS order_named,
    CASE WHEN is_amount THEN CAST(amount_told AS NUMERIC) END AS amount_rand,
    CASE WHEN NOT is_amount THEN nullif(amount_told, '') END AS amount_unread,
    pf_payment_id,
    max(mode) AS mode,
    reason,
    CASE
      WHEN EXISTS (
        SELECT 1 FROM payments
        WHERE payments.pf_payment_id = unbelieved.pf_payment_id AND payments.settled_at IS NOT NULL
      ) THEN 'Nothing: this payment has been settled since'
      WHEN max(closed_at) IS NOT NULL THEN 'Nothing: it was closed (history says why)'
      ELSE 'Look it up at PayFast; if the money arrived: note payment'
    END AS what_to_do,
    count(*) AS times_sent,
    min(received_at) AS first_received_at,
    body AS notice
  FROM (
    SELECT *, trim(amount_told, '0123456789.') = '' AND amount_told NOT IN ('', '.') AND amount_told NOT LIKE '%.%.%' AS is_amount
    FROM unbelieved
  ) AS unbelieved
  GROUP BY body, reason, quote_id, amount_told, is_amount, pf_payment_id
  UNION ALL
  SELECT
    quotes.id,
    quotes.grand_total_cents / 100.0,
    NULL,
    NULL,
    (SELECT mode FROM payments WHERE payments.quote_id = quotes.id ORDER BY started_at DESC LIMIT 1),
    max(unsigned_notices.reason),
    CASE
      WHEN min(unsigned_notices.first_received_at) < (
        SELECT max(settled_at) FROM payments WHERE payments.quote_id = quotes.id AND payments.state = 'complete'
      ) THEN 'Nothing: this booking has been paid since'
      WHEN count(
        CASE WHEN unsigned_notices.closed_at IS NULL OR unsigned_notices.last_received_at > unsigned_notices.closed_at THEN 1 END
      ) > 0 THEN 'Compare the passphrase with PayFast''s, and look the payment up there'
      ELSE 'Nothing: it was closed (history says why)'
    END,
    sum(unsigned_notices.notices),
    min(unsigned_notices.first_received_at),
    max(unsigned_notices.sample)
  FROM unsigned_notices
  JOIN quotes ON quotes.id = unsigned_notices.quote_id
  WHERE unsigned_notices.day IN (SELECT day FROM doubtful_days)
  GROUP BY unsigned_notices.day, quotes.id
)
SELECT
  coalesce(
    quotes.quote_no,
    (SELECT min(quote_no) FROM quotes AS together WHERE together.payment_order_id = refused.order_named),
    (
      SELECT charged.quote_no FROM charges JOIN quotes AS charged ON charged.id = charges.quote_id
      WHERE charges.id = refused.order_named
    ),
    -- `statement-2026-11-…`: its month, and whose account.
    (
      SELECT min(charged.quote_no) FROM charges JOIN quotes AS charged ON charged.id = charges.quote_id
      WHERE refused.order_named LIKE 'statement-%' AND charges.account_uid = substr(refused.order_named, 19)
        AND substr(strftime('%Y-%m-%d %H:%M', charges.invoiced_at, '+2 hours'), 1, 7) = substr(refused.order_named, 11, 7)
    )
  ) AS quote_no,
  refused.order_named,
  refused.amount_rand,
  refused.pf_payment_id AS payfast_payment,
  refused.mode,
  refused.reason || coalesce(': ' || refused.amount_unread, '') AS reason,
  refused.what_to_do,
  refused.times_sent,
  strftime('%Y-%m-%d %H:%M', refused.first_received_at, '+2 hours') AS first_received_at,
  refused.notice
FROM refused
LEFT JOIN quotes ON quotes.id = refused.order_named
ORDER BY refused.first_received_at DESC, 1, refused.notice;

-- Notices without a valid signature. They are forged, unless they come from PayFast or many name orders of ours: then
-- our passphrase differs from PayFast's. Counted by day and order, the latest day first, and within a day our orders
-- first.
CREATE VIEW staff_payments_unsigned AS
SELECT
  unsigned_notices.day,
  quotes.quote_no,
  CASE
    WHEN quotes.id IS NOT NULL THEN 'Compare the passphrase with PayFast''s, and look the payment up there'
    WHEN count(CASE WHEN unsigned_notices.network = 'payfast' THEN 1 END) > 0 THEN 'Compare the passphrase with PayFast''s'
    ELSE 'Nothing: no order of ours is named'
  END AS what_to_do,
  sum(unsigned_notices.notices) AS notices,
  sum(CASE unsigned_notices.network WHEN 'payfast' THEN unsigned_notices.notices ELSE 0 END) AS from_payfast,
  count(DISTINCT unsigned_notices.network) AS networks,
  max(unsigned_notices.reason) AS reason,
  strftime('%Y-%m-%d %H:%M', min(unsigned_notices.first_received_at), '+2 hours') AS first_received_at,
  strftime('%Y-%m-%d %H:%M', max(unsigned_notices.last_received_at), '+2 hours') AS last_received_at,
  max(unsigned_notices.sample) AS sample,
  -- Where no order of ours is named, the mode that the site is in.
  coalesce(quotes.mode, (SELECT value FROM site_facts WHERE name = 'payment_mode')) AS mode
FROM unsigned_notices
LEFT JOIN quotes ON quotes.id = unsigned_notices.quote_id
GROUP BY unsigned_notices.day, unsigned_notices.quote_id, quotes.id, quotes.quote_no, quotes.mode
ORDER BY unsigned_notices.day DESC, quotes.id IS NULL, sum(unsigned_notices.notices) DESC;

-- What came in cash and by bank, and went back that way, for each day, way and person who noted it, the latest day first: what a
-- drawer should hold more in the evening than in the morning. A month and a half.
CREATE VIEW staff_takings AS
WITH moved AS (
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours'), 1, 10) AS day,
    way, noted_by, mode, 1 AS payments, paid_cents, 0 AS refunds, 0 AS back_cents
  FROM payments
  WHERE way <> 'payfast' AND settled_at IS NOT NULL AND settled_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-45 days')
  UNION ALL
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', refunds.noted_at, '+2 hours'), 1, 10),
    payments.way, refunds.noted_by, payments.mode, 0, 0, 1, refunds.amount_cents
  FROM refunds CROSS JOIN payments
  WHERE payments.id = refunds.payment_id AND payments.way <> 'payfast'
    AND strftime('%Y-%m-%d %H:%M', refunds.noted_at, '+2 hours') >= date('now', '+2 hours', '-45 days')
)
SELECT
  day,
  CASE way WHEN 'cash' THEN 'Cash' ELSE 'Bank' END AS way,
  noted_by,
  sum(payments) AS payments,
  sum(paid_cents) / 100.0 AS received_rand,
  sum(refunds) AS refunds,
  sum(back_cents) / 100.0 AS paid_back_rand,
  sum(paid_cents - back_cents) / 100.0 AS left_rand,
  mode
FROM moved
GROUP BY day, moved.way, noted_by, mode
ORDER BY day DESC, moved.way DESC, noted_by;

-- What we paid for lost and damaged parcels, the latest first.
CREATE VIEW staff_claims AS
SELECT
  claims.waybill_no,
  quotes.quote_no,
  strftime('%Y-%m-%d %H:%M', claims.noted_at, '+2 hours') AS paid_at,
  claims.amount_cents / 100.0 AS claim_rand,
  claims.reference,
  claims.noted_by,
  claims.mode,
  quotes.email AS customer_email
FROM claims
JOIN waybills ON waybills.waybill_no = claims.waybill_no
JOIN quotes ON quotes.id = waybills.quote_id
ORDER BY claims.noted_at DESC, claims.waybill_no;

-- Each day of this month and the last, from the invoices and credit notes of that day. Real and test payments are
-- separate. Second payments are left out, and so are their refunds. The fee is what PayFast keeps of that day's payments.
-- What came in cash and by bank, less what went back that way, is of the day on which it moved; the rest moved through
-- PayFast. A chargeback and a claim are of the day on which they were noted; neither changes an invoice.
-- A payment from before the site issued invoices has a line of its own, with the VAT of its day. What is on account counts on
-- the day on which it is paid.
CREATE VIEW staff_revenue AS
WITH moved AS (
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'), 1, 10) AS day,
    mode,
    'Invoiced' AS papers,
    sum(CASE kind WHEN 'invoice' THEN 1 ELSE 0 END) AS payments,
    sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE 0 END) AS paid_cents,
    sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE 0 END) AS vat_cents,
    NULL AS fee_cents,
    sum(CASE kind WHEN 'credit_note' THEN gross_cents ELSE 0 END) AS back_cents,
    sum(CASE kind WHEN 'credit_note' THEN vat_cents ELSE 0 END) AS back_vat_cents,
    0 AS cash_cents,
    0 AS bank_cents,
    0 AS charged_back_cents,
    0 AS claims_cents
  FROM invoices
  WHERE strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-1 month')
    AND (
      NOT EXISTS (SELECT 1 FROM charges WHERE charges.id = invoices.charge_id AND account_uid IS NOT NULL)
      OR kind = 'credit_note' AND EXISTS (SELECT 1 FROM refunds WHERE refunds.reference = invoices.refund_reference)
    )
  GROUP BY 1, 2
  UNION ALL
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours'), 1, 10), mode, 'Invoiced', 0, 0, 0, abs(sum(fee_cents)), 0, 0,
    sum(CASE way WHEN 'cash' THEN paid_cents ELSE 0 END), sum(CASE way WHEN 'bank' THEN paid_cents ELSE 0 END), 0, 0
  FROM payments
  WHERE settled_at IS NOT NULL AND state = 'complete'
    AND strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-1 month')
    AND EXISTS (
      SELECT 1 FROM invoices
      WHERE invoices.quote_id = payments.quote_id AND kind = 'invoice'
        AND coalesce(invoices.charge_id, '') = coalesce(payments.charge_id, '')
    )
  GROUP BY 1, 2
  UNION ALL
  -- What is on account counts when it is paid, with the VAT of its invoice less its credits.
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours'), 1, 10), mode, 'Invoiced', count(*), sum(paid_cents),
    sum((
      SELECT sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END) FROM invoices
      WHERE invoices.quote_id = payments.quote_id AND invoices.charge_id = payments.charge_id
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.reference = invoices.refund_reference)
    )),
    NULL, 0, 0, 0, 0, 0, 0
  FROM payments
  WHERE settled_at IS NOT NULL AND state = 'complete'
    AND EXISTS (SELECT 1 FROM charges WHERE charges.id = payments.charge_id AND account_uid IS NOT NULL)
    AND strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-1 month')
  GROUP BY 1, 2
  UNION ALL
  SELECT
    substr(clock, 1, 10), mode, 'Before invoices', payments, payments * cents, payments * vat_cents, abs(fee_cents),
    refunds * cents, refunds * vat_cents, 0, 0, 0, 0
  FROM each_uninvoiced
  WHERE clock >= date('now', '+2 hours', 'start of month', '-1 month')
  UNION ALL
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', refunds.noted_at, '+2 hours'), 1, 10), payments.mode, 'Invoiced', 0, 0, 0, NULL, 0, 0,
    sum(CASE WHEN payments.way = 'cash' AND payments.state = 'complete' THEN -refunds.amount_cents ELSE 0 END),
    sum(CASE WHEN payments.way = 'bank' AND payments.state = 'complete' THEN -refunds.amount_cents ELSE 0 END),
    sum(CASE refunds.kind WHEN 'chargeback' THEN refunds.amount_cents ELSE 0 END),
    0
  FROM refunds CROSS JOIN payments
  WHERE payments.id = refunds.payment_id
    AND (refunds.kind = 'chargeback' OR payments.way <> 'payfast' AND payments.state = 'complete')
    AND strftime('%Y-%m-%d %H:%M', refunds.noted_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-1 month')
  GROUP BY 1, 2
  UNION ALL
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', noted_at, '+2 hours'), 1, 10), mode, 'Invoiced', 0, 0, 0, NULL, 0, 0, 0, 0, 0,
    sum(amount_cents)
  FROM claims
  WHERE strftime('%Y-%m-%d %H:%M', noted_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-1 month')
  GROUP BY 1, 2
)
SELECT
  day,
  CASE mode WHEN 'live' THEN 'Real' ELSE 'Test' END AS money,
  mode,
  papers,
  sum(payments) AS payments,
  sum(paid_cents) / 100.0 AS received_rand,
  sum(vat_cents) / 100.0 AS vat_rand,
  sum(fee_cents) / 100.0 AS payfast_fee_rand,
  sum(back_cents) / 100.0 AS paid_back_rand,
  sum(back_vat_cents) / 100.0 AS paid_back_vat_rand,
  sum(cash_cents) / 100.0 AS cash_rand,
  sum(bank_cents) / 100.0 AS bank_rand,
  sum(charged_back_cents) / 100.0 AS charged_back_rand,
  sum(claims_cents) / 100.0 AS claims_rand
FROM moved
GROUP BY day, mode, papers
ORDER BY day DESC, money, papers DESC;
