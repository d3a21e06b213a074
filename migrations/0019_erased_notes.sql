-- What was noted beside the backups is noted once more where Time Travel is watched (worker/operations/erased.ts).
UPDATE `kept_consents` SET `notedAt` = NULL WHERE `deletedAt` > (unixepoch() - 35 * 86400) * 1000;
--> statement-breakpoint
DELETE FROM `alarms` WHERE `name` = 'backupOld';
