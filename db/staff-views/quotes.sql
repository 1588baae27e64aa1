-- In no order, for the list that joins it: PostgreSQL reads all rows of a view that has an order.
CREATE VIEW each_open_quote AS
SELECT
  quotes.quote_no,
  strftime('%Y-%m-%d %H:%M', quotes.created_at, '+2 hours') AS asked_at,
  CASE
    WHEN quotes.manual_requested_at IS NOT NULL AND quotes.booked_at IS NULL AND quotes.status <> 'cancelled'
      THEN 'Waiting for our price'
    WHEN quotes.status IN ('pending_payment', 'payfast_failed', 'payfast_cancelled') AND EXISTS (
      SELECT 1 FROM payments WHERE payments.quote_id = quotes.id AND payments.charge_id IS NULL AND payments.state = 'pending'
    ) THEN 'Waits for the customer''s bank'
    ELSE CASE quotes.status
      WHEN 'quoted' THEN CASE WHEN quotes.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'Priced'
        ELSE 'The price has expired' END
      WHEN 'manual' THEN 'No instant price'
      WHEN 'error' THEN 'The pricing service did not answer'
      WHEN 'pending_payment' THEN 'Booked, not paid'
      WHEN 'payfast_failed' THEN 'Payment failed'
      WHEN 'payfast_cancelled' THEN 'Payment cancelled'
      WHEN 'failed' THEN 'Failed'
      WHEN 'cancelled' THEN CASE WHEN quotes.cancelled_by = 'customer' THEN 'Cancelled by the customer'
        WHEN quotes.cancelled_at IS NOT NULL THEN 'Cancelled by us'
        WHEN quotes.anonymised_at IS NOT NULL THEN 'Never paid, names removed'
        ELSE 'Not completed by the customer' END
      ELSE 'Paid, without a waybill'
    END
  END AS status,
  CASE
    WHEN quotes.status IN ('paid', 'payfast_complete', 'waybill_created')
      THEN 'Ask for technical help: a paid parcel must have a waybill'
    WHEN quotes.status = 'cancelled' THEN ''
    WHEN quotes.manual_requested_at IS NOT NULL AND quotes.booked_at IS NULL THEN 'Work out the price and send it'
    -- Nobody is asked to pay while a bank may still do so.
    WHEN EXISTS (SELECT 1 FROM payments WHERE payments.quote_id = quotes.id AND payments.charge_id IS NULL AND payments.state = 'pending')
      THEN 'Look the payment up at PayFast'
    WHEN quotes.status IN ('payfast_failed', 'payfast_cancelled') THEN 'Offer help with the payment'
    WHEN quotes.booked_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') THEN 'Ask whether they still want it'
    ELSE ''
  END AS what_to_do,
  quotes.grand_total_cents / 100.0 AS price_rand,
  strftime('%Y-%m-%d %H:%M', quotes.expires_at, '+2 hours') AS price_held_until,
  strftime('%Y-%m-%d %H:%M', quotes.booked_at, '+2 hours') AS booked_at,
  quotes.message AS why_by_hand,
  CASE WHEN quotes.journey = 'publicQuote' THEN 'Without signing in' ELSE 'Signed in' END AS asked_how,
  quotes.email AS customer_email,
  json_extract(quotes.form_snapshot, '$.addresses.fromName') AS sender,
  json_extract(quotes.form_snapshot, '$.addresses.fromPhone')
    || coalesce(' or ' || nullif(json_extract(quotes.form_snapshot, '$.addresses.fromCell'), ''), '') AS sender_phone,
  json_extract(quotes.form_snapshot, '$.addresses.fromSuburb') AS collect_suburb,
  json_extract(quotes.form_snapshot, '$.addresses.fromCity') AS collect_city,
  quotes.from_postal AS collect_postal_code,
  json_extract(quotes.form_snapshot, '$.addresses.toName') AS receiver,
  json_extract(quotes.form_snapshot, '$.addresses.toSuburb') AS deliver_suburb,
  json_extract(quotes.form_snapshot, '$.addresses.toCity') AS deliver_city,
  quotes.to_postal AS deliver_postal_code,
  quotes.to_country AS deliver_country,
  coalesce((
    SELECT boxes.name FROM boxes
    WHERE boxes.id = quotes.box_id AND boxes.valid_from <= date(quotes.priced_at, '+2 hours')
    ORDER BY boxes.valid_from DESC LIMIT 1
  ), quotes.box_id) AS box,
  quotes.quantity AS parcels,
  CAST(json_extract(quotes.form_snapshot, '$.parcel.weight') AS NUMERIC) AS weight_kg,
  json_extract(quotes.form_snapshot, '$.parcel.parcelDesc') AS contents,
  replace(json_extract(quotes.form_snapshot, '$.parcel.customsDesc'), '
', ' / ') AS contents_for_customs,
  -- Older forms have it in rand.
  coalesce(
    CAST(json_extract(quotes.form_snapshot, '$.parcel.declaredCents') AS NUMERIC) / 100.0,
    CAST(json_extract(quotes.form_snapshot, '$.parcel.declaredValue') AS NUMERIC)
  ) AS declared_value_rand,
  replace(json_extract(quotes.form_snapshot, '$.parcel.specialInstructions'), '
', ' / ') AS special_instructions,
  json_extract(quotes.form_snapshot, '$.parcel.collectionDay') AS collection_day_wished,
  quotes.reference,
  (SELECT api_keys.name FROM api_keys WHERE api_keys.id = quotes.api_key_id) AS booked_by_key,
  quotes.mode
FROM quotes
WHERE NOT EXISTS (SELECT 1 FROM waybills WHERE waybills.quote_id = quotes.id)
  OR quotes.status || '' IN ('pending_payment', 'payfast_failed', 'payfast_cancelled');

-- Quotes without a paid parcel, the latest first: the status of each, and what to do about it.
CREATE VIEW staff_open_quotes AS
SELECT * FROM each_open_quote ORDER BY asked_at DESC;

-- Customers who are waiting for a manual price, the longest waiting first.
CREATE VIEW staff_manual_quotes AS
SELECT
  waiting.quote_no,
  strftime('%Y-%m-%d %H:%M', quotes.manual_requested_at, '+2 hours') AS asked_at,
  (CAST(strftime('%s', 'now') AS BIGINT) - CAST(strftime('%s', quotes.manual_requested_at) AS BIGINT)) / 3600 AS hours_waiting,
  (SELECT until FROM promises WHERE promises.kind = 'price' AND promises.about = quotes.id) AS promised_by,
  waiting.what_to_do,
  waiting.why_by_hand,
  waiting.customer_email,
  waiting.sender_phone AS customer_phone,
  waiting.sender, waiting.collect_suburb, waiting.collect_city, waiting.collect_postal_code,
  waiting.receiver, waiting.deliver_suburb, waiting.deliver_city, waiting.deliver_postal_code, waiting.deliver_country,
  waiting.box, waiting.parcels, waiting.weight_kg, waiting.contents, waiting.contents_for_customs,
  waiting.declared_value_rand, waiting.special_instructions, waiting.collection_day_wished,
  -- Nothing of it is booked yet: it will be in the mode that the site is in.
  coalesce(waiting.mode, (SELECT value FROM site_facts WHERE name = 'payment_mode')) AS mode
FROM quotes
JOIN each_open_quote AS waiting ON waiting.quote_no = quotes.quote_no
WHERE quotes.manual_requested_at IS NOT NULL AND quotes.booked_at IS NULL AND quotes.status <> 'cancelled'
ORDER BY quotes.manual_requested_at, quotes.quote_no;

-- What shops' programs have booked and nobody has paid, the oldest first. It is cancelled 14 days after its price ran out.
CREATE VIEW staff_unpaid_by_shops AS
SELECT
  quotes.quote_no,
  quotes.reference,
  (SELECT api_keys.name FROM api_keys WHERE api_keys.id = quotes.api_key_id) AS booked_by_key,
  quotes.email AS customer_email,
  strftime('%Y-%m-%d %H:%M', quotes.booked_at, '+2 hours') AS booked_at,
  quotes.grand_total_cents / 100.0 AS price_rand,
  strftime('%Y-%m-%d %H:%M', quotes.expires_at, '+2 hours') AS price_held_until,
  quotes.mode
FROM quotes
-- As their index has it. Without `|| ''` SQLite would choose the index of states among a million quotes, and read two seconds.
WHERE quotes.api_key_id IS NOT NULL AND quotes.status || '' IN ('pending_payment', 'payfast_failed', 'payfast_cancelled')
ORDER BY quotes.booked_at;
