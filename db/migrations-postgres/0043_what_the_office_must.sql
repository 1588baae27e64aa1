DROP INDEX "waybills_under_way";--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "office_must" text;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "waits_for" text;--> statement-breakpoint
CREATE INDEX "waybills_under_way" ON "waybills" USING btree ("last_event_at","last_event") WHERE next_visit is not null;