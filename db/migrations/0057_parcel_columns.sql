ALTER TABLE `waybills` ADD `next_visit` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `pieces_collected` integer;--> statement-breakpoint
ALTER TABLE `waybills` ADD `pieces_delivered` integer;--> statement-breakpoint
ALTER TABLE `waybills` ADD `pieces_returned` integer;--> statement-breakpoint
CREATE INDEX `waybills_stateless` ON `waybills` (`waybill_no`) WHERE pieces_collected is null;