ALTER TABLE "invoices" DROP CONSTRAINT "invoices_refund_reference_unique";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_refund_reference_refunds_reference_fk";
--> statement-breakpoint
DROP INDEX "invoices_of_a_quote";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pkey";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reference_payment_id_pk" PRIMARY KEY("reference","payment_id");--> statement-breakpoint
ALTER TABLE "payment_notices" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "noted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "not_listed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unsigned_notices" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_a_payment" ON "invoices" USING btree ("payment_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "payment_notices_by_payment" ON "payment_notices" USING btree ("pf_payment_id") WHERE pf_payment_id is not null;--> statement-breakpoint
CREATE INDEX "payments_in_part" ON "payments" USING btree ("settled_at") WHERE state = 'part';--> statement-breakpoint
CREATE INDEX "payments_on_staffs_word" ON "payments" USING btree ("noted_at") WHERE noted_at is not null and confirmed_at is null and state <> 'undone';--> statement-breakpoint
CREATE INDEX "invoices_of_a_quote" ON "invoices" USING btree ("quote_id") WHERE kind = 'invoice';