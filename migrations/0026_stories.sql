-- contract: surveys by mail are gone. Until the new version is published, the one before says that stories cannot be shown right now.
CREATE TABLE `stories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`city` text NOT NULL,
	`stars` integer,
	`text` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`isCompensated` integer NOT NULL,
	`agreedBy` text NOT NULL,
	`agreedOn` text NOT NULL,
	`agreedHow` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
-- What was shown stays, with the permission. The other answers go.
INSERT INTO stories (id, name, city, stars, text, language, isCompensated, agreedBy, agreedOn, agreedHow, createdAt) SELECT id, name, story ->> 'city', stars, story ->> 'quote', language, story ->> 'isCompensated', coalesce((SELECT fullName FROM applications WHERE id = surveys.applicationId), name), substr(releases ->> '$[#-1].receivedAt', 1, 10), 'Checked the box ' || (releases ->> '$[#-1].textId') || ' in our survey, received ' || (releases ->> '$[#-1].receivedAt') || coalesce(' from ' || (releases ->> '$[#-1].ip'), ''), story ->> 'publishedAt' FROM surveys WHERE story IS NOT NULL AND releases <> '[]' AND releases ->> '$[#-1].takenBackAt' IS NULL;
--> statement-breakpoint
DELETE FROM outbox WHERE kind = 'survey';
--> statement-breakpoint
DELETE FROM jobs WHERE name = 'survey';
--> statement-breakpoint
DROP TRIGGER surveys_go;
--> statement-breakpoint
DROP TABLE `surveys`;
--> statement-breakpoint
ALTER TABLE `kept_consents` DROP COLUMN `releases`;
