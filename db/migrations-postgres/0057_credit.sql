CREATE TABLE "credit_terms" (
	"uid" text PRIMARY KEY NOT NULL,
	"limit_cents" bigint NOT NULL,
	"days" bigint NOT NULL,
	"allowed_at" timestamp (3) with time zone NOT NULL,
	"allowed_by" text NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_by" text
);
--> statement-breakpoint
DROP INDEX "payments_by_number";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "account_uid" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "invoiced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credit_terms" ADD CONSTRAINT "credit_terms_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_on_account" ON "charges" USING btree ("account_uid","invoiced_at") WHERE account_uid is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_of_price_by_number" ON "payments" USING btree ("pf_payment_id","quote_id") WHERE charge_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_number" ON "payments" USING btree ("pf_payment_id","quote_id","charge_id");