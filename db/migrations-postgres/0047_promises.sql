CREATE TABLE "promises" (
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"until" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"words" text,
	"over_told_at" timestamp (3) with time zone,
	CONSTRAINT "promises_kind_about_pk" PRIMARY KEY("kind","about")
);
--> statement-breakpoint
CREATE INDEX "promises_not_told" ON "promises" USING btree ("until") WHERE over_told_at is null;
--> statement-breakpoint
INSERT INTO "promises" (kind, about, until, made_at, over_told_at)
SELECT kind, about, until, made_at,
  CASE WHEN until < to_char(now() AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD HH24:MI') THEN now() END
FROM (
  SELECT 'late_news' AS kind, waybill_no AS about, news_by || ' 12:00' AS until, coalesce(late_told_at, now()) AS made_at
  FROM "waybills" WHERE news_by IS NOT NULL AND late_on <> ''
  UNION ALL
  SELECT 'next_try', waybill_no, to_char(answer_by AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD') || ' 17:00', last_event_at
  FROM "waybills" WHERE last_event = 'failed_attempt' AND answer_by IS NOT NULL
  UNION ALL
  SELECT 'price', id, to_char((manual_requested_at AT TIME ZONE 'Africa/Johannesburg')
    + make_interval(days => CASE extract(dow FROM manual_requested_at AT TIME ZONE 'Africa/Johannesburg') WHEN 5 THEN 3 WHEN 6 THEN 2 ELSE 1 END), 'YYYY-MM-DD')
    || ' 17:00', manual_requested_at
  FROM "quotes" WHERE manual_requested_at IS NOT NULL AND booked_at IS NULL AND cancelled_at IS NULL
  UNION ALL
  SELECT 'refund', id, to_char((cancelled_at AT TIME ZONE 'Africa/Johannesburg') + interval '14 days', 'YYYY-MM-DD') || ' 17:00', cancelled_at
  FROM "quotes" WHERE cancelled_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM "payments" WHERE payments.quote_id = quotes.id AND payments.paid_cents IS NOT NULL)
  UNION ALL
  SELECT 'case_answer', case_no, to_char((opened_at AT TIME ZONE 'Africa/Johannesburg')
    + make_interval(days => CASE extract(dow FROM opened_at AT TIME ZONE 'Africa/Johannesburg') WHEN 5 THEN 3 WHEN 6 THEN 2 ELSE 1 END), 'YYYY-MM-DD')
    || ' 17:00', opened_at
  FROM "cases" WHERE closed_at IS NULL AND answered_at IS NULL
  UNION ALL
  SELECT 'case_done', case_no, to_char((opened_at AT TIME ZONE 'Africa/Johannesburg') + interval '7 days', 'YYYY-MM-DD') || ' 17:00', opened_at
  FROM "cases" WHERE closed_at IS NULL
  UNION ALL
  SELECT 'application', id, to_char(date_trunc('month', created_at AT TIME ZONE 'Africa/Johannesburg') + interval '1 month - 1 day', 'YYYY-MM-DD') || ' 17:00', created_at
  FROM "driver_applications" WHERE decision IS NULL
) AS promised;
--> statement-breakpoint
ALTER TABLE "waybills" DROP COLUMN "news_by" CASCADE;