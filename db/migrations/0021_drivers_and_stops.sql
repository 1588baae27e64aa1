CREATE TABLE `delivery_photos` (
	`mark_id` text PRIMARY KEY NOT NULL,
	`waybill_no` text NOT NULL,
	`jpeg` text NOT NULL,
	`received_at` text NOT NULL,
	FOREIGN KEY (`mark_id`) REFERENCES `driver_marks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `delivery_photos_by_parcel` ON `delivery_photos` (`waybill_no`);--> statement-breakpoint
CREATE INDEX `delivery_photos_by_age` ON `delivery_photos` (`received_at`);--> statement-breakpoint
CREATE TABLE `driver_marks` (
	`id` text PRIMARY KEY NOT NULL,
	`form_key` text NOT NULL,
	`waybill_no` text NOT NULL,
	`driver_id` text NOT NULL,
	`kind` text NOT NULL,
	`pieces` integer NOT NULL,
	`reason` text,
	`proof` text,
	`taken_by` text,
	`filled_in_at` text NOT NULL,
	`received_at` text NOT NULL,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_marks_form_key_unique` ON `driver_marks` (`form_key`);--> statement-breakpoint
CREATE INDEX `driver_marks_by_parcel` ON `driver_marks` (`waybill_no`,`received_at`);--> statement-breakpoint
CREATE INDEX `driver_marks_by_driver` ON `driver_marks` (`driver_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `driver_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`phone` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_sessions_by_driver` ON `driver_sessions` (`driver_id`);--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`application_no` text,
	`added_at` text NOT NULL,
	`blocked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_by_name` ON `drivers` (`name`);--> statement-breakpoint
CREATE TABLE `stops` (
	`id` text PRIMARY KEY NOT NULL,
	`waybill_no` text NOT NULL,
	`driver_id` text NOT NULL,
	`day` text NOT NULL,
	`position` integer NOT NULL,
	`assigned_at` text NOT NULL,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stops_by_parcel` ON `stops` (`waybill_no`,`day`);--> statement-breakpoint
CREATE INDEX `stops_by_driver` ON `stops` (`driver_id`,`day`,`position`);