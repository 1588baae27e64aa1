ALTER TABLE `outgoing_mails` ADD `digest_row` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `digest_id` text;--> statement-breakpoint
CREATE INDEX `outgoing_mails_waiting_to` ON `outgoing_mails` (`channel`,`to_address`,`next_attempt_at`) WHERE state = 'queued' and claimed_at is null;