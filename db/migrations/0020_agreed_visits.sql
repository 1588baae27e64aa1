CREATE TABLE `agreed_visits` (
	`waybill_no` text NOT NULL,
	`stop` text NOT NULL,
	`day` text NOT NULL,
	`from_time` text,
	`until_time` text,
	`agreed_at` text NOT NULL,
	PRIMARY KEY(`waybill_no`, `stop`),
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `booking_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`quote_id` text NOT NULL,
	`noted_at` text NOT NULL,
	`who` text NOT NULL,
	`note` text NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `booking_notes_by_quote` ON `booking_notes` (`quote_id`,`noted_at`);