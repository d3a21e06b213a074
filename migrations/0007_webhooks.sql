CREATE TABLE `webhook_secrets` (
	`recipientId` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `referrals_to_webhooks` ON `referrals` (`recipientId`,`createdAt`) WHERE recipientAddress glob 'https:*';