ALTER TABLE `waybills` ADD `late_on` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `news_by` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `late_told_at` text;--> statement-breakpoint
-- Blank: of these nobody is told, if they are late already when they are first looked at.
UPDATE `waybills` SET `late_on` = '' WHERE `last_event` NOT IN ('delivered', 'returned', 'cancelled');
