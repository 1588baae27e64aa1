CREATE TABLE `reported_marks` (
	`id` text PRIMARY KEY NOT NULL,
	`stop_id` text NOT NULL,
	`waybill_no` text NOT NULL,
	`driver_id` text NOT NULL,
	`form_key` text NOT NULL,
	`kind` text NOT NULL,
	`visit` text NOT NULL,
	`pieces` text NOT NULL,
	`pin` text NOT NULL,
	`taken_by` text NOT NULL,
	`reason` text NOT NULL,
	`more` text NOT NULL,
	`why` text NOT NULL,
	`earlier` text NOT NULL,
	`filled_in_at` text NOT NULL,
	`received_at` text NOT NULL,
	`answered_at` text,
	`photo_missing` integer DEFAULT false NOT NULL,
	`jpeg` text,
	FOREIGN KEY (`stop_id`) REFERENCES `stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reported_marks_stop_id_unique` ON `reported_marks` (`stop_id`);--> statement-breakpoint
CREATE INDEX `reported_marks_by_parcel` ON `reported_marks` (`waybill_no`);