DROP INDEX `payments_pf_payment_id_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_by_number` ON `payments` (`pf_payment_id`,`quote_id`);--> statement-breakpoint
ALTER TABLE `quotes` ADD `payment_order_id` text;--> statement-breakpoint
CREATE INDEX `quotes_by_payment_order` ON `quotes` (`payment_order_id`) WHERE payment_order_id is not null;