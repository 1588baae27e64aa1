CREATE TABLE `office_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`answered_at` text NOT NULL,
	`answer` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `office_answers_by_time` ON `office_answers` (`answered_at`);