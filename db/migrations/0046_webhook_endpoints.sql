CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`url` text NOT NULL,
	`events` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` text,
	`failing_since` text,
	`is_slow` integer DEFAULT false NOT NULL,
	`last_success_at` text,
	`off_at` text,
	`off_because` text,
	`made_at` text NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_by_user` ON `webhook_endpoints` (`uid`,`url`);--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `asked_for_at` text;