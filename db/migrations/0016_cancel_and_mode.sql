ALTER TABLE `quotes` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `mode` text;--> statement-breakpoint
UPDATE `quotes` SET `cancelled_by` = 'staff' WHERE `cancelled_at` IS NOT NULL;--> statement-breakpoint
UPDATE `quotes` SET `mode` = (
  SELECT `payments`.`mode` FROM `payments` WHERE `payments`.`quote_id` = `quotes`.`id`
  ORDER BY `payments`.`state` = 'complete' DESC, `payments`.`started_at` DESC LIMIT 1
) WHERE `booked_at` IS NOT NULL;
