CREATE TABLE "claims" (
	"waybill_no" text PRIMARY KEY NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"mode" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"noted_by" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_on_staffs_word";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "way" text DEFAULT 'payfast' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "noted_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "moved_from" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "kind" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "noted_by" text;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_by_time" ON "claims" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "payments_at_counter" ON "payments" USING btree ("settled_at") WHERE way <> 'payfast';--> statement-breakpoint
CREATE INDEX "payments_on_staffs_word" ON "payments" USING btree ("noted_at") WHERE noted_at is not null and confirmed_at is null and state <> 'undone' and way = 'payfast';