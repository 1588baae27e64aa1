CREATE TABLE `proclaimed_holidays` (
	`day` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `rates` ADD `least_days` integer;--> statement-breakpoint
ALTER TABLE `rates` ADD `most_days` integer;