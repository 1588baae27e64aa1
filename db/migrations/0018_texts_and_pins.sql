CREATE TABLE `delivery_pins` (
	`waybill_no` text PRIMARY KEY NOT NULL,
	`pin` text NOT NULL,
	`made_at` text NOT NULL,
	`wrong_tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `channel` text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `quote_id` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `person` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `parts` integer;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE INDEX `outgoing_mails_by_quote` ON `outgoing_mails` (`quote_id`);
