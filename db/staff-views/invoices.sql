-- Tax invoices, credit notes and debit notes, the latest first. A credit note's amounts are negative. The customer is the one that the
-- paper names or else, up to R 5 000, whoever sent the parcel, while the booking still has the name. What is on account is
-- invoiced before it is paid.
CREATE VIEW staff_invoices AS
SELECT
  invoices.invoice_no,
  CASE
    WHEN invoices.kind = 'credit_note' AND invoices.gross_cents < 0 THEN 'Debit note'
    WHEN invoices.kind = 'credit_note' THEN 'Credit note'
    WHEN json_extract(invoices.supplier, '$.vatNumber') IS NULL THEN 'Receipt'
    ELSE 'Tax invoice'
  END AS paper,
  strftime('%Y-%m-%d %H:%M', invoices.issued_at, '+2 hours') AS issued_at,
  quotes.quote_no,
  waybills.waybill_no,
  invoices.credited_invoice_no AS credits_invoice,
  CASE invoices.kind WHEN 'invoice' THEN 1 ELSE -1 END * invoices.net_cents / 100.0 AS net_rand,
  invoices.vat_basis_points / 100.0 AS vat_percent,
  CASE invoices.kind WHEN 'invoice' THEN 1 ELSE -1 END * invoices.vat_cents / 100.0 AS vat_rand,
  CASE invoices.kind WHEN 'invoice' THEN 1 ELSE -1 END * invoices.gross_cents / 100.0 AS gross_rand,
  CASE invoices.kind WHEN 'invoice' THEN abs(payments.fee_cents) / 100.0 END AS payfast_fee_rand,
  CASE WHEN NOT is_unpaid AND payments.way = 'payfast' THEN coalesce(invoices.refund_reference, payments.pf_payment_id) END
    AS payfast_id,
  CASE WHEN is_unpaid THEN 'On account' ELSE
    CASE payments.way WHEN 'cash' THEN 'Cash' WHEN 'bank' THEN 'Bank' ELSE 'PayFast' END
  END AS way,
  json_extract(invoices.customer, '$.name') AS made_out_to,
  invoices.mode,
  coalesce(
    json_extract(invoices.customer, '$.name'), nullif(json_extract(quotes.form_snapshot, '$.addresses.fromName'), '')
  ) AS customer,
  nullif(quotes.email, '') AS customer_email
FROM (
  SELECT
    papers.*,
    coalesce(settled.id, papers.payment_id) AS paid_by,
    charges.id IS NOT NULL AND (
      settled.id IS NULL OR charges.state <> 'paid'
      OR (papers.kind = 'credit_note' AND coalesce(papers.refund_reference, 'account:') LIKE 'account:%')
    ) AS is_unpaid
  FROM invoices AS papers
  LEFT JOIN charges ON charges.id = papers.charge_id AND charges.account_uid IS NOT NULL
  -- The last payment pays the last invoice.
  LEFT JOIN payments AS settled ON settled.charge_id = charges.id AND settled.state = 'complete'
    AND NOT EXISTS (
      SELECT 1 FROM payments AS later
      WHERE later.charge_id = settled.charge_id AND later.state = 'complete'
        AND (later.settled_at, later.id) > (settled.settled_at, settled.id)
    )
    AND NOT EXISTS (
      SELECT 1 FROM invoices AS newer
      WHERE newer.quote_id = papers.quote_id AND newer.charge_id = papers.charge_id AND newer.kind = 'invoice' AND papers.kind = 'invoice' AND newer.number > papers.number
    )
) AS invoices
JOIN payments ON payments.id = invoices.paid_by
JOIN quotes ON quotes.id = invoices.quote_id
LEFT JOIN waybills ON waybills.quote_id = invoices.quote_id
ORDER BY strftime('%Y-%m-%d %H:%M', invoices.issued_at, '+2 hours') DESC, invoices.number DESC;

