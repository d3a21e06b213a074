DROP INDEX `referrals_to_webhooks`;--> statement-breakpoint
CREATE INDEX `referrals_by_recipient` ON `referrals` (`recipientId`,`createdAt`);--> statement-breakpoint
CREATE INDEX `referrals_unanswered` ON `referrals` (`createdAt`) WHERE answer is null;