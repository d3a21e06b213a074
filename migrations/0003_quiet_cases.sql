DROP INDEX `audit_by_action`;--> statement-breakpoint
ALTER TABLE `applications` ADD `heardAt` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `isArchived` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `applications_quiet` ON `applications` (`isArchived`,`heardAt`) WHERE outcome is not null;--> statement-breakpoint
UPDATE applications SET heardAt = coalesce((SELECT max(at) FROM case_events WHERE applicationId = applications.id), createdAt);--> statement-breakpoint
-- A closed case of which nothing was heard for long moves into a file, and its events with it.
DROP TRIGGER case_events_delete;
--> statement-breakpoint
CREATE TRIGGER case_events_delete BEFORE DELETE ON case_events WHEN EXISTS (SELECT 1 FROM applications WHERE id = old.applicationId AND NOT isArchived) BEGIN SELECT RAISE(ABORT, 'case_events is append-only'); END;
