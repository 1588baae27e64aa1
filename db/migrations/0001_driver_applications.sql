CREATE TABLE `application_senders` (
	`sender` text PRIMARY KEY NOT NULL,
	`applications` integer NOT NULL,
	`counted_since` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `driver_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`state` text NOT NULL,
	`from_name` text NOT NULL,
	`from_surname` text NOT NULL,
	`from_email` text NOT NULL,
	`cell` text NOT NULL,
	`id_number` text NOT NULL,
	`residence` text NOT NULL,
	`current_province` text NOT NULL,
	`origin_province` text NOT NULL,
	`referer` text NOT NULL,
	`owner_driver` text NOT NULL,
	`experience` text NOT NULL,
	`last_experience` text NOT NULL,
	`delivery_location` text NOT NULL,
	`vehicle_make` text NOT NULL,
	`vehicle_model` text NOT NULL,
	`vehicle_year` integer NOT NULL,
	`vehicle_km` integer NOT NULL,
	`vehicle_canopy` text NOT NULL,
	`vehicle_registration` text NOT NULL,
	`vehicle_tracking` text NOT NULL,
	`vehicle_tracking_company` text NOT NULL,
	`fingerprint` text NOT NULL,
	`form_key` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`answered_at` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_applications_reference_unique` ON `driver_applications` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_applications_by_form` ON `driver_applications` (`form_key`,`id_number`);--> statement-breakpoint
CREATE INDEX `driver_applications_by_answers` ON `driver_applications` (`fingerprint`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_by_state` ON `driver_applications` (`state`,`next_attempt_at`);