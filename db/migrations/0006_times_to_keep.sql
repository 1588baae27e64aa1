ALTER TABLE `quotes` ADD `anonymised_at` text;--> statement-breakpoint
CREATE INDEX `quotes_unbooked` ON `quotes` (`expires_at`) WHERE booked_at is null;--> statement-breakpoint
CREATE INDEX `quotes_with_names` ON `quotes` (`status`,`booked_at`) WHERE booked_at is not null and anonymised_at is null;--> statement-breakpoint
CREATE INDEX `payments_by_start` ON `payments` (`started_at`,`state`);--> statement-breakpoint
CREATE INDEX `waybills_by_issue` ON `waybills` (`issued_at`);