CREATE TABLE "sent_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"answers" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sent_drafts_by_expiry" ON "sent_drafts" USING btree ("expires_at");