CREATE TABLE `credit_terms` (
	`uid` text PRIMARY KEY NOT NULL,
	`limit_cents` integer NOT NULL,
	`days` integer NOT NULL,
	`allowed_at` text NOT NULL,
	`allowed_by` text NOT NULL,
	`stopped_at` text,
	`stopped_by` text,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `payments_by_number`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_of_price_by_number` ON `payments` (`pf_payment_id`,`quote_id`) WHERE charge_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_number` ON `payments` (`pf_payment_id`,`quote_id`,`charge_id`);--> statement-breakpoint
ALTER TABLE `charges` ADD `account_uid` text;--> statement-breakpoint
ALTER TABLE `charges` ADD `credited_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `charges` ADD `invoiced_at` text;--> statement-breakpoint
CREATE INDEX `charges_on_account` ON `charges` (`account_uid`,`invoiced_at`) WHERE account_uid is not null;