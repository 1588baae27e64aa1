CREATE TABLE "delays" (
	"id" text PRIMARY KEY NOT NULL,
	"from_code" text,
	"to_code" text,
	"place" text NOT NULL,
	"from_day" text NOT NULL,
	"until_day" text NOT NULL,
	"because" text NOT NULL,
	"who" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "delayed_by" text;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "delay_over_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waybills" ADD CONSTRAINT "waybills_delayed_by_delays_id_fk" FOREIGN KEY ("delayed_by") REFERENCES "public"."delays"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waybills_delayed" ON "waybills" USING btree ("delayed_by") WHERE delayed_by is not null;