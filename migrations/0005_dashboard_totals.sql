CREATE TABLE `application_totals` (
	`day` integer NOT NULL,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`closedFrom` text NOT NULL,
	`outcome` text NOT NULL,
	`isContacted` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`, `status`, `closedFrom`, `outcome`, `isContacted`)
);
--> statement-breakpoint
CREATE TABLE `contact_totals` (
	`week` text NOT NULL,
	`userId` text NOT NULL,
	`contacted` integer NOT NULL,
	`inTime` integer NOT NULL,
	`businessMinutes` text NOT NULL,
	`clockMinutes` text NOT NULL,
	PRIMARY KEY(`week`, `userId`)
);
--> statement-breakpoint
DROP INDEX `applications_first_contact`;--> statement-breakpoint
DROP INDEX `applications_conversion`;
--> statement-breakpoint
INSERT INTO application_totals (day, source, status, closedFrom, outcome, isContacted, count) SELECT (createdAt - 21600000) / 86400000, ifnull(source, ''), status, ifnull(closedFrom, ''), ifnull(outcome, ''), firstContactAt IS NOT NULL, count(*) FROM applications GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
DROP TRIGGER applications_insert;
--> statement-breakpoint
DROP TRIGGER applications_update;
--> statement-breakpoint
DROP TRIGGER applications_delete;
--> statement-breakpoint
CREATE TRIGGER applications_insert AFTER INSERT ON applications BEGIN INSERT INTO application_search(rowid, fullName) VALUES (new.number, new.fullName); INSERT INTO hourly_counts (hour, name, count) VALUES (new.createdAt / 3600000, 'applications', 1) ON CONFLICT DO UPDATE SET count = count + 1; INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; INSERT INTO application_totals (day, source, status, closedFrom, outcome, isContacted, count) VALUES ((new.createdAt - 21600000) / 86400000, ifnull(new.source, ''), new.status, ifnull(new.closedFrom, ''), ifnull(new.outcome, ''), new.firstContactAt IS NOT NULL, 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER applications_update AFTER UPDATE OF fullName, createdAt, source, status, closedFrom, outcome, firstContactAt ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) SELECT 'delete', old.number, old.fullName WHERE new.fullName <> old.fullName; INSERT INTO application_search(rowid, fullName) SELECT new.number, new.fullName WHERE new.fullName <> old.fullName; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; INSERT INTO application_totals (day, source, status, closedFrom, outcome, isContacted, count) VALUES ((new.createdAt - 21600000) / 86400000, ifnull(new.source, ''), new.status, ifnull(new.closedFrom, ''), ifnull(new.outcome, ''), new.firstContactAt IS NOT NULL, 1) ON CONFLICT DO UPDATE SET count = count + 1; UPDATE application_totals SET count = count - 1 WHERE (day, source, status, closedFrom, outcome, isContacted) = ((old.createdAt - 21600000) / 86400000, ifnull(old.source, ''), old.status, ifnull(old.closedFrom, ''), ifnull(old.outcome, ''), old.firstContactAt IS NOT NULL); DELETE FROM application_totals WHERE count = 0 AND (day, source, status, closedFrom, outcome, isContacted) = ((old.createdAt - 21600000) / 86400000, ifnull(old.source, ''), old.status, ifnull(old.closedFrom, ''), ifnull(old.outcome, ''), old.firstContactAt IS NOT NULL); END;
--> statement-breakpoint
CREATE TRIGGER applications_delete AFTER DELETE ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) VALUES ('delete', old.number, old.fullName); DELETE FROM outbox WHERE kind IN ('contactCorrected', 'emailReplaced') AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id); DELETE FROM case_events WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM referrals WHERE applicationId = old.id UNION ALL SELECT id FROM permissions WHERE applicationId = old.id UNION ALL SELECT id FROM letters WHERE applicationId = old.id) AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead')); DELETE FROM referrals WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id); DELETE FROM permissions WHERE applicationId = old.id; DELETE FROM letters WHERE applicationId = old.id; DELETE FROM codes WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id); DELETE FROM appointments WHERE applicationId = old.id; UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); UPDATE application_totals SET count = count - 1 WHERE (day, source, status, closedFrom, outcome, isContacted) = ((old.createdAt - 21600000) / 86400000, ifnull(old.source, ''), old.status, ifnull(old.closedFrom, ''), ifnull(old.outcome, ''), old.firstContactAt IS NOT NULL); DELETE FROM application_totals WHERE count = 0 AND (day, source, status, closedFrom, outcome, isContacted) = ((old.createdAt - 21600000) / 86400000, ifnull(old.source, ''), old.status, ifnull(old.closedFrom, ''), ifnull(old.outcome, ''), old.firstContactAt IS NOT NULL); END;
