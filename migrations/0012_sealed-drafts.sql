CREATE TABLE `sealed_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sealed_drafts_by_time` ON `sealed_drafts` (`createdAt`);