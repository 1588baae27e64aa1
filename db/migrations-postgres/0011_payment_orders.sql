ALTER TABLE "payments" DROP CONSTRAINT "payments_pf_payment_id_unique";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "payment_order_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_number" ON "payments" USING btree ("pf_payment_id","quote_id");--> statement-breakpoint
CREATE INDEX "quotes_by_payment_order" ON "quotes" USING btree ("payment_order_id") WHERE payment_order_id is not null;