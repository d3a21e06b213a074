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
-- What follows from a deed is decided with it (db/model/case/follow.ts).
DROP TRIGGER first_contact;--> statement-breakpoint
DROP TRIGGER next_end;--> statement-breakpoint
DROP TRIGGER appointments_end;--> statement-breakpoint
DROP TRIGGER mails_end;--> statement-breakpoint
DROP TRIGGER applications_closed;
