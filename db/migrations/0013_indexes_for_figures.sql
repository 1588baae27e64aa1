DROP INDEX `payments_by_quote`;--> statement-breakpoint
CREATE INDEX `payments_by_quote` ON `payments` (`quote_id`,`state`);--> statement-breakpoint
DROP INDEX `quotes_by_status`;--> statement-breakpoint
DROP INDEX `quotes_cancelled_by_staff`;--> statement-breakpoint
CREATE INDEX `quotes_by_status` ON `quotes` (`status`,`created_at`,`journey`);--> statement-breakpoint
CREATE INDEX `quotes_cancelled_by_staff` ON `quotes` (`cancelled_at`,`id`) WHERE cancelled_at is not null;