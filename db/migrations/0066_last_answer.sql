ALTER TABLE `webhook_endpoints` ADD `last_answer_at` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `last_answer_status` integer;