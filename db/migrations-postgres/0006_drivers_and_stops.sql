CREATE TABLE "delivery_photos" (
	"mark_id" text PRIMARY KEY NOT NULL,
	"waybill_no" text NOT NULL,
	"jpeg" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_marks" (
	"id" text PRIMARY KEY NOT NULL,
	"form_key" text NOT NULL,
	"waybill_no" text NOT NULL,
	"driver_id" text NOT NULL,
	"kind" text NOT NULL,
	"pieces" bigint NOT NULL,
	"reason" text,
	"proof" text,
	"taken_by" text,
	"filled_in_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "driver_marks_form_key_unique" UNIQUE("form_key")
);
--> statement-breakpoint
CREATE TABLE "driver_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"driver_id" text NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"application_no" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"blocked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stops" (
	"id" text PRIMARY KEY NOT NULL,
	"waybill_no" text NOT NULL,
	"driver_id" text NOT NULL,
	"day" text NOT NULL,
	"position" bigint NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_photos" ADD CONSTRAINT "delivery_photos_mark_id_driver_marks_id_fk" FOREIGN KEY ("mark_id") REFERENCES "public"."driver_marks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_marks" ADD CONSTRAINT "driver_marks_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_marks" ADD CONSTRAINT "driver_marks_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_sessions" ADD CONSTRAINT "driver_sessions_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_photos_by_parcel" ON "delivery_photos" USING btree ("waybill_no");--> statement-breakpoint
CREATE INDEX "delivery_photos_by_age" ON "delivery_photos" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "driver_marks_by_parcel" ON "driver_marks" USING btree ("waybill_no","received_at");--> statement-breakpoint
CREATE INDEX "driver_marks_by_driver" ON "driver_marks" USING btree ("driver_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_sessions_by_driver" ON "driver_sessions" USING btree ("driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drivers_by_name" ON "drivers" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "stops_by_parcel" ON "stops" USING btree ("waybill_no","day");--> statement-breakpoint
CREATE INDEX "stops_by_driver" ON "stops" USING btree ("driver_id","day","position");