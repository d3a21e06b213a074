DROP INDEX `applications_working`;--> statement-breakpoint
DROP INDEX `applications_queue`;--> statement-breakpoint
DROP INDEX `applications_queue_by_owner`;--> statement-breakpoint
DROP INDEX `applications_queue_spanish`;--> statement-breakpoint
DROP INDEX `applications_queue_spanish_by_owner`;--> statement-breakpoint
DROP INDEX `applications_queue_metro`;--> statement-breakpoint
ALTER TABLE `applications` ADD `queueAt` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `applications` SET `queueAt` = min(
  ifnull((SELECT `dueAt` FROM `appointments` WHERE `applicationId` = `applications`.`id` AND `endedAt` IS NULL), 8640000000000000),
  ifnull(`nextAt`, 8640000000000000),
  iif(`status` IN ('submitted', 'in_review') AND `contactStoppedAt` IS NULL AND `firstContactAt` IS NULL AND NOT EXISTS (
    SELECT 1 FROM `appointments` WHERE `applicationId` = `applications`.`id` AND `endedAt` IS NULL AND `startsAt` IS NOT NULL
  ), `dueAt`, 8640000000000000));--> statement-breakpoint
UPDATE `applications` SET `queueAt` = `dueAt` WHERE `queueAt` = 8640000000000000;--> statement-breakpoint
CREATE INDEX `applications_queue` ON `applications` (`status`,`queueAt`,`queueRank`,`id`);--> statement-breakpoint
CREATE INDEX `applications_queue_by_owner` ON `applications` (`ownerId`,`status`,`queueAt`,`queueRank`,`id`);--> statement-breakpoint
CREATE INDEX `applications_queue_spanish` ON `applications` (`status`,`queueAt`,`queueRank`,`id`) WHERE language = 'es';--> statement-breakpoint
CREATE INDEX `applications_queue_spanish_by_owner` ON `applications` (`ownerId`,`status`,`queueAt`,`queueRank`,`id`) WHERE language = 'es';--> statement-breakpoint
CREATE INDEX `applications_queue_metro` ON `applications` (`metro`,`status`,`queueAt`,`queueRank`,`id`);