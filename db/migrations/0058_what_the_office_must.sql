DROP INDEX `waybills_under_way`;--> statement-breakpoint
ALTER TABLE `waybills` ADD `office_must` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `waits_for` text;--> statement-breakpoint
CREATE INDEX `waybills_under_way` ON `waybills` (`last_event_at`,`last_event`) WHERE next_visit is not null;