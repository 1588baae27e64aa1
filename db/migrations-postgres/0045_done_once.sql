CREATE TABLE "done_once" (
	"kind" text NOT NULL,
	"who" text NOT NULL,
	"key" text NOT NULL,
	"answer" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "done_once_kind_who_key_pk" PRIMARY KEY("kind","who","key")
);
--> statement-breakpoint
CREATE INDEX "done_once_by_time" ON "done_once" USING btree ("kind","at");
--> statement-breakpoint
INSERT INTO "done_once" ("kind", "who", "key", "answer", "at")
SELECT 'call by key', "uid", "key", json_build_object('requestHash', "request_hash", 'status', "status", 'body', "body"), "answered_at"
FROM "api_answers" WHERE "location" IS NULL;
--> statement-breakpoint
INSERT INTO "done_once" ("kind", "who", "key", "answer", "at")
SELECT 'call by key', "uid", "key", json_build_object('requestHash', "request_hash", 'status', "status", 'body', "body", 'location', "location"), "answered_at"
FROM "api_answers" WHERE "location" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "done_once" ("kind", "who", "key", "answer", "at")
SELECT 'office form', split_part("key", ' ', 1), substr("key", strpos("key", ' ') + 1), "answer", "answered_at" FROM "office_answers";
--> statement-breakpoint
INSERT INTO "done_once" ("kind", "who", "key", "answer", "at")
SELECT CASE WHEN "key" LIKE 'taken-back:%' THEN 'mark taken back' ELSE 'pieces marked' END, '', split_part("key", ':', 2), 'true'::json, "expire" - interval '37 days'
FROM "rate_limits" WHERE "key" LIKE 'taken-back:%' OR "key" LIKE 'page-marked:%';
--> statement-breakpoint
DELETE FROM "rate_limits" WHERE "key" LIKE 'taken-back:%' OR "key" LIKE 'page-marked:%';
--> statement-breakpoint
DROP TABLE "api_answers" CASCADE;--> statement-breakpoint
DROP TABLE "office_answers" CASCADE;