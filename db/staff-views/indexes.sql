-- Indexes for the order in which staff read. The views show South African time, so the index is on exactly that
-- expression: `ORDER BY paid_at` and `WHERE paid_at >= '2026-11-21'` use it. An index is created once, at the first
-- start without it; a changed one needs a new name.
CREATE INDEX IF NOT EXISTS staff_waybills_by_time ON waybills (strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'));

CREATE INDEX IF NOT EXISTS staff_mails_by_time ON outgoing_mails (strftime('%Y-%m-%d %H:%M', queued_at, '+2 hours'));

CREATE INDEX IF NOT EXISTS staff_accounts_by_time ON users (strftime('%Y-%m-%d %H:%M', created_at, '+2 hours'));

CREATE INDEX IF NOT EXISTS staff_applications_by_time
ON driver_applications (strftime('%Y-%m-%d %H:%M', created_at, '+2 hours'));

-- Contains everything that staff count and sum, and the plain time too: weeks are summed from the index, never from the
-- rows, which are large.
CREATE INDEX IF NOT EXISTS staff_quotes_asked ON quotes (
  strftime('%Y-%m-%d %H:%M', created_at, '+2 hours'), created_at, status
);

DROP INDEX IF EXISTS staff_bookings_made;

CREATE INDEX IF NOT EXISTS staff_bookings_made_how ON quotes (
  strftime('%Y-%m-%d %H:%M', booked_at, '+2 hours'), booked_at, status, type, from_postal, to_postal, to_country, box_id,
  quantity, grand_total_cents, email, mode
) WHERE booked_at IS NOT NULL;

DROP INDEX IF EXISTS staff_payments_settled;

DROP INDEX IF EXISTS staff_payments_settled_of;

CREATE INDEX IF NOT EXISTS staff_payments_settled_how ON payments (
  strftime('%Y-%m-%d %H:%M', settled_at, '+2 hours'), settled_at, state, mode, paid_cents, fee_cents, way,
  quote_id, charge_id
) WHERE settled_at IS NOT NULL;

DROP INDEX IF EXISTS staff_refunds_noted;

CREATE INDEX IF NOT EXISTS staff_refunds_noted_how ON refunds (
  strftime('%Y-%m-%d %H:%M', noted_at, '+2 hours'), noted_at, kind, payment_id, amount_cents
);

CREATE INDEX IF NOT EXISTS staff_actions_by_clock ON staff_actions (strftime('%Y-%m-%d %H:%M', at, '+2 hours'));

CREATE INDEX IF NOT EXISTS staff_looks_by_clock ON office_looks (strftime('%Y-%m-%d %H:%M:%S', at, '+2 hours'));

-- Contains everything that a month's VAT is summed from.
CREATE INDEX IF NOT EXISTS staff_invoices_by_clock ON invoices (
  strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'), number, issued_at, mode, kind, net_cents, vat_cents, gross_cents
);

CREATE INDEX IF NOT EXISTS staff_marks_without_photo ON driver_marks (received_at) WHERE photo_missing;

-- Of bookings by API, which find looks for by the shop's own number in any letters, cancelled ones too.
DROP INDEX IF EXISTS staff_quotes_by_reference;

CREATE INDEX IF NOT EXISTS staff_quotes_by_small_reference ON quotes (lower(reference)) WHERE reference IS NOT NULL;

-- Those that wait to be paid.
DROP INDEX IF EXISTS staff_quotes_unpaid_by_key;

CREATE INDEX IF NOT EXISTS staff_quotes_unpaid_of_shops ON quotes (booked_at, quote_no, mode)
WHERE api_key_id IS NOT NULL AND status || '' IN ('pending_payment', 'payfast_failed', 'payfast_cancelled');
