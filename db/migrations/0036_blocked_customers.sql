CREATE TABLE `blocked_customers` (
	`contact` text PRIMARY KEY NOT NULL,
	`because` text NOT NULL,
	`blocked_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blocked_customers_by_time` ON `blocked_customers` (`blocked_at`);