ALTER TABLE "payments" ADD COLUMN "at_payfast_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "payments" SET "at_payfast_at" = "started_at" WHERE state in ('started', 'pending') AND state = 'pending';--> statement-breakpoint
DROP INDEX "payments_unanswered";--> statement-breakpoint
CREATE INDEX "payments_unanswered" ON "payments" USING btree ("at_payfast_at") WHERE at_payfast_at is not null and state in ('started', 'pending');