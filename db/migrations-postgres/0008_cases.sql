CREATE TABLE "cases" (
	"case_no" text PRIMARY KEY NOT NULL,
	"waybill_no" text NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"contact" text,
	"form_key" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "cases_form_key_unique" UNIQUE("form_key")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cases_by_waybill" ON "cases" USING btree ("waybill_no");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("opened_at") WHERE closed_at is null;