ALTER TABLE "outgoing_mails" ADD COLUMN "digest_row" json;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "digest_id" text;--> statement-breakpoint
CREATE INDEX "outgoing_mails_waiting_to" ON "outgoing_mails" USING btree ("channel","to_address","next_attempt_at") WHERE state = 'queued' and claimed_at is null;