CREATE TABLE `customer_changes` (
	`person` text NOT NULL,
	`kind` text NOT NULL,
	`correction` text NOT NULL,
	`addresses` text NOT NULL,
	`who` text NOT NULL,
	`worked_at` text NOT NULL,
	PRIMARY KEY(`person`, `kind`)
);
