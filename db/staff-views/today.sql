-- What there is to do now: one line for each kind of work, including those with nothing to do. Only of the payment mode
-- that this site is in. (SQLite counts each list by its index; with a window function over it, it would read every
-- booking.)
CREATE VIEW staff_today AS
SELECT
  'Collect today' AS work,
  (SELECT count(*) FROM staff_collections WHERE collect_when IN ('Overdue', 'Today') AND OF_SITE(mode)) AS how_many,
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_collections WHERE collect_when IN ('Overdue', 'Today') AND OF_SITE(mode) LIMIT 3
  )) AS first_ones,
  'staff_collections' AS see
UNION ALL
SELECT
  'Collection overdue',
  (SELECT count(*) FROM staff_collections WHERE collect_when = 'Overdue' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_collections WHERE collect_when = 'Overdue' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_collections'
UNION ALL
SELECT
  'No day to collect yet',
  (SELECT count(*) FROM staff_collections WHERE collect_when = 'Any day' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_collections WHERE collect_when = 'Any day' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_collections'
UNION ALL
SELECT
  'Collection failed',
  (SELECT count(*) FROM staff_collections WHERE what_to_do = 'Phone the sender: nobody was there' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_collections WHERE what_to_do = 'Phone the sender: nobody was there' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_collections'
UNION ALL
SELECT
  'On the road',
  (SELECT count(*) FROM staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Collection failed') AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Collection failed') AND OF_SITE(mode) LIMIT 3
  )),
  'staff_parcels_under_way'
UNION ALL
SELECT
  'No news for two days',
  (SELECT count(*) FROM staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Collection failed') AND days_without_news >= 2 AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Collection failed') AND days_without_news >= 2 AND OF_SITE(mode) LIMIT 3
  )),
  'staff_parcels_under_way'
UNION ALL
SELECT
  'Late: tell both people by news_by',
  (SELECT count(*) FROM staff_parcels_under_way WHERE late_since IS NOT NULL),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_parcels_under_way WHERE late_since IS NOT NULL ORDER BY news_by LIMIT 3
  )),
  'staff_parcels_under_way'
UNION ALL
SELECT
  'Delivery failed',
  (SELECT count(*) FROM staff_parcels_under_way WHERE status = 'Delivery failed' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_parcels_under_way WHERE status = 'Delivery failed' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_parcels_under_way'
UNION ALL
SELECT
  'Phone the receiver: no answer since the failed visit',
  (SELECT count(*) FROM staff_unanswered_visits WHERE OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_unanswered_visits WHERE OF_SITE(mode) LIMIT 3
  )),
  'staff_unanswered_visits'
UNION ALL
SELECT
  'A wish that was not the receiver''s',
  (SELECT count(*) FROM staff_wishes WHERE what_to_do LIKE 'Phone%' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_wishes WHERE what_to_do LIKE 'Phone%' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_wishes'
UNION ALL
SELECT
  'Nobody fetched it at the depot',
  (SELECT count(*) FROM staff_wishes WHERE what_to_do LIKE 'Return%' AND OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_wishes WHERE what_to_do LIKE 'Return%' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_wishes'
UNION ALL
SELECT
  'Photo not here',
  (SELECT count(*) FROM staff_photos_missing),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_photos_missing LIMIT 3
  )),
  'staff_photos_missing'
UNION ALL
SELECT
  'Driver reported a problem',
  (SELECT count(*) FROM staff_driver_reports WHERE OF_SITE(mode)),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_driver_reports WHERE OF_SITE(mode) LIMIT 3
  )),
  'staff_driver_reports'
UNION ALL
SELECT
  'Mark to believe or drop',
  (SELECT count(*) FROM staff_reported_marks),
  (SELECT group_concat(waybill_no, ', ') FROM (
    SELECT waybill_no FROM staff_reported_marks LIMIT 3
  )),
  'staff_reported_marks'
UNION ALL
SELECT
  'Case to answer',
  (SELECT count(*) FROM staff_cases WHERE status = 'Open' AND OF_SITE(mode)),
  (SELECT group_concat(case_no, ', ') FROM (
    SELECT case_no FROM staff_cases WHERE status = 'Open' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_cases'
UNION ALL
SELECT
  'Price to work out',
  (SELECT count(*) FROM staff_manual_quotes),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_manual_quotes LIMIT 3
  )),
  'staff_manual_quotes'
UNION ALL
SELECT
  'Money to pay back',
  (SELECT count(*) FROM staff_payments_to_refund),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_payments_to_refund LIMIT 3
  )),
  'staff_payments_to_refund'
UNION ALL
SELECT
  'Part of a price',
  (SELECT count(*) FROM staff_payments_noted WHERE missing_rand IS NOT NULL),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_payments_noted WHERE missing_rand IS NOT NULL LIMIT 3
  )),
  'staff_payments_noted'
UNION ALL
SELECT
  'Payment number to check',
  (SELECT count(*) FROM staff_payments_noted WHERE what_to_do NOT LIKE 'Nothing%' AND missing_rand IS NULL),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_payments_noted WHERE what_to_do NOT LIKE 'Nothing%' AND missing_rand IS NULL LIMIT 3
  )),
  'staff_payments_noted'
UNION ALL
SELECT
  'Payment not believed',
  (SELECT count(*) FROM staff_payments_refused WHERE what_to_do NOT LIKE 'Nothing%' AND OF_SITE(mode)),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_payments_refused WHERE what_to_do NOT LIKE 'Nothing%' AND OF_SITE(mode) LIMIT 3
  )),
  'staff_payments_refused'
UNION ALL
SELECT
  'No word from PayFast',
  (SELECT count(*) FROM staff_payments_unanswered WHERE OF_SITE(mode)),
  (SELECT group_concat(quote_no, ', ') FROM (
    SELECT quote_no FROM staff_payments_unanswered WHERE OF_SITE(mode) LIMIT 3
  )),
  'staff_payments_unanswered'
UNION ALL
SELECT
  'Message given up',
  (SELECT count(*) FROM staff_mail_not_sent WHERE status = 'Given up'),
  (SELECT group_concat(letter_id, ', ') FROM (
    SELECT letter_id FROM staff_mail_not_sent WHERE status = 'Given up' LIMIT 3
  )),
  'staff_mail_not_sent';
