ALTER TABLE "outgoing_mails" ADD COLUMN "true_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "overtaken_by" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "waits_for_channel" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoing_mails_wait_for_channel" ON "outgoing_mails" USING btree ("channel","queued_at") WHERE state = 'queued' and claimed_at is null and waits_for_channel;