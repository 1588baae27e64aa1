-- An old stop gets the visit that was open when it was assigned, an old mark the one that was open when it came.
DROP INDEX `stops_by_parcel`;--> statement-breakpoint
ALTER TABLE `stops` ADD `visit` text DEFAULT 'delivery' NOT NULL;--> statement-breakpoint
UPDATE `stops` SET `visit` = 'collection' WHERE NOT EXISTS (
	SELECT 1 FROM `tracking_events` AS `event` WHERE `event`.`waybill_no` = `stops`.`waybill_no`
		AND `event`.`kind` NOT IN ('booked', 'collected') AND `event`.`happened_at` <= `stops`.`assigned_at`
) AND (
	SELECT coalesce(sum(CASE WHEN `event`.`id` IS NOT NULL THEN coalesce(`event`.`pieces`, `quotes`.`quantity`) END), 0) < max(`quotes`.`quantity`)
	FROM `waybills` JOIN `quotes` ON `quotes`.`id` = `waybills`.`quote_id`
	LEFT JOIN `tracking_events` AS `event` ON `event`.`waybill_no` = `waybills`.`waybill_no`
		AND `event`.`kind` = 'collected' AND `event`.`happened_at` <= `stops`.`assigned_at`
	WHERE `waybills`.`waybill_no` = `stops`.`waybill_no`
);--> statement-breakpoint
CREATE UNIQUE INDEX `stops_by_parcel` ON `stops` (`waybill_no`,`day`,`visit`);--> statement-breakpoint
ALTER TABLE `driver_marks` ADD `visit` text DEFAULT 'delivery' NOT NULL;--> statement-breakpoint
UPDATE `driver_marks` SET `visit` = 'collection' WHERE `kind` = 'collected' OR `kind` <> 'delivered' AND NOT EXISTS (
	SELECT 1 FROM `tracking_events` AS `event` WHERE `event`.`waybill_no` = `driver_marks`.`waybill_no`
		AND `event`.`kind` NOT IN ('booked', 'collected') AND `event`.`happened_at` <= `driver_marks`.`received_at`
) AND (
	SELECT coalesce(sum(CASE WHEN `event`.`id` IS NOT NULL THEN coalesce(`event`.`pieces`, `quotes`.`quantity`) END), 0) < max(`quotes`.`quantity`)
	FROM `waybills` JOIN `quotes` ON `quotes`.`id` = `waybills`.`quote_id`
	LEFT JOIN `tracking_events` AS `event` ON `event`.`waybill_no` = `waybills`.`waybill_no`
		AND `event`.`kind` = 'collected' AND `event`.`happened_at` <= `driver_marks`.`received_at`
	WHERE `waybills`.`waybill_no` = `driver_marks`.`waybill_no`
);