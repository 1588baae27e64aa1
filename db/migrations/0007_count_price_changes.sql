CREATE TABLE `price_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
