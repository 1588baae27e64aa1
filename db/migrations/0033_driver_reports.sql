ALTER TABLE `driver_marks` ADD `report` text;--> statement-breakpoint
ALTER TABLE `driver_marks` ADD `office_must` text;--> statement-breakpoint
ALTER TABLE `driver_marks` ADD `waits_for_office` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `driver_marks` ADD `answered_at` text;