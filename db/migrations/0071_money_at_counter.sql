CREATE TABLE `claims` (
	`waybill_no` text PRIMARY KEY NOT NULL,
	`amount_cents` integer NOT NULL,
	`reference` text NOT NULL,
	`mode` text NOT NULL,
	`noted_at` text NOT NULL,
	`noted_by` text NOT NULL,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `claims_by_time` ON `claims` (`noted_at`);--> statement-breakpoint
DROP INDEX `payments_on_staffs_word`;--> statement-breakpoint
ALTER TABLE `payments` ADD `way` text DEFAULT 'payfast' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `noted_by` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `moved_from` text;--> statement-breakpoint
CREATE INDEX `payments_at_counter` ON `payments` (`settled_at`) WHERE way <> 'payfast';--> statement-breakpoint
CREATE INDEX `payments_on_staffs_word` ON `payments` (`noted_at`) WHERE noted_at is not null and confirmed_at is null and state <> 'undone' and way = 'payfast';--> statement-breakpoint
ALTER TABLE `refunds` ADD `kind` text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `noted_by` text;