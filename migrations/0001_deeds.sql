DROP INDEX `case_events_by_application`;--> statement-breakpoint
ALTER TABLE `case_events` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER case_events_update;--> statement-breakpoint
UPDATE case_events SET version = (SELECT count(*) FROM case_events earlier WHERE earlier.applicationId = case_events.applicationId AND earlier.id <= case_events.id);--> statement-breakpoint
CREATE TRIGGER case_events_update BEFORE UPDATE ON case_events BEGIN SELECT RAISE(ABORT, 'case_events is append-only'); END;--> statement-breakpoint
CREATE UNIQUE INDEX `case_events_version` ON `case_events` (`applicationId`,`version`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `place` integer;--> statement-breakpoint
UPDATE appointments SET place = (SELECT count(*) FROM appointments other WHERE other.startsAt = appointments.startsAt AND other.endedAt IS NULL AND other.rowid < appointments.rowid) WHERE startsAt IS NOT NULL AND endedAt IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_place` ON `appointments` (`startsAt`,`place`) WHERE endedAt is null;
--> statement-breakpoint
-- What follows from a deed is decided with it (db/model/case/follow.ts). What stays keeps search, counts and what belongs to a row, one trigger for each table and event.
DROP TRIGGER first_contact;
--> statement-breakpoint
DROP TRIGGER next_end;
--> statement-breakpoint
DROP TRIGGER appointments_end;
--> statement-breakpoint
DROP TRIGGER mails_end;
--> statement-breakpoint
DROP TRIGGER applications_closed;
--> statement-breakpoint
DROP TRIGGER count_contacts;
--> statement-breakpoint
DROP TRIGGER count_outcomes;
--> statement-breakpoint
DROP TRIGGER count_reopened;
--> statement-breakpoint
DROP TRIGGER uncount_contacts;
--> statement-breakpoint
DROP TRIGGER application_search_insert;
--> statement-breakpoint
DROP TRIGGER application_search_update;
--> statement-breakpoint
DROP TRIGGER applications_delete;
--> statement-breakpoint
DROP TRIGGER appointments_go;
--> statement-breakpoint
DROP TRIGGER merges_end;
--> statement-breakpoint
DROP TRIGGER forecast_results_insert;
--> statement-breakpoint
DROP TRIGGER forecast_results_update_old;
--> statement-breakpoint
DROP TRIGGER forecast_results_update_new;
--> statement-breakpoint
DROP TRIGGER forecast_results_delete;
--> statement-breakpoint
DROP TRIGGER count_applications;
--> statement-breakpoint
DROP TRIGGER mail_counts_update;
--> statement-breakpoint
DROP TRIGGER count_mails;
--> statement-breakpoint
DROP TRIGGER referrals_end;
--> statement-breakpoint
DROP TRIGGER mail_counts_delete;
--> statement-breakpoint
DROP TRIGGER referrals_go;
--> statement-breakpoint
DROP TRIGGER blog_search_update;
--> statement-breakpoint
DROP TRIGGER blog_translations;
--> statement-breakpoint
CREATE TRIGGER applications_insert AFTER INSERT ON applications BEGIN INSERT INTO application_search(rowid, id, fullName, phoneDigits, emailFolded) SELECT * FROM searched_applications WHERE number = new.number; INSERT INTO hourly_counts (hour, name, count) VALUES (new.createdAt / 3600000, 'applications', 1) ON CONFLICT DO UPDATE SET count = count + 1; INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER applications_update AFTER UPDATE OF id, fullName, phoneDigits, emailFolded, contactStoppedAt, outcome ON applications BEGIN INSERT INTO application_search(application_search, rowid, id, fullName, phoneDigits, emailFolded) VALUES ('delete', old.number, old.id, old.fullName, iif(old.contactStoppedAt IS NULL, old.phoneDigits, ''), iif(old.contactStoppedAt IS NULL, old.emailFolded, '')); INSERT INTO application_search(rowid, id, fullName, phoneDigits, emailFolded) SELECT * FROM searched_applications WHERE number = new.number; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); INSERT INTO forecast_results (score, count, approved) SELECT new.scoresForecast, 1, new.outcome = 'approved_in_30_days' WHERE new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER applications_delete AFTER DELETE ON applications BEGIN INSERT INTO application_search(application_search, rowid, id, fullName, phoneDigits, emailFolded) VALUES ('delete', old.number, old.id, old.fullName, iif(old.contactStoppedAt IS NULL, old.phoneDigits, ''), iif(old.contactStoppedAt IS NULL, old.emailFolded, '')); DELETE FROM outbox WHERE kind IN ('contactCorrected', 'emailReplaced') AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id); DELETE FROM case_events WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM referrals WHERE applicationId = old.id UNION ALL SELECT id FROM permissions WHERE applicationId = old.id UNION ALL SELECT id FROM letters WHERE applicationId = old.id) AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead')); DELETE FROM referrals WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id); DELETE FROM permissions WHERE applicationId = old.id; DELETE FROM letters WHERE applicationId = old.id; DELETE FROM codes WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id); DELETE FROM appointments WHERE applicationId = old.id; UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id; UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast AND old.outcome IN ('approved_in_30_days', 'approved_later', 'declined'); END;
--> statement-breakpoint
CREATE TRIGGER outbox_update AFTER UPDATE OF status ON outbox WHEN new.status <> old.status BEGIN UPDATE mail_counts SET count = count - 1 WHERE status = old.status; INSERT INTO mail_counts (status, count) VALUES (new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1; INSERT INTO hourly_counts (hour, name, count) SELECT coalesce(new.sentAt, new.nextAttemptAt) / 3600000, iif(new.status = 'sent', 'mailsSent', 'mailsDead'), 1 WHERE old.status = 'owed' AND new.status IN ('sent', 'dead') ON CONFLICT DO UPDATE SET count = count + 1; DELETE FROM referrals WHERE id = new.subjectId AND new.kind = 'permissionWithdrawn' AND new.status IN ('sent', 'dropped') AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;
--> statement-breakpoint
CREATE TRIGGER outbox_delete AFTER DELETE ON outbox BEGIN UPDATE mail_counts SET count = count - 1 WHERE status = old.status; DELETE FROM referrals WHERE id = old.subjectId AND old.kind = 'permissionWithdrawn' AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;
--> statement-breakpoint
CREATE TRIGGER blog_posts_update AFTER UPDATE OF slug, searchText ON blog_posts BEGIN INSERT INTO blog_search(blog_search, rowid, searchText) VALUES ('delete', old.number, old.searchText); INSERT INTO blog_search(rowid, searchText) VALUES (new.number, new.searchText); UPDATE blog_posts SET translationOf = new.slug WHERE translationOf = old.slug AND new.slug <> old.slug; END;
