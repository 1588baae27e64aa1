CREATE TABLE "api_answers" (
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" bigint NOT NULL,
	"body" json NOT NULL,
	"location" text,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_answers_uid_key_pk" PRIMARY KEY("uid","key")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"start" text NOT NULL,
	"terms_version" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "api_key_id" text;--> statement-breakpoint
ALTER TABLE "api_answers" ADD CONSTRAINT "api_answers_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_answers_by_time" ON "api_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "api_keys_by_user" ON "api_keys" USING btree ("uid","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_by_reference" ON "quotes" USING btree ("uid","reference") WHERE reference is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "quotes_by_api_key" ON "quotes" USING btree ("api_key_id","booked_at") WHERE api_key_id is not null;