-- What people were told with a time and still wait for, the earliest first: what it is, who was told, and which command
-- keeps it. When a time is over, pages say that we are late. A visit that a delay puts off, or more to pay, isn't here: sender
-- and receiver were told so. Only of the payment mode that this site is in.
CREATE VIEW staff_promises AS
WITH
  -- As in app/domain/post/promise-kinds.ts.
  kinds (kind, what, to_whom, keep_by) AS (VALUES
    ('late_news', 'News of a late parcel', 'sender and receiver', 'tell'),
    ('next_news', 'Next news of a parcel', 'sender and receiver', 'tell'),
    ('next_try', 'Next try after a failed visit', 'sender and receiver', 'assign'),
    ('agreed_visit', 'Visit as agreed', 'sender and receiver', 'assign'),
    ('collection_day', 'Collection on the chosen day', 'customer', 'agree'),
    ('days_at_depot', 'Kept at the depot', 'receiver', 'assign'),
    ('price', 'Price by hand', 'customer', 'price quote'),
    ('amount_due', 'More to pay, or it waits or goes back', 'sender and receiver', 'assign'),
    ('refund', 'Refund', 'customer', 'note refund'),
    ('case_answer', 'Answer to a case', 'whoever reported it', 'answer case'),
    ('case_done', 'What we do about a case', 'whoever reported it', 'close case'),
    ('application', 'Answer to an application', 'applicant', 'answer application')
  ),
  -- What `IS NOT NULL` says is implied: it lets SQLite use the index of parcels under way.
  under_way AS MATERIALIZED (
    SELECT
      waybills.waybill_no, waybills.quote_id, waybills.next_visit, waybills.last_event, nullif(waybills.late_on, '') AS late_on,
      waybills.last_event_at, date(waybills.last_event_at, '+2 hours') AS last_day,
      agreed.day AS agreed_day, agreed.until_time, agreed.agreed_at,
      waybills.waybill_no IN (SELECT waybill_no FROM each_delayed)
        OR (waybills.next_visit <> 'return' AND waybills.quote_id IN (
          SELECT quote_id FROM charges WHERE charges.state IN ('open', 'refused') AND charges.account_uid IS NULL
        )) AS is_delayed
    FROM waybills
    JOIN quotes ON quotes.id = waybills.quote_id
    LEFT JOIN agreed_visits AS agreed ON agreed.waybill_no = waybills.waybill_no AND agreed.stop = waybills.next_visit
    WHERE waybills.next_visit IS NOT NULL AND quotes.cancelled_at IS NULL
      AND quotes.status || '' NOT IN ('pending_payment', 'payfast_failed', 'payfast_cancelled')
  ),
  promised (kind, number, quote_id, until) AS (
    SELECT 'late_news', waybill_no, quote_id, (
      SELECT promises.until FROM promises
      WHERE promises.about = under_way.waybill_no AND promises.kind IN ('late_news', 'next_news')
      ORDER BY promises.made_at DESC, promises.kind DESC LIMIT 1
    )
    FROM under_way WHERE late_on IS NOT NULL
    UNION ALL
    SELECT 'next_news', waybill_no, quote_id, promises.until
    FROM under_way JOIN promises ON promises.about = under_way.waybill_no AND promises.kind = 'next_news'
    WHERE late_on IS NULL AND (agreed_at IS NULL OR agreed_at <= promises.made_at) AND NOT EXISTS (
      SELECT 1 FROM tracking_events AS event
      WHERE event.waybill_no = under_way.waybill_no AND event.happened_at > promises.made_at
        AND event.kind NOT IN ('in_transit', 'reported')
    )
    UNION ALL
    SELECT 'next_try', waybill_no, quote_id, coalesce(
      (
        SELECT min(stops.day) || ' 17:00' FROM stops
        WHERE stops.waybill_no = under_way.waybill_no AND stops.visit = 'delivery' AND stops.removed_at IS NULL
          AND stops.day > under_way.last_day
      ),
      (SELECT promises.until FROM promises WHERE promises.kind = 'next_try' AND promises.about = under_way.waybill_no)
    )
    FROM under_way
    WHERE last_event = 'failed_attempt' AND next_visit = 'delivery' AND late_on IS NULL AND NOT is_delayed
      AND coalesce(agreed_day, '') <= last_day AND NOT EXISTS (
        SELECT 1 FROM receiver_wishes AS wish
        WHERE wish.waybill_no = under_way.waybill_no AND wish.kind = 'depot' AND wish.ended_at IS NULL
      )
    UNION ALL
    SELECT 'agreed_visit', waybill_no, quote_id, agreed_day || ' ' || coalesce(until_time, '17:00')
    FROM under_way
    WHERE agreed_day IS NOT NULL AND late_on IS NULL AND NOT is_delayed
      AND NOT (last_event IN ('failed_attempt', 'failed_collection') AND agreed_day <= last_day)
    UNION ALL
    SELECT 'collection_day', under_way.waybill_no, quotes.id, json_extract(quotes.form_snapshot, '$.parcel.collectionDay') || ' 17:00'
    FROM under_way JOIN quotes ON quotes.id = under_way.quote_id
    WHERE next_visit = 'collection' AND agreed_day IS NULL AND late_on IS NULL AND NOT is_delayed AND last_event = 'booked'
      AND coalesce(json_extract(quotes.form_snapshot, '$.parcel.collectionDay'), '') <> ''
    UNION ALL
    SELECT 'days_at_depot', under_way.waybill_no, quote_id, wish.day || ' 17:00'
    FROM under_way JOIN staff_wishes AS wish ON wish.waybill_no = under_way.waybill_no
    WHERE last_event = 'at_depot' AND wish.wish = 'Fetches it at the depot' AND wish.status = 'Holds' AND wish.day IS NOT NULL
    UNION ALL
    SELECT DISTINCT 'amount_due', waybill_no, under_way.quote_id, charges.pay_by || ' 17:00'
    FROM under_way JOIN charges ON charges.quote_id = under_way.quote_id AND charges.state = 'open' AND charges.account_uid IS NULL
    WHERE next_visit <> 'return'
    UNION ALL
    SELECT 'price', quotes.quote_no, quotes.id, promises.until
    FROM quotes JOIN promises ON promises.kind = 'price' AND promises.about = quotes.id
    WHERE quotes.manual_requested_at IS NOT NULL AND quotes.booked_at IS NULL AND quotes.status <> 'cancelled'
    UNION ALL
    SELECT 'refund', quotes.quote_no, quotes.id, promises.until
    FROM (SELECT DISTINCT quote_no FROM staff_payments_to_refund) AS owed
    JOIN quotes ON quotes.quote_no = owed.quote_no
    JOIN promises ON promises.kind = 'refund' AND promises.about = quotes.id
    UNION ALL
    SELECT promises.kind, cases.case_no, waybills.quote_id, promises.until
    FROM cases
    JOIN waybills ON waybills.waybill_no = cases.waybill_no
    JOIN promises ON promises.about = cases.case_no
      AND promises.kind = CASE WHEN cases.answered_at IS NULL THEN 'case_answer' ELSE 'case_done' END
    WHERE cases.closed_at IS NULL
    UNION ALL
    SELECT 'application', driver_applications.reference, NULL, promises.until
    FROM driver_applications JOIN promises ON promises.kind = 'application' AND promises.about = driver_applications.id
    WHERE driver_applications.decision IS NULL
  ),
  -- Whom a visit is to, or else who was told.
  with_person AS (
    SELECT promised.*, promised.kind IN ('price', 'refund', 'collection_day') OR (
      promised.kind = 'agreed_visit' AND EXISTS (
        SELECT 1 FROM under_way WHERE under_way.waybill_no = promised.number AND under_way.next_visit <> 'delivery'
      )
    ) AS of_sender
    FROM promised
  )
