CREATE TABLE `saved_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`label` text NOT NULL,
	`address` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_addresses_by_user` ON `saved_addresses` (`uid`,`label`);