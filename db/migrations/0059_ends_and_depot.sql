ALTER TABLE `stops` ADD `from_receiver` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tracking_events` ADD `because` text;