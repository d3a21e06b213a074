ALTER TABLE `outbox` ADD `messageId` text;--> statement-breakpoint
CREATE INDEX `outbox_by_message` ON `outbox` (`messageId`) WHERE messageId is not null;--> statement-breakpoint
-- A mail that was sent and bounced later counts as one that we gave up on, too, in the hour of the bounce.
DROP TRIGGER outbox_update;
--> statement-breakpoint
CREATE TRIGGER outbox_update AFTER UPDATE OF status ON outbox WHEN new.status <> old.status BEGIN UPDATE mail_counts SET count = count - 1 WHERE status = old.status; INSERT INTO mail_counts (status, count) VALUES (new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1; INSERT INTO hourly_counts (hour, name, count) SELECT iif(new.status = 'sent', ifnull(new.sentAt, new.nextAttemptAt), new.nextAttemptAt) / 3600000, iif(new.status = 'sent', 'mailsSent', 'mailsDead'), 1 WHERE old.status IN ('owed', 'sent') AND new.status IN ('sent', 'dead') ON CONFLICT DO UPDATE SET count = count + 1; DELETE FROM referrals WHERE id = new.subjectId AND new.kind = 'permissionWithdrawn' AND new.status IN ('sent', 'dropped') AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;
