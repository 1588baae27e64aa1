CREATE TABLE `delays` (
	`id` text PRIMARY KEY NOT NULL,
	`from_code` text,
	`to_code` text,
	`place` text NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`because` text NOT NULL,
	`who` text NOT NULL,
	`at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
ALTER TABLE `waybills` ADD `delayed_by` text REFERENCES delays(id);--> statement-breakpoint
ALTER TABLE `waybills` ADD `delay_over_at` text;--> statement-breakpoint
CREATE INDEX `waybills_delayed` ON `waybills` (`delayed_by`) WHERE delayed_by is not null;