ALTER TABLE "outgoing_mails" ADD COLUMN "receiver" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "scheduled_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00Z' NOT NULL;--> statement-breakpoint
UPDATE "outgoing_mails" SET "receiver" = CASE "channel" WHEN 'email' THEN lower(substr("to_address", position('@' in "to_address") + 1)) ELSE "to_address" END WHERE "state" = 'queued';--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "probe_id" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "unsent_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("channel","next_attempt_at") WHERE state = 'queued' and claimed_at is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due_to" ON "outgoing_mails" USING btree ("channel","receiver","next_attempt_at","queued_at","id") WHERE state = 'queued' and claimed_at is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_scheduled" ON "outgoing_mails" USING btree ("channel","scheduled_at") WHERE state = 'queued' and claimed_at is null;