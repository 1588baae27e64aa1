CREATE TABLE "receiver_wishes" (
	"id" text PRIMARY KEY NOT NULL,
	"waybill_no" text NOT NULL,
	"kind" text NOT NULL,
	"day" text,
	"part" text,
	"wished_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
ALTER TABLE "receiver_wishes" ADD CONSTRAINT "receiver_wishes_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receiver_wishes_by_waybill" ON "receiver_wishes" USING btree ("waybill_no","wished_at");