CREATE TABLE `deleted_accounts` (
	`uid` text PRIMARY KEY NOT NULL,
	`email` text,
	`deleted_at` text NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_api_answers` (
	`uid` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`location` text,
	`answered_at` text NOT NULL,
	PRIMARY KEY(`uid`, `key`)
);
--> statement-breakpoint
INSERT INTO `__new_api_answers`("uid", "key", "request_hash", "status", "body", "location", "answered_at") SELECT "uid", "key", "request_hash", "status", "body", "location", "answered_at" FROM `api_answers`;--> statement-breakpoint
DROP TABLE `api_answers`;--> statement-breakpoint
ALTER TABLE `__new_api_answers` RENAME TO `api_answers`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `api_answers_by_time` ON `api_answers` (`answered_at`);--> statement-breakpoint
CREATE INDEX `quotes_by_uid_and_status` ON `quotes` (`uid`,`status`);