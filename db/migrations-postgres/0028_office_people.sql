CREATE TABLE "office_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"key_sealed" text,
	"last_step" bigint,
	"code_hash" text,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "office_looks" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"who" text NOT NULL,
	"what" text NOT NULL,
	"number" text,
	"view" text,
	"rows" bigint
);
--> statement-breakpoint
CREATE TABLE "office_people" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"office_right" text NOT NULL,
	"password_hash" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	CONSTRAINT "office_people_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "office_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"code_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_factors" ADD CONSTRAINT "office_factors_person_id_office_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."office_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "office_sessions" ADD CONSTRAINT "office_sessions_person_id_office_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."office_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_factors_by_person" ON "office_factors" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "office_looks_by_time" ON "office_looks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "office_looks_by_number" ON "office_looks" USING btree ("number","at");--> statement-breakpoint
CREATE INDEX "office_sessions_by_person" ON "office_sessions" USING btree ("person_id");