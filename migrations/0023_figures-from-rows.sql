-- contract: until this version is published, a few seconds later, the one before refuses deeds and applications with 503; nothing rolls back to it.
DROP TRIGGER applications_insert;--> statement-breakpoint
DROP TRIGGER applications_update;--> statement-breakpoint
DROP TRIGGER applications_delete;--> statement-breakpoint
DROP TRIGGER outbox_update;--> statement-breakpoint
DROP TRIGGER outbox_delete;--> statement-breakpoint
DROP TRIGGER mail_counts_insert;--> statement-breakpoint
DROP TRIGGER count_messages;--> statement-breakpoint
CREATE TRIGGER applications_insert AFTER INSERT ON applications BEGIN INSERT INTO application_search(rowid, fullName) VALUES (new.number, new.fullName); END;--> statement-breakpoint
CREATE TRIGGER applications_update AFTER UPDATE OF fullName ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) SELECT 'delete', old.number, old.fullName WHERE new.fullName <> old.fullName; INSERT INTO application_search(rowid, fullName) SELECT new.number, new.fullName WHERE new.fullName <> old.fullName; END;--> statement-breakpoint
CREATE TRIGGER applications_delete AFTER DELETE ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) VALUES ('delete', old.number, old.fullName); DELETE FROM outbox WHERE kind IN ('contactCorrected', 'emailReplaced') AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id); DELETE FROM case_events WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM referrals WHERE applicationId = old.id UNION ALL SELECT id FROM permissions WHERE applicationId = old.id UNION ALL SELECT id FROM letters WHERE applicationId = old.id) AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead')); DELETE FROM referrals WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id); DELETE FROM permissions WHERE applicationId = old.id; DELETE FROM letters WHERE applicationId = old.id; DELETE FROM codes WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id); DELETE FROM appointments WHERE applicationId = old.id; UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id; END;--> statement-breakpoint
CREATE TRIGGER outbox_update AFTER UPDATE OF status ON outbox WHEN new.status <> old.status BEGIN DELETE FROM referrals WHERE id = new.subjectId AND new.kind = 'permissionWithdrawn' AND new.status IN ('sent', 'dropped') AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;--> statement-breakpoint
CREATE TRIGGER outbox_delete AFTER DELETE ON outbox BEGIN DELETE FROM referrals WHERE id = old.subjectId AND old.kind = 'permissionWithdrawn' AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;--> statement-breakpoint
DROP TABLE `application_totals`;--> statement-breakpoint
DROP TABLE `contact_totals`;--> statement-breakpoint
DROP TABLE `hourly_counts`;--> statement-breakpoint
DROP TABLE `mail_counts`;--> statement-breakpoint
DROP TABLE `vitals`;--> statement-breakpoint
DROP INDEX `applications_by_time`;--> statement-breakpoint
CREATE INDEX `applications_contacted` ON `applications` (`firstContactAt`,`firstContactBy`,`createdAt`,`contactResumedAt`) WHERE firstContactAt is not null;--> statement-breakpoint
CREATE INDEX `applications_by_time` ON `applications` ("createdAt" desc,`id`,`source`,`status`,`closedFrom`,`outcome`,`firstContactAt`,`scoresForecast`);--> statement-breakpoint
DROP TABLE `forecast_results`;--> statement-breakpoint
CREATE TABLE `forecast_results` (
	`band` text PRIMARY KEY NOT NULL,
	`decided` integer NOT NULL,
	`approved` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO forecast_results SELECT CASE WHEN scoresForecast < 40 THEN 'low' WHEN scoresForecast < 70 THEN 'middle' ELSE 'high' END, count(*), sum(outcome = 'approved_in_30_days') FROM applications WHERE outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND scoresForecast IS NOT NULL GROUP BY 1;--> statement-breakpoint
ALTER TABLE `answer_totals` DROP COLUMN `rate`;
