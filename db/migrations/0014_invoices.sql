CREATE TABLE `invoices` (
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
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_reference`) REFERENCES `refunds`(`reference`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_refund_reference_unique` ON `invoices` (`refund_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_in_series` ON `invoices` (`mode`,`kind`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_of_a_quote` ON `invoices` (`quote_id`) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX `invoices_by_quote` ON `invoices` (`quote_id`);--> statement-breakpoint
CREATE INDEX `invoices_by_time` ON `invoices` (`mode`,`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_with_customer` ON `invoices` (`issued_at`) WHERE customer is not null;