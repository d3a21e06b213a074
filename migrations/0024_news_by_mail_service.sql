-- contract: until its new version is published, a minute later, a job that fails once is all that misses this table. A mail service sends posts from now on.
DROP TABLE `mailings`;
--> statement-breakpoint
DELETE FROM outbox WHERE kind = 'news';
