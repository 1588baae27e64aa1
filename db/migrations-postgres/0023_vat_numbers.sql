ALTER TABLE "invoices" ADD COLUMN "corrected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "first_customer" json;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "vat_number" text;