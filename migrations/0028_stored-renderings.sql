ALTER TABLE `blog_posts` ADD `rendering` text;--> statement-breakpoint
ALTER TABLE `blog_posts` ADD `renderedFrom` text;