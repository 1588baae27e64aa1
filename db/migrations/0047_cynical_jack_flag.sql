ALTER TABLE `receiver_wishes` ADD `instead_of` text;--> statement-breakpoint
ALTER TABLE `waybills` ADD `answer_by` text;