CREATE TABLE `receiver_wishes` (
	`id` text PRIMARY KEY NOT NULL,
	`waybill_no` text NOT NULL,
	`kind` text NOT NULL,
	`day` text,
	`part` text,
	`wished_at` text NOT NULL,
	`ended_at` text,
	`ended_by` text,
	FOREIGN KEY (`waybill_no`) REFERENCES `waybills`(`waybill_no`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receiver_wishes_by_waybill` ON `receiver_wishes` (`waybill_no`,`wished_at`);