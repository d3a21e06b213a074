-- The index finds the beginnings of the words of a name. Phone numbers, addresses and ids have indexes of their own.
-- contract: the version before asks this table only which rows a phrase is in, which the new one answers, too, by names.
DROP TRIGGER applications_insert;
--> statement-breakpoint
DROP TRIGGER applications_update;
--> statement-breakpoint
DROP TRIGGER applications_delete;
--> statement-breakpoint
DROP TABLE application_search;
--> statement-breakpoint
DROP VIEW searched_applications;
--> statement-breakpoint
CREATE VIRTUAL TABLE application_search USING fts5(fullName, content='applications', content_rowid='number', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
--> statement-breakpoint
INSERT INTO application_search(application_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER applications_insert AFTER INSERT ON applications BEGIN INSERT INTO application_search(rowid, fullName) VALUES (new.number, new.fullName); INSERT INTO hourly_counts (hour, name, count) VALUES (new.createdAt / 3600000, 'applications', 1) ON CONFLICT DO UPDATE SET count = count + 1; INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER applications_update AFTER UPDATE OF fullName, outcome ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) SELECT 'delete', old.number, old.fullName WHERE new.fullName <> old.fullName; INSERT INTO application_search(rowid, fullName) SELECT new.number, new.fullName WHERE new.fullName <> old.fullName; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER applications_delete AFTER DELETE ON applications BEGIN INSERT INTO application_search(application_search, rowid, fullName) VALUES ('delete', old.number, old.fullName); DELETE FROM outbox WHERE kind IN ('contactCorrected', 'emailReplaced') AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id); DELETE FROM case_events WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM referrals WHERE applicationId = old.id UNION ALL SELECT id FROM permissions WHERE applicationId = old.id UNION ALL SELECT id FROM letters WHERE applicationId = old.id) AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead')); DELETE FROM referrals WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id); DELETE FROM permissions WHERE applicationId = old.id; DELETE FROM letters WHERE applicationId = old.id; DELETE FROM codes WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id); DELETE FROM appointments WHERE applicationId = old.id; UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); END;
