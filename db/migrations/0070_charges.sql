CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`quote_id` text NOT NULL,
	`reason` text NOT NULL,
	`found` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`because` text NOT NULL,
	`agreed` text NOT NULL,
	`state` text NOT NULL,
	`asked_at` text NOT NULL,
	`pay_by` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_once` ON `charges` (`quote_id`,`reason`) WHERE state <> 'withdrawn';--> statement-breakpoint
CREATE INDEX `charges_by_quote` ON `charges` (`quote_id`);--> statement-breakpoint
CREATE INDEX `charges_to_watch` ON `charges` (`pay_by`) WHERE state in ('open', 'refused');--> statement-breakpoint
ALTER TABLE `invoices` ADD `charge_id` text REFERENCES charges(id);--> statement-breakpoint
ALTER TABLE `payments` ADD `charge_id` text REFERENCES charges(id);--> statement-breakpoint
CREATE INDEX `payments_by_charge` ON `payments` (`charge_id`) WHERE charge_id is not null;--> statement-breakpoint
ALTER TABLE `quotes` ADD `price_back_at` text;--> statement-breakpoint
CREATE INDEX `quotes_price_back` ON `quotes` (`price_back_at`) WHERE price_back_at is not null;