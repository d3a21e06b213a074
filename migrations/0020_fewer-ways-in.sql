-- contract: the version before asks for the table when a lead is mailed and for the columns of papers when a case is read; both work again as soon as the new one is published.
UPDATE `lenders` SET `isActive` = 0, `version` = `version` + 1, `notes` = trim(`notes` || char(10) || 'Its leads went to a program. Enter an email address to make it active again.', char(10)) WHERE `leadAddress` GLOB 'https:*';--> statement-breakpoint
UPDATE `dealers` SET `isActive` = 0, `version` = `version` + 1, `notes` = trim(`notes` || char(10) || 'Its leads went to a program. Enter an email address to make it active again.', char(10)) WHERE `leadAddress` GLOB 'https:*';--> statement-breakpoint
UPDATE `outbox` SET `status` = 'dropped', `lastError` = 'no-webhooks', `leasedUntil` = NULL WHERE `status` IN ('owed', 'dead') AND `subjectId` IN (SELECT `id` FROM `referrals` WHERE `recipientAddress` GLOB 'https:*');--> statement-breakpoint
DELETE FROM `papers` WHERE `receivedAt` IS NULL;--> statement-breakpoint
DROP TABLE `webhook_secrets`;--> statement-breakpoint
DROP INDEX `papers_by_time`;--> statement-breakpoint
ALTER TABLE `papers` DROP COLUMN `parts`;--> statement-breakpoint
ALTER TABLE `papers` DROP COLUMN `receivedAt`;--> statement-breakpoint
ALTER TABLE `papers` DROP COLUMN `pages`;