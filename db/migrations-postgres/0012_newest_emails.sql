DROP INDEX "outgoing_mails_by_address";--> statement-breakpoint
CREATE INDEX "outgoing_mails_to" ON "outgoing_mails" USING btree ("to_address","queued_at");