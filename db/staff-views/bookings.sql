-- Amounts in rand, South African time (UTC+2, no summer time), words instead of codes. Created again at every start.

-- The depot's days are counted from its coming there, or from the wish if that was later; null before (as in `depot.ts`).
CREATE VIEW each_wish AS
SELECT wish.*, CASE WHEN wish.kind <> 'depot' THEN wish.day ELSE (
  SELECT date(CASE WHEN last_event_at > wish.wished_at THEN last_event_at ELSE wish.wished_at END, '+2 hours', '+8 days')
  FROM waybills WHERE waybills.waybill_no = wish.waybill_no AND waybills.last_event = 'at_depot'
) END AS last_day
FROM receiver_wishes AS wish;

-- In no order, for lists that join it: PostgreSQL reads all rows of a view that has an order.
CREATE VIEW each_booking AS
SELECT
  waybills.waybill_no,
  quotes.quote_no,
  CASE
    WHEN quotes.status = 'cancelled' THEN 'Cancelled'
    WHEN waybills.next_visit = 'return' THEN 'Going back to the sender'
    WHEN waybills.last_event = 'booked' AND waybills.pieces_collected > 0 THEN 'Partly collected'
    WHEN waybills.last_event = 'ended' THEN 'Will not arrive' || coalesce(': ' || (
      SELECT because FROM tracking_events
      WHERE tracking_events.waybill_no = waybills.waybill_no AND tracking_events.kind = 'ended'
      ORDER BY happened_at DESC LIMIT 1
    ), '')
    ELSE CASE waybills.last_event
      WHEN 'booked' THEN CASE WHEN EXISTS (
        SELECT 1 FROM charges WHERE charges.quote_id = quotes.id AND charges.reason = 'price' AND charges.state = 'open'
      ) THEN 'On account, to be collected' ELSE 'Paid, to be collected' END
      WHEN 'failed_collection' THEN 'Collection failed'
      WHEN 'collected' THEN 'Collected' WHEN 'in_transit' THEN 'On its way' WHEN 'at_depot' THEN 'At the depot'
      WHEN 'out_for_delivery' THEN 'Out for delivery' WHEN 'delivered' THEN 'Delivered'
      WHEN 'failed_attempt' THEN 'Delivery failed' WHEN 'returned' THEN 'Returned to the sender'
      WHEN 'cancelled' THEN 'Cancelled'
    END
  END AS status,
  CASE
    WHEN quotes.status = 'cancelled' THEN CASE
      WHEN EXISTS (
        SELECT 1 FROM payments
        WHERE payments.quote_id = quotes.id AND payments.paid_cents > (
          SELECT coalesce(sum(refunds.amount_cents), 0) FROM refunds WHERE refunds.payment_id = payments.id
        )
      ) THEN 'Pay the money back' ELSE '' END
    -- The stored words don't know the clock.
    WHEN waybills.office_must LIKE '%: the receiver fetches it' AND EXISTS (
      SELECT 1 FROM each_wish AS wish
      WHERE wish.waybill_no = waybills.waybill_no AND wish.kind = 'depot' AND wish.ended_at IS NULL
        AND wish.last_day < date('now', '+2 hours')
    ) THEN 'Return it: nobody fetched it'
    ELSE coalesce(waybills.office_must, '')
  END AS what_to_do,
  CASE WHEN waybills.phone_receiver AND quotes.status <> 'cancelled' THEN 'yes' ELSE '' END AS phone_receiver,
  strftime('%Y-%m-%d %H:%M', waybills.issued_at, '+2 hours') AS paid_at,
  strftime('%Y-%m-%d %H:%M', waybills.last_event_at, '+2 hours') AS last_event_at,
  json_extract(quotes.form_snapshot, '$.parcel.collectionDay') AS collection_day_wished,
  json_extract(quotes.form_snapshot, '$.parcel.collectionTime') AS collection_time_wished,
  agreed.day AS agreed_day,
  agreed.from_time || '-' || agreed.until_time AS agreed_time,
  (
    SELECT group_concat(note, ' / ') FROM (
      SELECT note FROM booking_notes WHERE booking_notes.quote_id = quotes.id ORDER BY noted_at
    ) AS noted
  ) AS notes,
  json_extract(quotes.form_snapshot, '$.addresses.fromName') AS sender,
  json_extract(quotes.form_snapshot, '$.addresses.fromPhone')
    || coalesce(' or ' || nullif(json_extract(quotes.form_snapshot, '$.addresses.fromCell'), ''), '') AS sender_phone,
  json_extract(quotes.form_snapshot, '$.addresses.fromAddressLine') AS collect_from,
  json_extract(quotes.form_snapshot, '$.addresses.fromSuburb') AS collect_suburb,
  json_extract(quotes.form_snapshot, '$.addresses.fromCity') AS collect_city,
  quotes.from_postal AS collect_postal_code,
  json_extract(quotes.form_snapshot, '$.addresses.fromLandmark') AS how_to_find_it,
  json_extract(quotes.form_snapshot, '$.addresses.toName') AS receiver,
  json_extract(quotes.form_snapshot, '$.addresses.toPhone')
    || coalesce(' or ' || nullif(json_extract(quotes.form_snapshot, '$.addresses.toCell'), ''), '') AS receiver_phone,
  json_extract(quotes.form_snapshot, '$.addresses.toAddressLine') AS deliver_to,
  json_extract(quotes.form_snapshot, '$.addresses.toSuburb') AS deliver_suburb,
  json_extract(quotes.form_snapshot, '$.addresses.toCity') AS deliver_city,
  quotes.to_postal AS deliver_postal_code,
  quotes.to_country AS deliver_country,
  json_extract(quotes.form_snapshot, '$.addresses.toLandmark') AS how_to_find_receiver,
  coalesce((
    SELECT boxes.name FROM boxes
    WHERE boxes.id = quotes.box_id AND boxes.valid_from <= date(quotes.priced_at, '+2 hours')
    ORDER BY boxes.valid_from DESC LIMIT 1
  ), quotes.box_id) AS box,
  coalesce(waybills.pieces, quotes.quantity) AS parcels,
  (
    SELECT iif(sent < quotes.quantity, (quotes.quantity - sent) || ' of ' || quotes.quantity || ' not sent', '')
      || iif(sent < quotes.quantity AND rest <> '', ', ', '') || rest
    FROM (
      SELECT sent, CASE
        WHEN arrived > 0 AND arrived < sent THEN (sent - arrived) || ' of ' || sent || ' not delivered'
        WHEN arrived = 0 AND collected > 0 AND collected < sent AND waybills.last_event <> 'ended' THEN (sent - collected) || ' of ' || sent || ' not collected'
        ELSE ''
      END AS rest
      FROM (
        SELECT coalesce(waybills.pieces, quotes.quantity) AS sent, waybills.pieces_collected AS collected,
          waybills.pieces_delivered + waybills.pieces_returned AS arrived
      ) AS counted
    ) AS told
  ) AS missing,
  CAST(json_extract(quotes.form_snapshot, '$.parcel.weight') AS NUMERIC) AS weight_kg,
  json_extract(quotes.form_snapshot, '$.parcel.parcelDesc') AS contents,
  replace(json_extract(quotes.form_snapshot, '$.parcel.customsDesc'), '
', ' / ') AS contents_for_customs,
  replace(json_extract(quotes.form_snapshot, '$.parcel.specialInstructions'), '
', ' / ') AS special_instructions,
  -- Older forms have it in rand.
  coalesce(
    CAST(json_extract(quotes.form_snapshot, '$.parcel.declaredCents') AS NUMERIC) / 100.0,
    CAST(json_extract(quotes.form_snapshot, '$.parcel.declaredValue') AS NUMERIC)
  ) AS declared_value_rand,
  quotes.grand_total_cents / 100.0 AS price_rand,
  quotes.terms_version,
  quotes.email AS customer_email,
  quotes.mode
FROM waybills
JOIN quotes ON quotes.id = waybills.quote_id
LEFT JOIN agreed_visits AS agreed ON agreed.waybill_no = waybills.waybill_no
  AND agreed.stop = coalesce(waybills.next_visit, 'delivery')
-- A booking whose payment was noted by mistake waits to be paid, and its waybill isn't valid.
WHERE quotes.status || '' NOT IN ('pending_payment', 'payfast_failed', 'payfast_cancelled');

-- Every paid parcel, the latest paid first: what is sent, from where to where, whom to phone, and its last event.
CREATE VIEW staff_bookings AS
SELECT * FROM each_booking ORDER BY paid_at DESC;

-- Parcels to collect: overdue ones first, then today's, those for any day or that wait for the office, tomorrow's and so
-- on, by the agreed day or else the customer's collection day.
CREATE VIEW staff_collections AS
-- What `IS NOT NULL` says is implied: it lets SQLite use the index of parcels under way.
SELECT
  waiting.waybill_no,
  waiting.quote_no,
  CASE
    WHEN waybills.waits_for = 'office' THEN 'Waits for the office'
    WHEN coalesce(waiting.agreed_day, waiting.collection_day_wished, '') = '' THEN 'Any day'
    WHEN coalesce(waiting.agreed_day, waiting.collection_day_wished) < date('now', '+2 hours') THEN 'Overdue'
    WHEN coalesce(waiting.agreed_day, waiting.collection_day_wished) = date('now', '+2 hours') THEN 'Today'
    WHEN coalesce(waiting.agreed_day, waiting.collection_day_wished) = date('now', '+2 hours', '+1 day') THEN 'Tomorrow'
    ELSE 'Later'
  END AS collect_when,
  waiting.agreed_day,
  waiting.agreed_time,
  waiting.collection_day_wished,
  waiting.collection_time_wished,
  waiting.what_to_do,
  (
    SELECT driver_marks.reason FROM driver_marks
    WHERE driver_marks.waybill_no = waybills.waybill_no AND driver_marks.visit = 'collection'
    ORDER BY driver_marks.received_at DESC LIMIT 1
  ) AS driver_said,
  waiting.sender, waiting.sender_phone, waiting.collect_from, waiting.collect_suburb, waiting.collect_city,
  waiting.collect_postal_code, waiting.how_to_find_it, waiting.box, waiting.parcels, waiting.missing, waiting.weight_kg,
  waiting.special_instructions, waiting.notes, waiting.deliver_city, waiting.deliver_country, waiting.paid_at, waiting.mode
FROM waybills
JOIN each_booking AS waiting ON waiting.waybill_no = waybills.waybill_no
WHERE waybills.next_visit = 'collection' AND waybills.next_visit IS NOT NULL AND waiting.status <> 'Cancelled'
-- What has no day stands behind today's.
ORDER BY coalesce(
    CASE WHEN waybills.waits_for = 'office' THEN NULL ELSE coalesce(waiting.agreed_day, nullif(waiting.collection_day_wished, '')) END,
    date('now', '+2 hours') || ', any day'
  ),
  coalesce(waiting.agreed_time, iif(waiting.collection_time_wished = 'afternoon', '12:00', '')),
  waybills.issued_at, waybills.waybill_no;

-- Parcels whose next visit is put off by a delay, of which sender and receiver were told; not where it was agreed on, or a
-- driver left for it, since then. As `delayedIn` in app/domain/parcels/parcel-states.server.ts.
CREATE VIEW each_delayed AS
SELECT waybills.waybill_no
FROM delays
JOIN waybills ON waybills.delayed_by = delays.id
JOIN quotes ON quotes.id = waybills.quote_id
LEFT JOIN agreed_visits AS agreed ON agreed.waybill_no = waybills.waybill_no AND agreed.stop = waybills.next_visit
WHERE delays.ended_at IS NULL AND delays.until_day >= date('now', '+2 hours')
  AND waybills.next_visit IS NOT NULL AND NOT (waybills.next_visit = 'delivery' AND quotes.type <> 'local')
  AND coalesce(agreed.agreed_at <= delays.at, TRUE)
  AND NOT (waybills.last_event = 'out_for_delivery' AND waybills.last_event_at > delays.at)
  AND (
    delays.from_code IS NULL
    OR iif(waybills.next_visit = 'delivery', quotes.to_postal, quotes.from_postal) BETWEEN delays.from_code AND delays.to_code
  );

-- In no order, for lists that join it.
CREATE VIEW each_parcel_under_way AS
SELECT
  parcel.waybill_no,
  parcel.quote_no,
  parcel.status,
  parcel.what_to_do,
  parcel.phone_receiver,
  parcel.agreed_day,
  parcel.agreed_time,
  parcel.last_event_at,
  (CAST(strftime('%s', 'now') AS BIGINT) - CAST(strftime('%s', waybills.last_event_at) AS BIGINT)) / 86400 AS days_without_news,
  nullif(waybills.late_on, '') AS late_since,
  CASE WHEN waybills.late_on <> '' THEN (
    SELECT promises.until FROM promises
    WHERE promises.about = waybills.waybill_no AND promises.kind IN ('late_news', 'next_news')
    ORDER BY promises.made_at DESC, promises.kind DESC LIMIT 1
  ) END AS news_by,
  (
    SELECT place FROM tracking_events
    WHERE tracking_events.waybill_no = waybills.waybill_no AND tracking_events.kind <> 'reported'
    ORDER BY happened_at DESC LIMIT 1
  ) AS last_place,
  parcel.receiver, parcel.receiver_phone, parcel.deliver_to, parcel.deliver_suburb, parcel.deliver_city,
  parcel.deliver_postal_code, parcel.deliver_country, parcel.how_to_find_receiver, parcel.sender, parcel.sender_phone,
  parcel.box, parcel.parcels, parcel.missing, parcel.notes, parcel.mode
FROM waybills
JOIN each_booking AS parcel ON parcel.waybill_no = waybills.waybill_no
WHERE waybills.next_visit IS NOT NULL AND parcel.status <> 'Cancelled';

-- Parcels that have not arrived yet, the longest without news first.
CREATE VIEW staff_parcels_under_way AS
SELECT parcel.*
FROM waybills
JOIN each_parcel_under_way AS parcel ON parcel.waybill_no = waybills.waybill_no
WHERE waybills.next_visit IS NOT NULL
ORDER BY waybills.last_event_at, waybills.waybill_no;

-- What receivers asked for by their link, the newest first: while the parcel is under way.
CREATE VIEW staff_wishes AS
SELECT
  receiver_wishes.waybill_no,
  CASE receiver_wishes.kind WHEN 'day' THEN 'Another day' WHEN 'neighbour' THEN 'To a neighbour' ELSE 'Fetches it at the depot' END AS wish,
  receiver_wishes.last_day AS day,
  receiver_wishes.part,
  strftime('%Y-%m-%d %H:%M', receiver_wishes.wished_at, '+2 hours') AS wished_at,
  CASE
    WHEN receiver_wishes.ended_at IS NULL THEN 'Holds'
    WHEN receiver_wishes.ended_by = 'not the receiver' THEN 'Not the receiver''s: the link is closed'
    ELSE 'Ended by ' || receiver_wishes.ended_by
  END AS status,
  CASE
    WHEN receiver_wishes.ended_by = 'not the receiver' AND NOT EXISTS (
      SELECT 1 FROM booking_notes
      WHERE booking_notes.quote_id = waybills.quote_id AND booking_notes.noted_at > receiver_wishes.ended_at
    ) AND NOT EXISTS (
      SELECT 1 FROM agreed_visits
      WHERE agreed_visits.waybill_no = waybills.waybill_no AND agreed_visits.agreed_at > receiver_wishes.ended_at
    ) THEN 'Phone the receiver: somebody else had the link. Then note or agree on something'
    WHEN receiver_wishes.kind = 'depot' AND receiver_wishes.ended_at IS NULL AND receiver_wishes.last_day < date('now', '+2 hours')
      THEN 'Return it: nobody fetched it'
    ELSE ''
  END AS what_to_do,
  parcel.receiver, parcel.receiver_phone, parcel.deliver_suburb, parcel.deliver_city, parcel.mode
FROM each_wish AS receiver_wishes
JOIN waybills ON waybills.waybill_no = receiver_wishes.waybill_no
JOIN each_parcel_under_way AS parcel ON parcel.waybill_no = receiver_wishes.waybill_no
ORDER BY receiver_wishes.wished_at DESC;

-- Failed deliveries without a word from the receiver within one working day, and without an agreed day.
CREATE VIEW staff_unanswered_visits AS
SELECT parcel.waybill_no, parcel.last_event_at AS failed_at, parcel.receiver, parcel.receiver_phone, parcel.deliver_suburb, parcel.deliver_city, parcel.mode
FROM each_parcel_under_way AS parcel
JOIN waybills ON waybills.waybill_no = parcel.waybill_no
WHERE parcel.status = 'Delivery failed'
  AND (waybills.waits_for = 'receiver' OR parcel.agreed_day < date('now', '+2 hours'))
  -- Empty after a failed delivery of a release before.
  AND (
    waybills.answer_by <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    OR waybills.answer_by IS NULL AND waybills.last_event_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')
  )
  AND NOT EXISTS (
    SELECT 1 FROM receiver_wishes
    WHERE receiver_wishes.waybill_no = waybills.waybill_no AND receiver_wishes.wished_at > waybills.last_event_at
      AND receiver_wishes.ended_at IS NULL
  )
ORDER BY waybills.last_event_at;

-- How often we find people at home: visits to receivers, deliveries at the first visit, and receivers' wishes, by week
-- (its Monday) and town. What was fetched at the depot was delivered without a visit.
CREATE VIEW staff_visits AS
SELECT
  week,
  place,
  sum(is_visit) AS visits,
  count(DISTINCT delivered) AS delivered,
  count(DISTINCT first_time) AS delivered_at_first_visit,
  sum(is_wish) AS wishes,
  mode
FROM (
  SELECT
    date(event.happened_at, '+2 hours', 'weekday 0', '-6 days') AS week,
    parcel.deliver_city AS place,
    CASE WHEN coalesce(event.place, '') LIKE '% depot' THEN 0 ELSE 1 END AS is_visit,
    CASE WHEN event.kind = 'delivered' THEN event.waybill_no END AS delivered,
    CASE WHEN event.kind = 'delivered' AND coalesce(event.place, '') NOT LIKE '% depot' AND NOT EXISTS (
      SELECT 1 FROM tracking_events AS earlier
      WHERE earlier.waybill_no = event.waybill_no AND earlier.kind = 'failed_attempt' AND earlier.happened_at < event.happened_at
    ) THEN event.waybill_no END AS first_time,
    0 AS is_wish,
    parcel.mode
  FROM tracking_events AS event
  JOIN each_booking AS parcel ON parcel.waybill_no = event.waybill_no
  WHERE event.kind IN ('delivered', 'failed_attempt')
  UNION ALL
  SELECT date(receiver_wishes.wished_at, '+2 hours', 'weekday 0', '-6 days'), parcel.deliver_city, 0, NULL, NULL, 1, parcel.mode
  FROM receiver_wishes
  JOIN each_booking AS parcel ON parcel.waybill_no = receiver_wishes.waybill_no
) AS counted
GROUP BY week, place, mode
ORDER BY week DESC, place;
