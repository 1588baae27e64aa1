ALTER TABLE "receiver_wishes" ADD COLUMN "instead_of" json;--> statement-breakpoint
ALTER TABLE "waybills" ADD COLUMN "answer_by" timestamp (3) with time zone;