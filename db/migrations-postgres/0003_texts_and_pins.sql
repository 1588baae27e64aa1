CREATE TABLE "delivery_pins" (
	"waybill_no" text PRIMARY KEY NOT NULL,
	"pin" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"wrong_tries" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "quote_id" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "person" text;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "parts" bigint;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_pins" ADD CONSTRAINT "delivery_pins_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_quote" ON "outgoing_mails" USING btree ("quote_id");