-- Payments from before the site issued invoices, and their refunds, with the VAT within each at the rate of the day of
-- the payment, as `invoice.ts` calculates it without the price's own lines.
CREATE VIEW each_uninvoiced AS
SELECT
  clock, mode, quote_id, payments, refunds, cents, fee_cents,
  CASE WHEN NOT EXISTS (SELECT 1 FROM site_facts WHERE name = 'vat_number' AND value = 'none') THEN (
    SELECT CAST(round(cents * basis_points / (10000.0 + basis_points)) AS INTEGER) FROM rates
    WHERE kind = 'vat' AND rate_key = 'vat' AND valid_from <= substr(paid_clock, 1, 10)
    ORDER BY valid_from DESC LIMIT 1
  ) ELSE 0 END AS vat_cents
FROM (
  SELECT
    strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours') AS clock,
    strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours') AS paid_clock,
    mode, quote_id, charge_id, 1 AS payments, 0 AS refunds, paid_cents AS cents, fee_cents
  FROM payments
  WHERE settled_at IS NOT NULL AND state = 'complete'
  UNION ALL
  SELECT
    strftime('%Y-%m-%d %H:%M', refunds.noted_at, '+2 hours'),
    strftime('%Y-%m-%d %H:%M', payments.settled_at, '+2 hours'),
    payments.mode, payments.quote_id, payments.charge_id, 0, 1, refunds.amount_cents, NULL
  FROM refunds CROSS JOIN payments
  WHERE payments.id = refunds.payment_id AND payments.state = 'complete' AND refunds.kind = 'refund'
) AS moved
WHERE NOT EXISTS (
  SELECT 1 FROM invoices
  WHERE invoices.quote_id = moved.quote_id AND kind = 'invoice'
    AND coalesce(invoices.charge_id, '') = coalesce(moved.charge_id, '')
);

-- The VAT of each month, from the invoices' own amounts, the latest month first: what was charged, what credit notes
-- reversed, and what is left to pay. Each payment mode separately: only `live` is real. Payments from before the site
-- issued invoices have a line of their own, with the VAT of their days. Seven years, which is longer than tax law
-- requires.
CREATE VIEW staff_vat AS
WITH counted AS (
  SELECT
    substr(strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'), 1, 7) AS month,
    mode,
    'Invoiced' AS papers,
    sum(CASE kind WHEN 'invoice' THEN 1 ELSE 0 END) AS invoices,
    sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE 0 END) AS vat_cents,
    sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE 0 END) AS gross_cents,
    sum(CASE kind WHEN 'credit_note' THEN 1 ELSE 0 END) AS credit_notes,
    sum(CASE kind WHEN 'credit_note' THEN vat_cents ELSE 0 END) AS credited_vat_cents,
    sum(CASE kind WHEN 'credit_note' THEN gross_cents ELSE 0 END) AS credited_cents
  FROM invoices
  WHERE strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-7 years')
  GROUP BY 1, 2
  UNION ALL
  SELECT
    substr(clock, 1, 7), mode, 'Before invoices', payments, payments * vat_cents, payments * cents, refunds,
    refunds * vat_cents, refunds * cents
  FROM each_uninvoiced
  WHERE clock >= date('now', '+2 hours', 'start of month', '-7 years')
)
SELECT
  month,
  mode,
  papers,
  sum(invoices) AS invoices,
  sum(gross_cents - vat_cents) / 100.0 AS net_rand,
  sum(vat_cents) / 100.0 AS vat_rand,
  sum(gross_cents) / 100.0 AS gross_rand,
  sum(credit_notes) AS credit_notes,
  sum(credited_cents - credited_vat_cents) / 100.0 AS credited_net_rand,
  sum(credited_vat_cents) / 100.0 AS credited_vat_rand,
  sum(credited_cents) / 100.0 AS credited_gross_rand,
  sum(vat_cents - credited_vat_cents) / 100.0 AS vat_to_pay_rand
FROM counted
GROUP BY month, mode, papers
ORDER BY month DESC, mode, papers DESC;
