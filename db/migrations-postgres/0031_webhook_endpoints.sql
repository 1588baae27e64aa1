CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"url" text NOT NULL,
	"events" json,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"is_slow" boolean DEFAULT false NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"off_at" timestamp (3) with time zone,
	"off_because" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "asked_for_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_by_user" ON "webhook_endpoints" USING btree ("uid","url");