SELECT
  kinds.what,
  promised.number,
  kinds.to_whom,
  CASE
    WHEN promised.kind = 'application'
      THEN (SELECT from_name || ' ' || from_surname FROM driver_applications WHERE reference = promised.number)
    WHEN of_sender THEN json_extract(quotes.form_snapshot, '$.addresses.fromName')
    ELSE json_extract(quotes.form_snapshot, '$.addresses.toName')
  END AS person,
  CASE
    WHEN promised.kind = 'application'
      THEN (SELECT residence FROM driver_applications WHERE reference = promised.number)
    WHEN of_sender
      THEN coalesce(nullif(json_extract(quotes.form_snapshot, '$.addresses.fromSuburb'), ''), json_extract(quotes.form_snapshot, '$.addresses.fromCity'))
    ELSE coalesce(nullif(json_extract(quotes.form_snapshot, '$.addresses.toSuburb'), ''), json_extract(quotes.form_snapshot, '$.addresses.toCity'))
  END AS place,
  promised.until,
  kinds.keep_by,
  CASE WHEN promised.until < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours') THEN 'yes' END AS over,
  quotes.mode
FROM with_person AS promised
JOIN kinds ON kinds.kind = promised.kind
LEFT JOIN quotes ON quotes.id = promised.quote_id
WHERE quotes.mode IS NULL OR quotes.mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), quotes.mode)
ORDER BY promised.until, promised.number;
