ALTER TABLE "postal_areas" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "postal_areas" ADD COLUMN "longitude" double precision;