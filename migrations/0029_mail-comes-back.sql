ALTER TABLE `contact_messages` ADD `continues` text;--> statement-breakpoint
CREATE INDEX `contact_messages_by_first` ON `contact_messages` (`continues`) WHERE continues is not null;