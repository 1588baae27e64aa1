CREATE TABLE "reported_marks" (
	"id" text PRIMARY KEY NOT NULL,
	"stop_id" text NOT NULL,
	"waybill_no" text NOT NULL,
	"driver_id" text NOT NULL,
	"form_key" text NOT NULL,
	"kind" text NOT NULL,
	"visit" text NOT NULL,
	"pieces" text NOT NULL,
	"pin" text NOT NULL,
	"taken_by" text NOT NULL,
	"reason" text NOT NULL,
	"more" text NOT NULL,
	"why" text NOT NULL,
	"earlier" text NOT NULL,
	"filled_in_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"photo_missing" boolean DEFAULT false NOT NULL,
	"jpeg" text,
	CONSTRAINT "reported_marks_stop_id_unique" UNIQUE("stop_id")
);
--> statement-breakpoint
ALTER TABLE "reported_marks" ADD CONSTRAINT "reported_marks_stop_id_stops_id_fk" FOREIGN KEY ("stop_id") REFERENCES "public"."stops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_marks" ADD CONSTRAINT "reported_marks_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_marks" ADD CONSTRAINT "reported_marks_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reported_marks_by_parcel" ON "reported_marks" USING btree ("waybill_no");