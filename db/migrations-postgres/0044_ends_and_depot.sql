ALTER TABLE "stops" ADD COLUMN "from_receiver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD COLUMN "because" text;