CREATE TABLE `api_answers` (
	`uid` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`location` text,
	`answered_at` text NOT NULL,
	PRIMARY KEY(`uid`, `key`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_answers_by_time` ON `api_answers` (`answered_at`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`start` text NOT NULL,
	`terms_version` text NOT NULL,
	`made_at` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	`revoked_by` text,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_by_user` ON `api_keys` (`uid`,`made_at`);--> statement-breakpoint
ALTER TABLE `quotes` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `api_key_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_by_reference` ON `quotes` (`uid`,`reference`) WHERE reference is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `quotes_by_api_key` ON `quotes` (`api_key_id`,`booked_at`) WHERE api_key_id is not null;