ALTER TABLE "waybills" ADD COLUMN "late_on" text;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "news_by" text;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "late_told_at" timestamp (3) with time zone;--> statement-breakpoint
-- Blank: of these nobody is told, if they are late already when they are first looked at.
UPDATE "waybills" SET "late_on" = '' WHERE "last_event" NOT IN ('delivered', 'returned', 'cancelled');
