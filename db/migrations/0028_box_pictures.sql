ALTER TABLE `boxes` ADD `picture` text DEFAULT 'box' NOT NULL;--> statement-breakpoint
ALTER TABLE `boxes` ADD `example` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'flyer-bag', `example` = 'a folded jacket' WHERE `id` = 'flyer-bag';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-2', `example` = 'a pair of children''s shoes' WHERE `id` = 'stock-2';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-3', `example` = 'a kettle' WHERE `id` = 'stock-3';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-4', `example` = 'a pair of boots' WHERE `id` = 'stock-4';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-5', `example` = 'a full school bag' WHERE `id` = 'stock-5';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-6', `example` = 'a microwave' WHERE `id` = 'stock-6';--> statement-breakpoint
UPDATE `boxes` SET `picture` = 'stock-7', `example` = 'bedding for a double bed' WHERE `id` = 'stock-7';
