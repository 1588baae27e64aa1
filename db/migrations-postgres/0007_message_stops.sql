CREATE TABLE "message_stops" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
