ALTER TABLE `invoices` ADD `corrected_at` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `first_customer` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `vat_number` text;