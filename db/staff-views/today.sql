-- What there is to do now: one line for each kind of work, including those with nothing to do. Only of the payment
-- mode that this site is in.
CREATE VIEW staff_today AS
-- WORK: what, which number, and of which list, in staff-views.server.ts. The two lists that many lines ask are read
-- once here.
WITH
  staff_collections AS MATERIALIZED (SELECT waybill_no, collect_when, what_to_do, mode FROM main.staff_collections),
  staff_parcels_under_way AS MATERIALIZED (
    SELECT waybill_no, status, missing, days_without_news, late_since, news_by, mode FROM main.staff_parcels_under_way
  )
WORK('Collect today', waybill_no, staff_collections WHERE collect_when IN ('Overdue', 'Today') AND OF_SITE(mode))
UNION ALL WORK('Collection overdue', waybill_no, staff_collections WHERE collect_when = 'Overdue' AND OF_SITE(mode))
UNION ALL WORK('No day to collect yet', waybill_no, staff_collections WHERE collect_when = 'Any day' AND OF_SITE(mode))
UNION ALL WORK('Collection failed', waybill_no, staff_collections WHERE what_to_do = 'Phone the sender: nobody was there' AND OF_SITE(mode))
UNION ALL WORK('Some pieces still to come', waybill_no, staff_parcels_under_way WHERE (missing LIKE '%not collected' OR missing LIKE '%not delivered') AND OF_SITE(mode))
UNION ALL WORK('On the road', waybill_no, staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Partly collected', 'Collection failed') AND OF_SITE(mode))
UNION ALL WORK('No news for two days', waybill_no, staff_parcels_under_way WHERE status NOT IN ('Paid, to be collected', 'Partly collected', 'Collection failed') AND days_without_news >= 2 AND OF_SITE(mode))
UNION ALL WORK('Late: tell both people by the promised time', waybill_no, staff_parcels_under_way WHERE late_since IS NOT NULL AND OF_SITE(mode) ORDER BY news_by, waybill_no)
UNION ALL WORK('Delivery failed', waybill_no, staff_parcels_under_way WHERE status = 'Delivery failed' AND OF_SITE(mode))
UNION ALL WORK('Phone the receiver: no answer since the failed visit', waybill_no, staff_unanswered_visits WHERE OF_SITE(mode))
UNION ALL WORK('A wish that was not the receiver''s', waybill_no, staff_wishes WHERE what_to_do LIKE 'Phone%' AND OF_SITE(mode))
UNION ALL WORK('Nobody fetched it at the depot', waybill_no, staff_wishes WHERE what_to_do LIKE 'Return%' AND OF_SITE(mode))
UNION ALL WORK('Photo not here', waybill_no, staff_photos_missing)
UNION ALL WORK('Stored state is wrong: tell us', waybill_no, staff_misstated)
UNION ALL WORK('Driver reported a problem', waybill_no, staff_driver_reports WHERE OF_SITE(mode))
UNION ALL WORK('Mark to believe or drop', waybill_no, staff_reported_marks)
UNION ALL WORK('Case to answer', case_no, staff_cases WHERE status = 'Open' AND OF_SITE(mode))
UNION ALL WORK('Price to work out', quote_no, staff_manual_quotes)
UNION ALL WORK('Money to pay back', quote_no, staff_payments_to_refund)
UNION ALL WORK('Part of a price', quote_no, staff_payments_noted WHERE missing_rand IS NOT NULL)
UNION ALL WORK('Payment number to check', quote_no, staff_payments_noted WHERE what_to_do NOT LIKE 'Nothing%' AND missing_rand IS NULL)
UNION ALL WORK('Payment not believed', quote_no, staff_payments_refused WHERE what_to_do NOT LIKE 'Nothing%' AND OF_SITE(mode))
UNION ALL WORK('Booked by a shop, not paid for three days', quote_no, staff_unpaid_by_shops WHERE booked_at < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours', '-3 days') AND OF_SITE(mode))
UNION ALL WORK('No word from PayFast', quote_no, staff_payments_unanswered WHERE OF_SITE(mode))
UNION ALL WORK('Message given up', letter_id, staff_mail_not_sent WHERE status = 'Given up');
