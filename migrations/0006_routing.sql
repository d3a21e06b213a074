CREATE TABLE `answer_totals` (
	`recipientId` text NOT NULL,
	`band` text NOT NULL,
	`decided` integer NOT NULL,
	`approved` integer NOT NULL,
	`rate` integer,
	`version` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`recipientId`, `band`)
);
--> statement-breakpoint
CREATE TABLE `suggestions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`applicationId` text NOT NULL,
	`at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`version` integer NOT NULL,
	`suggested` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `suggestions_by_application` ON `suggestions` (`applicationId`);--> statement-breakpoint
ALTER TABLE `applications` ADD `routedWith` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `suggestedLenders` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `approvalRank` integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
CREATE INDEX `applications_routed` ON `applications` (`routedWith`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `applications_queue_approval` ON `applications` (`status`,`approvalRank`,`dueAt`,`number`) WHERE outcome is null;--> statement-breakpoint
ALTER TABLE `dealers` ADD `firmOrder` integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE `lenders` ADD `firmOrder` integer DEFAULT 100 NOT NULL;--> statement-breakpoint
INSERT INTO answer_totals (recipientId, band, decided, approved) SELECT recipientId, CASE WHEN scoresForecast < 40 THEN 'low' WHEN scoresForecast < 70 THEN 'middle' ELSE 'high' END, count(*), sum(answer = 'approved') FROM referrals JOIN applications ON applications.id = applicationId WHERE answer IN ('approved', 'declined') AND scoresForecast IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
UPDATE answer_totals SET rate = CAST(round(100.0 * approved / decided) AS integer), version = 1 WHERE decided >= 30;
--> statement-breakpoint
CREATE TRIGGER suggestions_update BEFORE UPDATE ON suggestions BEGIN SELECT RAISE(ABORT, 'suggestions is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER suggestions_go AFTER DELETE ON applications BEGIN DELETE FROM suggestions WHERE applicationId = old.id; END;
