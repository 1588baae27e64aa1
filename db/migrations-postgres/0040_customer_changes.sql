CREATE TABLE "customer_changes" (
	"person" text NOT NULL,
	"kind" text NOT NULL,
	"correction" json NOT NULL,
	"addresses" json NOT NULL,
	"who" text NOT NULL,
	"worked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_changes_person_kind_pk" PRIMARY KEY("person","kind")
);
