CREATE TABLE `outgoing_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`letter_key` text NOT NULL,
	`state` text NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`queued_at` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outgoing_mails_letter_key_unique` ON `outgoing_mails` (`letter_key`);--> statement-breakpoint
CREATE INDEX `outgoing_mails_by_state` ON `outgoing_mails` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `payment_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`received_at` text NOT NULL,
	`client_address` text NOT NULL,
	`body` text NOT NULL,
	`quote_id` text,
	`outcome` text NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE INDEX `payment_notices_by_quote` ON `payment_notices` (`quote_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`quote_id` text NOT NULL,
	`state` text NOT NULL,
	`mode` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`pf_payment_id` text,
	`paid_cents` integer,
	`fee_cents` integer,
	`started_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_pf_payment_id_unique` ON `payments` (`pf_payment_id`);--> statement-breakpoint
CREATE INDEX `payments_by_quote` ON `payments` (`quote_id`);--> statement-breakpoint
CREATE TABLE `boxes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`length_cm` integer NOT NULL,
	`width_cm` integer NOT NULL,
	`height_cm` integer NOT NULL,
	`max_weight_grams` integer NOT NULL,
	`cost_cents` integer NOT NULL,
	`sort_order` integer NOT NULL,
	`active` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `countries` (
	`iso2` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`numeric_zone` integer NOT NULL,
	`zone_letter` text NOT NULL,
	`served` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `countries_name_unique` ON `countries` (`name`);--> statement-breakpoint
CREATE TABLE `postal_areas` (
	`id` text PRIMARY KEY NOT NULL,
	`from_code` text NOT NULL,
	`to_code` text NOT NULL,
	`town` text NOT NULL,
	`province` text NOT NULL,
	`region` text NOT NULL,
	`zone` text NOT NULL,
	`served` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `postal_areas_by_code` ON `postal_areas` (`from_code`,`to_code`);--> statement-breakpoint
CREATE TABLE `rates` (
	`kind` text NOT NULL,
	`rate_key` text NOT NULL,
	`valid_from` text NOT NULL,
	`amount_cents` integer,
	`basis_points` integer,
	PRIMARY KEY(`kind`, `rate_key`, `valid_from`)
);
--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`quote_no` text NOT NULL,
	`draft_id` text NOT NULL,
	`journey` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`guest_id` text,
	`uid` text,
	`email` text NOT NULL,
	`from_postal` text NOT NULL,
	`to_postal` text NOT NULL,
	`to_country` text NOT NULL,
	`box_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`grand_total_cents` integer,
	`api_base` text NOT NULL,
	`request` text NOT NULL,
	`form_snapshot` text NOT NULL,
	`response` text,
	`form_hash` text NOT NULL,
	`message` text,
	`created_at` text NOT NULL,
	`priced_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`booked_at` text,
	`manual_requested_at` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_quote_no_unique` ON `quotes` (`quote_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_draft_id_unique` ON `quotes` (`draft_id`);--> statement-breakpoint
CREATE INDEX `quotes_by_uid` ON `quotes` (`uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_by_guest` ON `quotes` (`guest_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_by_status` ON `quotes` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `seed_loads` (
	`table_name` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`loaded_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tracking_events` (
	`id` text PRIMARY KEY NOT NULL,
	`waybill_no` text NOT NULL,
	`kind` text NOT NULL,
	`happened_at` text NOT NULL,
	`place` text,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tracking_events_by_waybill` ON `tracking_events` (`waybill_no`,`happened_at`);--> statement-breakpoint
CREATE TABLE `waybills` (
	`waybill_no` text PRIMARY KEY NOT NULL,
	`quote_id` text NOT NULL,
	`issued_at` text NOT NULL,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waybills_quote_id_unique` ON `waybills` (`quote_id`);