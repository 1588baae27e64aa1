-- Our drivers, by name: whose phone is signed in, and how far they are today.
CREATE VIEW staff_drivers AS
SELECT
  drivers.name AS driver,
  drivers.phone AS driver_phone,
  CASE
    WHEN drivers.blocked_at IS NOT NULL THEN 'Blocked'
    WHEN sessions.id IS NULL OR sessions.expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'No phone is signed in'
    ELSE 'Signed in: ' || sessions.browser
  END AS status,
  CASE
    WHEN drivers.blocked_at IS NULL
      AND (sessions.id IS NULL OR sessions.expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      THEN 'Send a new link: add driver'
    ELSE ''
  END AS what_to_do,
  (
    SELECT count(*) FROM stops WHERE stops.driver_id = drivers.id AND stops.day = date('now', '+2 hours') AND stops.removed_at IS NULL
  ) AS stops_today,
  (
    SELECT count(DISTINCT driver_marks.waybill_no) FROM driver_marks
    WHERE driver_marks.driver_id = drivers.id
      AND driver_marks.received_at >= strftime('%Y-%m-%dT%H:%M:%fZ', date('now', '+2 hours'), '-2 hours')
  ) AS stops_marked_today,
  (
    SELECT strftime('%Y-%m-%d %H:%M', max(received_at), '+2 hours') FROM driver_marks WHERE driver_id = drivers.id
  ) AS last_mark_at,
  drivers.application_no AS application,
  coalesce(drivers.plate, '') AS plate,
  strftime('%Y-%m-%d %H:%M', drivers.added_at, '+2 hours') AS added_at
FROM drivers
LEFT JOIN sessions ON sessions.who = drivers.id AND sessions.kind = 'driver'
ORDER BY drivers.name;

-- Run sheets from today on: each driver's stops in their order, with everything needed for a day without phones.
CREATE VIEW staff_run_sheet AS
SELECT
  stops.day,
  drivers.name AS driver,
  stops.position AS stop,
  stops.waybill_no,
  CASE
    WHEN stops.from_receiver THEN
      iif(waybills.last_event = 'delivered' AND waybills.last_event_at <= stops.assigned_at, 'Fetch back', '')
    WHEN waybills.next_visit IS NULL OR stops.visit = 'collection' AND waybills.next_visit <> 'collection' THEN ''
    WHEN agreed.day > stops.day THEN 'Not that day: it was agreed for a later one'
    ELSE CASE stops.visit WHEN 'collection' THEN 'Collect' WHEN 'delivery' THEN 'Deliver' ELSE 'Bring back' END
  END AS what_to_do,
  (
    SELECT iif(driver_marks.driver_id = stops.driver_id, '', who.name || ': ') || CASE driver_marks.kind
      WHEN 'collected' THEN 'Collected' WHEN 'delivered' THEN 'Delivered' WHEN 'returned' THEN 'Returned'
      WHEN 'nobody_there' THEN 'Nobody there' ELSE 'Something is wrong'
    END || ', ' || driver_marks.pieces || ' of ' || iif(stops.visit = 'collection' AND quotes.quantity > parcel.parcels, quotes.quantity, parcel.parcels) || coalesce(': ' || driver_marks.reason, '')
    FROM driver_marks
    JOIN drivers AS who ON who.id = driver_marks.driver_id
    WHERE driver_marks.waybill_no = stops.waybill_no AND driver_marks.visit = stops.visit
    ORDER BY driver_marks.received_at DESC LIMIT 1
  ) AS driver_said,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.receiver, parcel.sender) AS person,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.receiver_phone, parcel.sender_phone) AS person_phone,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.deliver_to, parcel.collect_from) AS street,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.deliver_suburb, parcel.collect_suburb) AS suburb,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.deliver_city, parcel.collect_city) AS city,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.deliver_postal_code, parcel.collect_postal_code) AS postal_code,
  iif(stops.visit = 'delivery' OR stops.from_receiver, parcel.how_to_find_receiver, parcel.how_to_find_it) AS landmark,
  parcel.parcels,
  parcel.missing,
  agreed.day AS agreed_day,
  agreed.from_time || '-' || agreed.until_time AS agreed_time,
  iif(stops.visit = 'delivery' AND EXISTS (
    SELECT 1 FROM receiver_wishes AS wish
    WHERE wish.waybill_no = stops.waybill_no AND wish.kind = 'day' AND wish.ended_at IS NULL AND wish.day = agreed.day
  ), 'By the receiver', '') AS agreed_by,
  parcel.special_instructions,
  parcel.notes,
  parcel.status,
  parcel.mode
