CREATE TABLE `__new_invoices` (
	`invoice_no` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`mode` text NOT NULL,
	`number` integer NOT NULL,
	`quote_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`refund_reference` text,
	`credited_invoice_no` text,
	`issued_at` text NOT NULL,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`lines` text NOT NULL,
	`vat_basis_points` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`supplier` text NOT NULL,
	`customer` text,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_invoices`("invoice_no", "kind", "mode", "number", "quote_id", "payment_id", "refund_reference", "credited_invoice_no", "issued_at", "description", "quantity", "lines", "vat_basis_points", "net_cents", "vat_cents", "gross_cents", "supplier", "customer") SELECT "invoice_no", "kind", "mode", "number", "quote_id", "payment_id", "refund_reference", "credited_invoice_no", "issued_at", "description", "quantity", "lines", "vat_basis_points", "net_cents", "vat_cents", "gross_cents", "supplier", "customer" FROM `invoices`;--> statement-breakpoint
DROP TABLE `invoices`;--> statement-breakpoint
ALTER TABLE `__new_invoices` RENAME TO `invoices`;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_in_series` ON `invoices` (`mode`,`kind`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_a_payment` ON `invoices` (`payment_id`) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX `invoices_of_a_quote` ON `invoices` (`quote_id`) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX `invoices_by_quote` ON `invoices` (`quote_id`);--> statement-breakpoint
CREATE INDEX `invoices_by_time` ON `invoices` (`mode`,`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_with_customer` ON `invoices` (`issued_at`) WHERE customer is not null;--> statement-breakpoint
CREATE TABLE `__new_refunds` (
	`reference` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`noted_at` text NOT NULL,
	PRIMARY KEY(`reference`, `payment_id`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_refunds`("reference", "payment_id", "amount_cents", "noted_at") SELECT "reference", "payment_id", "amount_cents", "noted_at" FROM `refunds`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
ALTER TABLE `payment_notices` ADD `closed_at` text;--> statement-breakpoint
CREATE INDEX `payment_notices_by_payment` ON `payment_notices` (`pf_payment_id`) WHERE pf_payment_id is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `noted_at` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `confirmed_at` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `not_listed_at` text;--> statement-breakpoint
CREATE INDEX `payments_in_part` ON `payments` (`settled_at`) WHERE state = 'part';--> statement-breakpoint
CREATE INDEX `payments_on_staffs_word` ON `payments` (`noted_at`) WHERE noted_at is not null and confirmed_at is null and state <> 'undone';--> statement-breakpoint
ALTER TABLE `unsigned_notices` ADD `closed_at` text;