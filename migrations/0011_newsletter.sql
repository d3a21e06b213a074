CREATE TABLE `mailings` (
	`postId` text PRIMARY KEY NOT NULL,
	`startedAt` integer NOT NULL,
	`upTo` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`endedAt` integer
);
--> statement-breakpoint
ALTER TABLE `blog_posts` ADD `publishAt` integer;--> statement-breakpoint
CREATE INDEX `blog_posts_scheduled` ON `blog_posts` (`publishAt`) WHERE publishAt is not null;