FROM stops
JOIN drivers ON drivers.id = stops.driver_id
JOIN waybills ON waybills.waybill_no = stops.waybill_no
JOIN quotes ON quotes.id = waybills.quote_id
JOIN each_booking AS parcel ON parcel.waybill_no = stops.waybill_no
LEFT JOIN agreed_visits AS agreed ON agreed.waybill_no = stops.waybill_no AND agreed.stop = stops.visit
WHERE stops.day >= date('now', '+2 hours') AND stops.removed_at IS NULL
ORDER BY stops.day, drivers.name, stops.position;

-- Visits that were agreed on for today or tomorrow and have no driver, the earliest first. What is out for delivery since
-- this morning has one already. Where the office has to settle something first, or there is a delay, nobody is sent.
CREATE VIEW staff_agreed_undriven AS
SELECT
  waybills.waybill_no,
  agreed.stop AS visit,
  agreed.day,
  agreed.from_time,
  agreed.until_time,
  iif(agreed.stop = 'delivery', parcel.receiver, parcel.sender) AS person,
  iif(agreed.stop = 'delivery', parcel.receiver_phone, parcel.sender_phone) AS person_phone,
  iif(agreed.stop = 'delivery', parcel.deliver_suburb, parcel.collect_suburb) AS suburb,
  iif(agreed.stop = 'delivery', parcel.deliver_city, parcel.collect_city) AS city,
  iif(agreed.stop = 'delivery', parcel.deliver_postal_code, parcel.collect_postal_code) AS postal_code,
  parcel.mode
FROM agreed_visits AS agreed
JOIN waybills ON waybills.waybill_no = agreed.waybill_no AND waybills.next_visit = agreed.stop
JOIN each_booking AS parcel ON parcel.waybill_no = agreed.waybill_no
WHERE agreed.day BETWEEN date('now', '+2 hours') AND date('now', '+2 hours', '+1 day')
  AND parcel.status <> 'Cancelled'
  AND coalesce(waybills.waits_for, '') <> 'office'
  AND agreed.waybill_no NOT IN (SELECT waybill_no FROM each_delayed)
  AND NOT (
    waybills.last_event = 'out_for_delivery' AND agreed.day = date('now', '+2 hours')
    AND date(waybills.last_event_at, '+2 hours') = agreed.day
  )
  AND NOT EXISTS (
    SELECT 1 FROM stops
    WHERE stops.waybill_no = agreed.waybill_no AND stops.day = agreed.day AND stops.visit = agreed.stop
      AND stops.removed_at IS NULL
  )
ORDER BY agreed.day, coalesce(agreed.from_time, ''), agreed.waybill_no;

-- What should be in which van, by driver: collected, taken out or brought back, and not seen at the depot since. What was
-- fetched back is on its way since that moment.
CREATE VIEW staff_in_vans AS
SELECT
  coalesce((
    SELECT drivers.name FROM driver_marks
    JOIN drivers ON drivers.id = driver_marks.driver_id
    WHERE driver_marks.waybill_no = waybills.waybill_no AND driver_marks.received_at >= event.happened_at
    ORDER BY driver_marks.received_at LIMIT 1
  ), (
    SELECT drivers.name FROM stops
    JOIN drivers ON drivers.id = stops.driver_id
    WHERE stops.waybill_no = waybills.waybill_no
      AND (stops.removed_at IS NULL OR stops.removed_at > event.happened_at)
      AND stops.day <= date(event.happened_at, '+2 hours')
    ORDER BY stops.day DESC, stops.assigned_at DESC LIMIT 1
  ), '') AS driver,
  waybills.waybill_no,
  CASE event.kind
    WHEN 'collected' THEN 'Collected' WHEN 'out_for_delivery' THEN 'Out for delivery'
    WHEN 'failed_attempt' THEN 'Not delivered, brought back' ELSE 'Fetched back'
  END AS why,
  strftime('%Y-%m-%d %H:%M', event.happened_at, '+2 hours') AS since,
  iif(waybills.pieces_collected > 0, waybills.pieces_collected, parcel.parcels)
    - waybills.pieces_delivered - waybills.pieces_returned AS pieces,
  parcel.box,
  parcel.receiver,
  parcel.deliver_suburb,
  parcel.deliver_city,
  parcel.mode
FROM waybills
JOIN tracking_events AS event ON event.id = (
  SELECT last.id FROM tracking_events AS last
  WHERE last.waybill_no = waybills.waybill_no
    AND last.kind IN ('collected', 'in_transit', 'at_depot', 'out_for_delivery', 'failed_attempt')
  ORDER BY last.happened_at DESC LIMIT 1
)
JOIN each_parcel_under_way AS parcel ON parcel.waybill_no = waybills.waybill_no
WHERE waybills.next_visit IS NOT NULL AND (event.kind NOT IN ('in_transit', 'at_depot') OR event.kind = 'in_transit' AND EXISTS (
  SELECT 1 FROM driver_marks AS fetched
  WHERE fetched.waybill_no = waybills.waybill_no AND fetched.kind = 'collected'
    AND event.happened_at IN (fetched.filled_in_at, fetched.received_at)
))
ORDER BY driver, since, waybills.waybill_no;

