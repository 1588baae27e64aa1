CREATE TABLE `sent_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sent_drafts_by_expiry` ON `sent_drafts` (`expires_at`);