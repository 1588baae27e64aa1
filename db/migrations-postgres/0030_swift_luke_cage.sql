CREATE TABLE "office_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"answer" json NOT NULL
);
--> statement-breakpoint
CREATE INDEX "office_answers_by_time" ON "office_answers" USING btree ("answered_at");