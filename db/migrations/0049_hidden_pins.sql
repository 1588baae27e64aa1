ALTER TABLE `outgoing_mails` ADD `holds_pin` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `outgoing_mails` SET `holds_pin` = 1 WHERE `channel` <> 'webhook' AND EXISTS (
  SELECT 1 FROM `waybills` JOIN `delivery_pins` USING (`waybill_no`)
  WHERE `waybills`.`quote_id` = `outgoing_mails`.`quote_id` AND instr(`outgoing_mails`.`text_body`, 'PIN ' || `delivery_pins`.`pin`) > 0
);--> statement-breakpoint
UPDATE `api_answers` SET `body` = json_remove(`body`, '$.secret') WHERE `body` LIKE '%"secret"%';
