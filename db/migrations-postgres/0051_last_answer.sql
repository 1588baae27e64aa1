ALTER TABLE "webhook_endpoints" ADD COLUMN "last_answer_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "last_answer_status" bigint;