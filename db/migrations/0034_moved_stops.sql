DROP INDEX `stops_by_parcel`;--> statement-breakpoint
ALTER TABLE `stops` ADD `removed_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `stops_by_parcel` ON `stops` (`waybill_no`,`day`,`visit`) WHERE removed_at is null;