CREATE TABLE `done_once` (
	`kind` text NOT NULL,
	`who` text NOT NULL,
	`key` text NOT NULL,
	`answer` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`kind`, `who`, `key`)
);
--> statement-breakpoint
CREATE INDEX `done_once_by_time` ON `done_once` (`kind`,`at`);
--> statement-breakpoint
INSERT INTO `done_once` (`kind`, `who`, `key`, `answer`, `at`)
SELECT 'call by key', `uid`, `key`, json_object('requestHash', `request_hash`, 'status', `status`, 'body', json(`body`)), `answered_at`
FROM `api_answers` WHERE `location` IS NULL;
--> statement-breakpoint
INSERT INTO `done_once` (`kind`, `who`, `key`, `answer`, `at`)
SELECT 'call by key', `uid`, `key`, json_object('requestHash', `request_hash`, 'status', `status`, 'body', json(`body`), 'location', `location`), `answered_at`
FROM `api_answers` WHERE `location` IS NOT NULL;
--> statement-breakpoint
INSERT INTO `done_once` (`kind`, `who`, `key`, `answer`, `at`)
SELECT 'office form', substr(`key`, 1, instr(`key`, ' ') - 1), substr(`key`, instr(`key`, ' ') + 1), `answer`, `answered_at` FROM `office_answers`;
--> statement-breakpoint
INSERT INTO `done_once` (`kind`, `who`, `key`, `answer`, `at`)
SELECT CASE WHEN `key` LIKE 'taken-back:%' THEN 'mark taken back' ELSE 'pieces marked' END, '', substr(`key`, instr(`key`, ':') + 1), 'true',
  strftime('%Y-%m-%dT%H:%M:%fZ', `expire`, '-37 days')
FROM `rate_limits` WHERE `key` LIKE 'taken-back:%' OR `key` LIKE 'page-marked:%';
--> statement-breakpoint
DELETE FROM `rate_limits` WHERE `key` LIKE 'taken-back:%' OR `key` LIKE 'page-marked:%';
--> statement-breakpoint
DROP TABLE `api_answers`;--> statement-breakpoint
DROP TABLE `office_answers`;