CREATE TABLE `unsigned_notices` (
	`day` text NOT NULL,
	`network` text NOT NULL,
	`quote_id` text NOT NULL,
	`notices` integer NOT NULL,
	`sample` text NOT NULL,
	`reason` text NOT NULL,
	`first_received_at` text NOT NULL,
	`last_received_at` text NOT NULL,
	PRIMARY KEY(`day`, `network`, `quote_id`)
);
