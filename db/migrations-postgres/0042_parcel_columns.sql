DROP TRIGGER IF EXISTS last_event ON "tracking_events";--> statement-breakpoint
DROP FUNCTION IF EXISTS keep_last_event();--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "next_visit" text;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "pieces_collected" bigint;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "pieces_delivered" bigint;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "pieces_returned" bigint;--> statement-breakpoint
CREATE INDEX "waybills_stateless" ON "waybills" USING btree ("waybill_no") WHERE pieces_collected is null;