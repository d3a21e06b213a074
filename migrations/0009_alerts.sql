ALTER TABLE `sessions` ADD `pushEndpoint` text;--> statement-breakpoint
ALTER TABLE `users` ADD `alertEmail` text;