ALTER TABLE "quotes" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "mode" text;