-- Tax invoices and credit notes, the latest first. A credit note's amounts are negative.
CREATE VIEW staff_invoices AS
SELECT
  invoices.invoice_no,
  CASE
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
  coalesce(invoices.refund_reference, payments.pf_payment_id) AS payfast_id,
  json_extract(invoices.customer, '$.name') AS made_out_to,
  invoices.mode
FROM invoices
JOIN payments ON payments.id = invoices.payment_id
JOIN quotes ON quotes.id = invoices.quote_id
LEFT JOIN waybills ON waybills.quote_id = invoices.quote_id
ORDER BY strftime('%Y-%m-%d %H:%M', invoices.issued_at, '+2 hours') DESC, invoices.number DESC;

-- The VAT of each month, from the invoices' own amounts, the latest month first: what was charged, what credit notes
-- reversed, and what is left to pay. Each payment mode separately: only `live` is real. Seven years, which is longer
-- than tax law requires.
CREATE VIEW staff_vat AS
SELECT
  substr(strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'), 1, 7) AS month,
  mode,
  sum(kind = 'invoice') AS invoices,
  sum(CASE kind WHEN 'invoice' THEN net_cents ELSE 0 END) / 100.0 AS net_rand,
  sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE 0 END) / 100.0 AS vat_rand,
  sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE 0 END) / 100.0 AS gross_rand,
  sum(kind = 'credit_note') AS credit_notes,
  sum(CASE kind WHEN 'credit_note' THEN net_cents ELSE 0 END) / 100.0 AS credited_net_rand,
  sum(CASE kind WHEN 'credit_note' THEN vat_cents ELSE 0 END) / 100.0 AS credited_vat_rand,
  sum(CASE kind WHEN 'credit_note' THEN gross_cents ELSE 0 END) / 100.0 AS credited_gross_rand,
  sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END) / 100.0 AS vat_to_pay_rand
FROM invoices
WHERE strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours') >= date('now', '+2 hours', 'start of month', '-7 years')
GROUP BY 1, 2
ORDER BY 1 DESC, mode;
