ALTER TABLE `payment_notices` ADD `pf_payment_id` text;--> statement-breakpoint
ALTER TABLE `payment_notices` ADD `amount_told` text;--> statement-breakpoint
ALTER TABLE `payment_notices` ADD `is_signed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_notices` ADD `mode` text;--> statement-breakpoint
CREATE INDEX `payment_notices_unconfirmed` ON `payment_notices` (`received_at`) WHERE outcome = 'ask_again';--> statement-breakpoint
ALTER TABLE `payments` ADD `held_until` text;--> statement-breakpoint
UPDATE `payment_notices` SET `is_signed` = `outcome` <> 'refused' OR `quote_id` IS NOT NULL;
