CREATE TABLE "blocked_customers" (
	"contact" text PRIMARY KEY NOT NULL,
	"because" text NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blocked_customers_by_time" ON "blocked_customers" USING btree ("blocked_at");