CREATE TABLE `shopify_orders` (
	`uid` text NOT NULL,
	`order_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`booking` text,
	`why` text NOT NULL,
	`price_cents` integer,
	`quote_id` text,
	`received_at` text NOT NULL,
	PRIMARY KEY(`uid`, `order_id`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `shopify_orders_by_state` ON `shopify_orders` (`state`,`received_at`);--> statement-breakpoint
CREATE INDEX `shopify_orders_by_time` ON `shopify_orders` (`received_at`);--> statement-breakpoint
CREATE TABLE `shopify_shops` (
	`uid` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`signing_secret` text NOT NULL,
	`smallest_box` text NOT NULL,
	`terms_version` text NOT NULL,
	`signed_at` text,
	`unsigned_at` text,
	`made_at` text NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shopify_shops_number_unique` ON `shopify_shops` (`number`);