CREATE TABLE "deleted_accounts" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text,
	"deleted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_answers" DROP CONSTRAINT "api_answers_uid_users_uid_fk";
--> statement-breakpoint
CREATE INDEX "quotes_by_uid_and_status" ON "quotes" USING btree ("uid","status");