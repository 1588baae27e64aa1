CREATE TABLE "agreed_visits" (
	"waybill_no" text NOT NULL,
	"stop" text NOT NULL,
	"day" text NOT NULL,
	"from_time" text,
	"until_time" text,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agreed_visits_waybill_no_stop_pk" PRIMARY KEY("waybill_no","stop")
);
--> statement-breakpoint
CREATE TABLE "booking_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"quote_id" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"who" text NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreed_visits" ADD CONSTRAINT "agreed_visits_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notes" ADD CONSTRAINT "booking_notes_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_notes_by_quote" ON "booking_notes" USING btree ("quote_id","noted_at");