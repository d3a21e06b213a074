CREATE TABLE `papers` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`paper` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`secret` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`receivedAt` integer,
	`type` text,
	`pages` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `papers_once` ON `papers` (`applicationId`,`sha256`);--> statement-breakpoint
CREATE INDEX `papers_by_time` ON `papers` (`createdAt`);
--> statement-breakpoint
CREATE TRIGGER papers_go AFTER DELETE ON applications BEGIN DELETE FROM papers WHERE applicationId = old.id; END;
