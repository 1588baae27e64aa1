CREATE TABLE `sessions_before` AS
SELECT `id`, 'customer' AS `kind`, `uid` AS `who`, `guest_id`, `browser`, `created_at`, `last_seen_at`, `expires_at`, NULL AS `code_at` FROM `sessions`
UNION ALL SELECT `id`, 'driver', `driver_id`, NULL, `phone`, `created_at`, `created_at`, `expires_at`, NULL FROM `driver_sessions`
UNION ALL SELECT `id`, 'office', `person_id`, NULL, `browser`, `created_at`, `last_seen_at`, `expires_at`, `code_at` FROM `office_sessions`;
--> statement-breakpoint
DROP TABLE `sessions`;--> statement-breakpoint
DROP TABLE `office_sessions`;--> statement-breakpoint
DROP TABLE `driver_sessions`;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`who` text NOT NULL,
	`guest_id` text,
	`browser` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`code_at` text
);
--> statement-breakpoint
CREATE INDEX `sessions_by_person` ON `sessions` (`who`,`kind`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_of_drivers` ON `sessions` (`who`) WHERE kind = 'driver';
--> statement-breakpoint
INSERT INTO `sessions` (id, kind, who, guest_id, browser, created_at, last_seen_at, expires_at, code_at) SELECT id, kind, who, guest_id, browser, created_at, last_seen_at, expires_at, code_at FROM `sessions_before`;
--> statement-breakpoint
DROP TABLE `sessions_before`;