CREATE TABLE `cases` (
	`case_no` text PRIMARY KEY NOT NULL,
	`waybill_no` text NOT NULL,
	`kind` text NOT NULL,
	`words` text NOT NULL,
	`contact` text,
	`form_key` text NOT NULL,
	`opened_at` text NOT NULL,
	`answer` text,
	`answered_at` text,
	`closed_at` text,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_form_key_unique` ON `cases` (`form_key`);--> statement-breakpoint
CREATE INDEX `cases_by_waybill` ON `cases` (`waybill_no`);--> statement-breakpoint
CREATE INDEX `cases_open` ON `cases` (`opened_at`) WHERE closed_at is null;