ALTER TABLE `postal_areas` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `postal_areas` ADD `longitude` real;