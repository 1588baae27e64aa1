ALTER TABLE "driver_marks" ADD COLUMN "report" text;--> statement-breakpoint
ALTER TABLE "driver_marks" ADD COLUMN "office_must" text;--> statement-breakpoint
ALTER TABLE "driver_marks" ADD COLUMN "waits_for_office" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "driver_marks" ADD COLUMN "answered_at" timestamp (3) with time zone;