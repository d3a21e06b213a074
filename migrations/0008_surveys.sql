CREATE TABLE `surveys` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`mailboxHash` text NOT NULL,
	`phoneHash` text,
	`appliedAt` integer NOT NULL,
	`askedAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`stoppedAt` integer,
	`language` text DEFAULT 'en' NOT NULL,
	`recommends` integer,
	`stars` integer,
	`comment` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`answeredAt` integer,
	`releases` text DEFAULT '[]' NOT NULL,
	`story` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `surveys_applicationId_unique` ON `surveys` (`applicationId`);--> statement-breakpoint
CREATE UNIQUE INDEX `surveys_mailboxHash_unique` ON `surveys` (`mailboxHash`);--> statement-breakpoint
CREATE UNIQUE INDEX `surveys_phoneHash_unique` ON `surveys` (`phoneHash`);--> statement-breakpoint
CREATE INDEX `surveys_answered` ON `surveys` (`answeredAt`,`recommends`) WHERE answeredAt is not null;--> statement-breakpoint
CREATE INDEX `surveys_shown` ON `surveys` (`id`) WHERE story is not null;--> statement-breakpoint
ALTER TABLE `kept_consents` ADD `releases` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
-- A deletion on request keeps the proof of what was allowed, and that this person was asked.
CREATE TRIGGER surveys_go AFTER INSERT ON kept_consents BEGIN UPDATE kept_consents SET releases = coalesce((SELECT releases FROM surveys WHERE applicationId = new.applicationId), releases) WHERE applicationId = new.applicationId; UPDATE surveys SET applicationId = id, language = 'en', recommends = NULL, stars = NULL, comment = '', name = '', city = '', answeredAt = NULL, releases = '[]', story = NULL, version = version + 1 WHERE applicationId = new.applicationId; END;
