DROP INDEX `outgoing_mails_by_address`;--> statement-breakpoint
CREATE INDEX `outgoing_mails_to` ON `outgoing_mails` (`to_address`,`queued_at`);