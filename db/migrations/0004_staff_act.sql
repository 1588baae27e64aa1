CREATE TABLE `refunds` (
	`reference` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`noted_at` text NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE TABLE `staff_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`who` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_actions_by_subject` ON `staff_actions` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `staff_actions_by_time` ON `staff_actions` (`at`);--> statement-breakpoint
CREATE TABLE `__new_boxes` (
	`id` text NOT NULL,
	`valid_from` text NOT NULL,
	`name` text NOT NULL,
	`length_cm` integer NOT NULL,
	`width_cm` integer NOT NULL,
	`height_cm` integer NOT NULL,
	`max_weight_grams` integer NOT NULL,
	`cost_cents` integer NOT NULL,
	`sort_order` integer NOT NULL,
	`active` integer NOT NULL,
	PRIMARY KEY(`id`, `valid_from`)
);
--> statement-breakpoint
INSERT INTO `__new_boxes`("id", "valid_from", "name", "length_cm", "width_cm", "height_cm", "max_weight_grams", "cost_cents", "sort_order", "active") SELECT "id", '2026-01-01', "name", "length_cm", "width_cm", "height_cm", "max_weight_grams", "cost_cents", "sort_order", "active" FROM `boxes`;--> statement-breakpoint
DROP TABLE `boxes`;--> statement-breakpoint
ALTER TABLE `__new_boxes` RENAME TO `boxes`;--> statement-breakpoint
CREATE TABLE `__new_postal_areas` (
	`id` text NOT NULL,
	`valid_from` text NOT NULL,
	`from_code` text NOT NULL,
	`to_code` text NOT NULL,
	`town` text NOT NULL,
	`province` text NOT NULL,
	`region` text NOT NULL,
	`zone` text NOT NULL,
	`served` integer NOT NULL,
	PRIMARY KEY(`id`, `valid_from`)
);
--> statement-breakpoint
INSERT INTO `__new_postal_areas`("id", "valid_from", "from_code", "to_code", "town", "province", "region", "zone", "served") SELECT "id", '2026-01-01', "from_code", "to_code", "town", "province", "region", "zone", "served" FROM `postal_areas`;--> statement-breakpoint
DROP TABLE `postal_areas`;--> statement-breakpoint
ALTER TABLE `__new_postal_areas` RENAME TO `postal_areas`;--> statement-breakpoint
CREATE INDEX `postal_areas_by_code` ON `postal_areas` (`from_code`,`to_code`);--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `read_at` text;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `decided_at` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `cancelled_at` text;