-- Photos that drivers took and that have not arrived. A phone tries to send one until the day after tomorrow.
CREATE VIEW staff_photos_missing AS
SELECT
  driver_marks.waybill_no,
  drivers.name AS driver,
  drivers.phone AS driver_phone,
  strftime('%Y-%m-%d %H:%M', driver_marks.filled_in_at, '+2 hours') AS taken_at,
  'A photo was taken and isn''t here. ' || CASE
    WHEN date(driver_marks.filled_in_at, '+2 hours', '+3 days') > date('now', '+2 hours')
      THEN 'The driver''s phone is still sending it: wait, or ask the driver to open My stops'
    ELSE 'The driver''s phone has given up: ask the driver for it'
  END AS what_to_do
FROM driver_marks
JOIN drivers ON drivers.id = driver_marks.driver_id
WHERE driver_marks.photo_missing AND driver_marks.received_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-14 days')
ORDER BY driver_marks.received_at, driver_marks.id;

-- What drivers reported and the office has to settle, the oldest first. Until then nobody is told, and in most cases no
-- driver is sent.
CREATE VIEW staff_driver_reports AS
SELECT
  strftime('%Y-%m-%d %H:%M', driver_marks.filled_in_at, '+2 hours') AS reported_at,
  driver_marks.waybill_no,
  drivers.name AS driver,
  driver_marks.visit,
  driver_marks.reason AS driver_said,
  -- Something else may come before a report that the parcel doesn't wait for.
  CASE
    WHEN NOT driver_marks.waits_for_office AND waybills.next_visit = driver_marks.visit THEN waybills.office_must
    ELSE driver_marks.office_must
  END AS what_to_do,
  parcel.sender, parcel.sender_phone, parcel.receiver, parcel.receiver_phone, parcel.status, parcel.notes, parcel.mode
FROM driver_marks
JOIN drivers ON drivers.id = driver_marks.driver_id
JOIN waybills ON waybills.waybill_no = driver_marks.waybill_no
JOIN each_booking AS parcel ON parcel.waybill_no = driver_marks.waybill_no
WHERE driver_marks.office_must IS NOT NULL AND driver_marks.answered_at IS NULL
  -- Where nobody was there, the parcel's status says it, except on the way back and where it is fetched back.
  AND (
    driver_marks.report NOT IN ('gate_closed', 'no_answer', 'nobody') OR driver_marks.visit = 'return'
    OR driver_marks.visit = 'collection' AND parcel.status = 'Delivered'
  )
ORDER BY driver_marks.received_at, driver_marks.id;

-- Marks that the site has set aside, the oldest first: accept each with believe mark, or reject it with drop mark.
CREATE VIEW staff_reported_marks AS
SELECT
  strftime('%Y-%m-%d %H:%M', reported.filled_in_at, '+2 hours') AS reported_at,
  strftime('%Y-%m-%d %H:%M', reported.received_at, '+2 hours') AS received_at,
  reported.waybill_no,
  drivers.name AS driver,
  drivers.phone AS driver_phone,
  CASE reported.kind
    WHEN 'collected' THEN 'Collected' WHEN 'delivered' THEN 'Delivered' WHEN 'returned' THEN 'Returned'
    WHEN 'nobody_there' THEN 'Nobody there' ELSE 'Something is wrong'
  END || iif(reported.pieces IN ('', '1'), '', ', ' || reported.pieces || ' pieces')
    || iif(reported.taken_by = '', '', ', taken by ' || reported.taken_by)
    || iif(reported.reason = '', '', ': ' || reported.reason) || iif(reported.more = '', '', ': ' || reported.more) AS driver_said,
  CASE
    WHEN reported.pin = '' THEN ''
    WHEN reported.pin = (SELECT pin FROM delivery_pins WHERE delivery_pins.waybill_no = reported.waybill_no) THEN 'Right'
    ELSE 'Wrong'
  END AS pin,
  CASE
    WHEN reported.jpeg IS NOT NULL THEN 'proof ' || reported.waybill_no || ' --photo'
    WHEN reported.photo_missing THEN 'A photo was taken and isn''t here'
    ELSE ''
  END AS photo,
  reported.why AS why_not_believed,
  reported.earlier AS said_before,
  'Ask the driver. True: believe mark ' || reported.waybill_no || '. Not true: drop mark ' || reported.waybill_no AS what_to_do,
  parcel.sender, parcel.sender_phone, parcel.receiver, parcel.receiver_phone, parcel.status, parcel.mode
FROM reported_marks AS reported
JOIN drivers ON drivers.id = reported.driver_id
JOIN each_booking AS parcel ON parcel.waybill_no = reported.waybill_no
WHERE reported.answered_at IS NULL
ORDER BY reported.filled_in_at, reported.id;
