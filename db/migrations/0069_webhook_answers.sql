CREATE TABLE `webhook_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`status` integer,
	`text` text NOT NULL,
	`answered_at` text NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_answers_by_endpoint` ON `webhook_answers` (`endpoint_id`,`answered_at`);