DROP INDEX "stops_by_parcel";--> statement-breakpoint
ALTER TABLE "stops" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "stops_by_parcel" ON "stops" USING btree ("waybill_no","day","visit") WHERE removed_at is null;