CREATE TABLE `promises` (
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`until` text NOT NULL,
	`made_at` text NOT NULL,
	`words` text,
	`over_told_at` text,
	PRIMARY KEY(`kind`, `about`)
);
--> statement-breakpoint
CREATE INDEX `promises_not_told` ON `promises` (`until`) WHERE over_told_at is null;
--> statement-breakpoint
INSERT INTO `promises` (kind, about, until, made_at, over_told_at)
SELECT kind, about, until, made_at,
  CASE WHEN until < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours') THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END
FROM (
  SELECT 'late_news' AS kind, waybill_no AS about, news_by || ' 12:00' AS until,
    coalesce(late_told_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) AS made_at
  FROM `waybills` WHERE news_by IS NOT NULL AND late_on <> ''
  UNION ALL
  SELECT 'next_try', waybill_no, date(answer_by, '+2 hours') || ' 17:00', last_event_at
  FROM `waybills` WHERE last_event = 'failed_attempt' AND answer_by IS NOT NULL
  UNION ALL
  SELECT 'price', id, date(manual_requested_at, '+2 hours',
    CASE strftime('%w', manual_requested_at, '+2 hours') WHEN '5' THEN '+3 days' WHEN '6' THEN '+2 days' ELSE '+1 day' END)
    || ' 17:00', manual_requested_at
  FROM `quotes` WHERE manual_requested_at IS NOT NULL AND booked_at IS NULL AND cancelled_at IS NULL
  UNION ALL
  SELECT 'refund', id, date(cancelled_at, '+2 hours', '+14 days') || ' 17:00', cancelled_at
  FROM `quotes` WHERE cancelled_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM `payments` WHERE payments.quote_id = quotes.id AND payments.paid_cents IS NOT NULL)
  UNION ALL
  SELECT 'case_answer', case_no, date(opened_at, '+2 hours',
    CASE strftime('%w', opened_at, '+2 hours') WHEN '5' THEN '+3 days' WHEN '6' THEN '+2 days' ELSE '+1 day' END)
    || ' 17:00', opened_at
  FROM `cases` WHERE closed_at IS NULL AND answered_at IS NULL
  UNION ALL
  SELECT 'case_done', case_no, date(opened_at, '+2 hours', '+7 days') || ' 17:00', opened_at
  FROM `cases` WHERE closed_at IS NULL
  UNION ALL
  SELECT 'application', id, date(created_at, '+2 hours', 'start of month', '+1 month', '-1 day') || ' 17:00', created_at
  FROM `driver_applications` WHERE decision IS NULL
) AS promised;
--> statement-breakpoint
ALTER TABLE `waybills` DROP COLUMN `news_by`;