-- contract: until this version is published, a few seconds later, the one before answers 503 for cases and results; nothing rolls back to it.
CREATE TABLE `questions` (
	`wordsSha256` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `questions` SELECT `wordsSha256`, min(`words`) FROM `permissions` GROUP BY 1;--> statement-breakpoint
DROP INDEX `permissions_once`;--> statement-breakpoint
CREATE INDEX `permissions_by_application` ON `permissions` (`applicationId`);--> statement-breakpoint
ALTER TABLE `permissions` DROP COLUMN `words`;
