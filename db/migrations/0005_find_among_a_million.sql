ALTER TABLE `waybills` ADD `last_event` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `last_event_at` text;--> statement-breakpoint
CREATE INDEX `waybills_under_way` ON `waybills` (`last_event_at`,`last_event`) WHERE last_event not in ('delivered', 'returned', 'cancelled');--> statement-breakpoint
CREATE INDEX `outgoing_mails_by_address` ON `outgoing_mails` (`to_address`);--> statement-breakpoint
CREATE INDEX `payment_notices_refused` ON `payment_notices` (`received_at`) WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX `payments_unanswered` ON `payments` (`started_at`) WHERE state in ('started', 'pending');--> statement-breakpoint
CREATE INDEX `payments_to_refund` ON `payments` (`settled_at`) WHERE state = 'duplicate';--> statement-breakpoint
CREATE INDEX `quotes_by_email` ON `quotes` (`email`);--> statement-breakpoint
CREATE INDEX `quotes_waiting_for_price` ON `quotes` (`manual_requested_at`) WHERE manual_requested_at is not null and booked_at is null;--> statement-breakpoint
CREATE INDEX `quotes_cancelled_by_staff` ON `quotes` (`cancelled_at`) WHERE cancelled_at is not null;--> statement-breakpoint
UPDATE `waybills` SET (`last_event`, `last_event_at`) = (
	SELECT `kind`, `happened_at` FROM `tracking_events`
	WHERE `tracking_events`.`waybill_no` = `waybills`.`waybill_no` ORDER BY `happened_at` DESC, rowid DESC LIMIT 1
);
