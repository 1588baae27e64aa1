ALTER TABLE `outgoing_mails` ADD `receiver` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `scheduled_at` text DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;--> statement-breakpoint
UPDATE `outgoing_mails` SET `receiver` = CASE `channel` WHEN 'email' THEN lower(substr(`to_address`, instr(`to_address`, '@') + 1)) ELSE `to_address` END WHERE `state` = 'queued';--> statement-breakpoint
CREATE INDEX `outgoing_mails_due` ON `outgoing_mails` (`channel`,`next_attempt_at`) WHERE state = 'queued' and claimed_at is null;--> statement-breakpoint
CREATE INDEX `outgoing_mails_due_to` ON `outgoing_mails` (`channel`,`receiver`,`next_attempt_at`,`queued_at`,`id`) WHERE state = 'queued' and claimed_at is null;--> statement-breakpoint
CREATE INDEX `outgoing_mails_scheduled` ON `outgoing_mails` (`channel`,`scheduled_at`) WHERE state = 'queued' and claimed_at is null;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `probe_id` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `unsent_since` text;