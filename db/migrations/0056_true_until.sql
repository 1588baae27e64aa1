ALTER TABLE `outgoing_mails` ADD `true_until` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `overtaken_by` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `waits_for_channel` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outgoing_mails_wait_for_channel` ON `outgoing_mails` (`channel`,`queued_at`) WHERE state = 'queued' and claimed_at is null and waits_for_channel;