CREATE TABLE `office_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`key_sealed` text,
	`last_step` integer,
	`code_hash` text,
	`used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `office_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `office_factors_by_person` ON `office_factors` (`person_id`);--> statement-breakpoint
CREATE TABLE `office_looks` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`who` text NOT NULL,
	`what` text NOT NULL,
	`number` text,
	`view` text,
	`rows` integer
);
--> statement-breakpoint
CREATE INDEX `office_looks_by_time` ON `office_looks` (`at`);--> statement-breakpoint
CREATE INDEX `office_looks_by_number` ON `office_looks` (`number`,`at`);--> statement-breakpoint
CREATE TABLE `office_people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`office_right` text NOT NULL,
	`password_hash` text,
	`added_at` text NOT NULL,
	`blocked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `office_people_email_unique` ON `office_people` (`email`);--> statement-breakpoint
CREATE TABLE `office_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`browser` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`code_at` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `office_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `office_sessions_by_person` ON `office_sessions` (`person_id`);