ALTER TABLE `payments` ADD `at_payfast_at` text;--> statement-breakpoint
UPDATE `payments` SET `at_payfast_at` = `started_at` WHERE state in ('started', 'pending') AND state = 'pending';--> statement-breakpoint
DROP INDEX `payments_unanswered`;--> statement-breakpoint
CREATE INDEX `payments_unanswered` ON `payments` (`at_payfast_at`) WHERE at_payfast_at is not null and state in ('started', 'pending');