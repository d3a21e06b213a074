CREATE TABLE `visit_totals` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`stage` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`, `stage`)
);
--> statement-breakpoint
ALTER TABLE `applications` ADD `attribution` text DEFAULT '{}' NOT NULL;