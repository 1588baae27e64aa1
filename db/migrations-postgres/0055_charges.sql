CREATE TABLE "charges" (
	"id" text PRIMARY KEY NOT NULL,
	"quote_id" text NOT NULL,
	"reason" text NOT NULL,
	"found" json NOT NULL,
	"amount_cents" bigint NOT NULL,
	"because" text NOT NULL,
	"agreed" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"pay_by" text NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "price_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_once" ON "charges" USING btree ("quote_id","reason") WHERE state <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "charges_by_quote" ON "charges" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "charges_to_watch" ON "charges" USING btree ("pay_by") WHERE state in ('open', 'refused');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_by_charge" ON "payments" USING btree ("charge_id") WHERE charge_id is not null;--> statement-breakpoint
CREATE INDEX "quotes_price_back" ON "quotes" USING btree ("price_back_at") WHERE price_back_at is not null;