CREATE TABLE `alarms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`since` integer NOT NULL,
	`endedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_open` ON `alarms` (`name`) WHERE endedAt is null;--> statement-breakpoint
CREATE INDEX `alarms_by_time` ON `alarms` (`since`);--> statement-breakpoint
CREATE TABLE `applications` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`referenceHash` text NOT NULL,
	`fullName` text NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`city` text NOT NULL,
	`zip` text NOT NULL,
	`birthYear` integer,
	`employmentType` text NOT NULL,
	`timeOnCurrentJobYears` integer,
	`timeOnCurrentJobMonths` integer,
	`timeOnPreviousJobYears` integer,
	`timeOnPreviousJobMonths` integer,
	`grossMonthlyIncome` integer NOT NULL,
	`timeAtCurrentResidenceYears` integer,
	`timeAtCurrentResidenceMonths` integer,
	`timeAtPreviousResidenceYears` integer,
	`timeAtPreviousResidenceMonths` integer,
	`housingType` text NOT NULL,
	`monthlyRentMortgage` integer,
	`hasActiveBank` integer NOT NULL,
	`accountType` text,
	`bankName` text,
	`bankruptcyStatus` text NOT NULL,
	`repoLast12Months` integer NOT NULL,
	`mortgageDelinquent` integer NOT NULL,
	`idType` text NOT NULL,
	`autoFinanceHistory` text NOT NULL,
	`currentFinanceCompany` text,
	`titleHolder` text NOT NULL,
	`cashDownPayment` integer NOT NULL,
	`downPaymentAvailable` text NOT NULL,
	`purchaseTimeline` text NOT NULL,
	`consentTexts` integer NOT NULL,
	`consentElectronic` integer NOT NULL,
	`certifyAccurate` integer NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`scoresForecast` integer,
	`flagsJson` text,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`status` text DEFAULT 'submitted' NOT NULL,
	`forecastVersion` integer NOT NULL,
	`forecastPoints` text NOT NULL,
	`consentRecord` text NOT NULL,
	`idempotencyKeyHash` text,
	`answersHash` text NOT NULL,
	`phoneDigits` text NOT NULL,
	`emailFolded` text NOT NULL,
	`reachedEmail` text,
	`emailSetBy` text,
	`dueAt` integer DEFAULT 0 NOT NULL,
	`queueRank` integer DEFAULT 0 NOT NULL,
	`ownerId` text,
	`contactStoppedAt` integer,
	`contactResumedAt` integer,
	`outcome` text,
	`closedFrom` text,
	`metro` text,
	`source` text,
	`nextKind` text,
	`nextNote` text,
	`nextAt` integer,
	`firstContactAt` integer,
	`firstContactBy` text,
	`overdueToldAt` integer,
	`mergedInto` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_id_unique` ON `applications` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_referenceHash_unique` ON `applications` (`referenceHash`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_idempotencyKeyHash_unique` ON `applications` (`idempotencyKeyHash`);--> statement-breakpoint
CREATE INDEX `applications_by_phone` ON `applications` (`phoneDigits`);--> statement-breakpoint
CREATE INDEX `applications_by_email` ON `applications` (`emailFolded`);--> statement-breakpoint
CREATE INDEX `applications_by_name` ON `applications` (`zip`,"fullName" collate nocase);--> statement-breakpoint
CREATE INDEX `applications_by_time` ON `applications` ("createdAt" desc,`id`);--> statement-breakpoint
CREATE INDEX `applications_queue` ON `applications` (`status`,`dueAt`,`queueRank`,`id`);--> statement-breakpoint
CREATE INDEX `applications_queue_by_owner` ON `applications` (`ownerId`,`status`,`dueAt`,`queueRank`,`id`);--> statement-breakpoint
CREATE INDEX `applications_queue_spanish` ON `applications` (`status`,`dueAt`,`queueRank`,`id`) WHERE language = 'es';--> statement-breakpoint
CREATE INDEX `applications_queue_spanish_by_owner` ON `applications` (`ownerId`,`status`,`dueAt`,`queueRank`,`id`) WHERE language = 'es';--> statement-breakpoint
CREATE INDEX `applications_working` ON `applications` (`status`,`nextAt`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `applications_next` ON `applications` (`ownerId`,`nextAt`) WHERE outcome is null;--> statement-breakpoint
CREATE INDEX `applications_uncontacted` ON `applications` (`overdueToldAt`,`dueAt`) WHERE firstContactAt is null and outcome is null and contactStoppedAt is null;--> statement-breakpoint
CREATE INDEX `applications_queue_metro` ON `applications` (`metro`,`status`,`dueAt`,`queueRank`,`id`);--> statement-breakpoint
CREATE INDEX `applications_merged` ON `applications` (`mergedInto`) WHERE mergedInto is not null;--> statement-breakpoint
CREATE INDEX `applications_first_contact` ON `applications` (`firstContactAt`) WHERE firstContactAt is not null;--> statement-breakpoint
CREATE INDEX `applications_conversion` ON `applications` (`createdAt`,`source`,`status`,`closedFrom`,`outcome`,`firstContactAt`);--> statement-breakpoint
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`startsAt` integer,
	`dueAt` integer NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`endedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_open` ON `appointments` (`applicationId`) WHERE endedAt is null;--> statement-breakpoint
CREATE INDEX `appointments_by_application` ON `appointments` (`applicationId`,`sequence`);--> statement-breakpoint
CREATE INDEX `appointments_by_slot` ON `appointments` (`startsAt`) WHERE endedAt is null;--> statement-breakpoint
CREATE INDEX `appointments_due` ON `appointments` (`dueAt`,`id`) WHERE endedAt is null;--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`userId` text NOT NULL,
	`username` text NOT NULL,
	`action` text NOT NULL,
	`subjectId` text,
	`isAllowed` integer NOT NULL,
	`change` text
);
--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`userId`,`action`,`subjectId`,`at`);--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_by_subject` ON `audit` (`subjectId`,`id`) WHERE subjectId is not null;--> statement-breakpoint
CREATE INDEX `audit_by_member` ON `audit` (`userId`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_kind` ON `audit` (`action`,`id`);--> statement-breakpoint
CREATE TABLE `blog_posts` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`heroImageUrl` text,
	`heroImageAlt` text,
	`content` text NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`translationOf` text,
	`published` integer DEFAULT false NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updatedAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`deletedAt` integer,
	`searchText` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blog_posts_id_unique` ON `blog_posts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `blog_posts_slug_unique` ON `blog_posts` (`slug`);--> statement-breakpoint
CREATE INDEX `blog_posts_published` ON `blog_posts` ("language" desc,"createdAt" desc,"id" desc) WHERE published = 1 and deletedAt is null;--> statement-breakpoint
CREATE INDEX `blog_posts_translations` ON `blog_posts` (`translationOf`) WHERE translationOf is not null;--> statement-breakpoint
CREATE INDEX `blog_posts_binned` ON `blog_posts` (`deletedAt`) WHERE deletedAt is not null;--> statement-breakpoint
CREATE INDEX `blog_posts_unpublished` ON `blog_posts` ("updatedAt" desc) WHERE published = 0 or deletedAt is not null;--> statement-breakpoint
CREATE TABLE `blog_redirects` (
	`slug` text PRIMARY KEY NOT NULL,
	`postId` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `call_capacity` (
	`id` text PRIMARY KEY NOT NULL,
	`places` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `case_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`applicationId` text NOT NULL,
	`at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`userId` text,
	`event` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `case_events_by_application` ON `case_events` (`applicationId`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`purpose` text NOT NULL,
	`codeHash` text,
	`expiresAt` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_once` ON `codes` (`applicationId`,`purpose`);--> statement-breakpoint
CREATE INDEX `codes_by_end` ON `codes` (`expiresAt`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`message` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`replyTo` text,
	`sender` text,
	`contactStoppedAt` integer,
	`status` text DEFAULT 'new' NOT NULL,
	`ownerId` text,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_messages_by_status` ON `contact_messages` (`status`,`createdAt`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_time` ON `contact_messages` (`createdAt`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_sender` ON `contact_messages` (`sender`);--> statement-breakpoint
CREATE INDEX `contact_messages_by_owner` ON `contact_messages` (`ownerId`,`status`,`createdAt`) WHERE ownerId is not null;--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`max` integer NOT NULL,
	`endsAt` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_by_end` ON `counters` (`endsAt`);--> statement-breakpoint
CREATE TABLE `dealers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`metro` text NOT NULL,
	`leadAddress` text NOT NULL,
	`contactPerson` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`isActive` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `forecast_results` (
	`score` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`approved` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `hourly_counts` (
	`hour` integer NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`hour`, `name`)
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`startedAt` integer,
	`endedAt` integer,
	`detail` text
);
--> statement-breakpoint
CREATE TABLE `kept_consents` (
	`applicationId` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`consentRecord` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`appliedAt` integer NOT NULL,
	`deletedAt` integer NOT NULL,
	`notedAt` integer
);
--> statement-breakpoint
CREATE INDEX `kept_consents_by_time` ON `kept_consents` (`appliedAt`);--> statement-breakpoint
CREATE INDEX `kept_consents_to_note` ON `kept_consents` (`deletedAt`) WHERE notedAt is null;--> statement-breakpoint
CREATE TABLE `lenders` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`leadAddress` text NOT NULL,
	`criteria` text NOT NULL,
	`contactPerson` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`isActive` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `letter_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`isActive` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letter_templates_once` ON `letter_templates` (`name`,`language`);--> statement-breakpoint
CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`userId` text NOT NULL,
	`name` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `letters_by_application` ON `letters` (`applicationId`);--> statement-breakpoint
CREATE TABLE `mail_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `message_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`messageId` text NOT NULL,
	`userId` text NOT NULL,
	`text` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `message_replies_by_message` ON `message_replies` (`messageId`);--> statement-breakpoint
CREATE TABLE `newsletter_subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`emailFolded` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`consentTextId` text NOT NULL,
	`requestedAt` integer NOT NULL,
	`confirmedAt` integer,
	`unsubscribedAt` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newsletter_subscribers_emailFolded_unique` ON `newsletter_subscribers` (`emailFolded`);--> statement-breakpoint
CREATE INDEX `newsletter_subscribers_by_status` ON `newsletter_subscribers` (`status`,`requestedAt`);--> statement-breakpoint
CREATE TABLE `newsletter_tokens` (
	`tokenHash` text PRIMARY KEY NOT NULL,
	`subscriberId` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newsletter_tokens_by_subscriber` ON `newsletter_tokens` (`subscriberId`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subjectId` text NOT NULL,
	`status` text DEFAULT 'owed' NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`revivedAt` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`unknownOutcomes` integer DEFAULT 0 NOT NULL,
	`nextAttemptAt` integer DEFAULT 0 NOT NULL,
	`leasedUntil` integer,
	`sentAt` integer,
	`lastError` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`subjectId`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_by_due` ON `outbox` (`status`,`nextAttemptAt`);--> statement-breakpoint
CREATE INDEX `outbox_ended` ON `outbox` (`createdAt`) WHERE status <> 'owed' and (status = 'sent' or kind not in ('dealerLead', 'lenderLead'));--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (case when "revivedAt" is null then "createdAt" else "revivedAt" end) WHERE status = 'owed' and unknownOutcomes = 0;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`userId` text NOT NULL,
	`publicKey` text NOT NULL,
	`counter` integer NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`userId`);--> statement-breakpoint
CREATE TABLE `permissions` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`kind` text NOT NULL,
	`recipientId` text NOT NULL,
	`recipientName` text NOT NULL,
	`fields` text NOT NULL,
	`words` text NOT NULL,
	`textId` text NOT NULL,
	`wordsSha256` text NOT NULL,
	`askedBy` text NOT NULL,
	`askedAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`state` text NOT NULL,
	`decidedAt` integer,
	`how` text,
	`recordedBy` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `permissions_once` ON `permissions` (`applicationId`,`recipientId`,`recipientName`,`fields`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`codeHash` text PRIMARY KEY NOT NULL,
	`userId` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_by_user` ON `recovery_codes` (`userId`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` text PRIMARY KEY NOT NULL,
	`applicationId` text NOT NULL,
	`kind` text NOT NULL,
	`recipientId` text NOT NULL,
	`recipientName` text NOT NULL,
	`recipientAddress` text NOT NULL,
	`fields` text NOT NULL,
	`userId` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`permissionId` text NOT NULL,
	`permittedAt` integer NOT NULL,
	`answer` text,
	`answeredAt` integer,
	`answerBy` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_once` ON `referrals` (`permissionId`,`permittedAt`);--> statement-breakpoint
CREATE INDEX `referrals_by_application` ON `referrals` (`applicationId`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`tokenHash` text PRIMARY KEY NOT NULL,
	`userId` text NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`lastUsedAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`verifiedAt` integer,
	`challenge` text,
	`newAppSecret` text,
	`challengeEndsAt` integer
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`userId`);--> statement-breakpoint
CREATE INDEX `sessions_by_use` ON `sessions` (`lastUsedAt`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`role` text DEFAULT 'author' NOT NULL,
	`isDemo` integer DEFAULT false NOT NULL,
	`createdAt` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`deactivatedAt` integer,
	`appSecret` text,
	`appStep` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`username`);--> statement-breakpoint
CREATE TABLE `vitals` (
	`day` text NOT NULL,
	`route` text NOT NULL,
	`metric` text NOT NULL,
	`bucket` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `route`, `metric`, `bucket`)
);

--> statement-breakpoint
-- From here on what Drizzle does not know: search indexes and triggers.
CREATE VIRTUAL TABLE blog_search USING fts5(searchText, content='blog_posts', content_rowid='number', tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER blog_search_insert AFTER INSERT ON blog_posts BEGIN INSERT INTO blog_search(rowid, searchText) VALUES (new.number, new.searchText); END;
--> statement-breakpoint
CREATE TRIGGER blog_search_delete AFTER DELETE ON blog_posts BEGIN INSERT INTO blog_search(blog_search, rowid, searchText) VALUES ('delete', old.number, old.searchText); END;
--> statement-breakpoint
CREATE TRIGGER blog_search_update AFTER UPDATE OF searchText ON blog_posts BEGIN INSERT INTO blog_search(blog_search, rowid, searchText) VALUES ('delete', old.number, old.searchText); INSERT INTO blog_search(rowid, searchText) VALUES (new.number, new.searchText); END;
--> statement-breakpoint
CREATE TRIGGER blog_translations AFTER UPDATE OF slug ON blog_posts WHEN new.slug <> old.slug BEGIN UPDATE blog_posts SET translationOf = new.slug WHERE translationOf = old.slug; END;
--> statement-breakpoint
-- Whoever asked us to stop is found by name and id only: no search may lead to the number or address.
CREATE VIEW searched_applications AS SELECT number, id, fullName, iif(contactStoppedAt IS NULL, phoneDigits, '') AS phoneDigits, iif(contactStoppedAt IS NULL, emailFolded, '') AS emailFolded FROM applications;
--> statement-breakpoint
CREATE VIRTUAL TABLE application_search USING fts5(id, fullName, phoneDigits, emailFolded, content='searched_applications', content_rowid='number', tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
CREATE TRIGGER application_search_insert AFTER INSERT ON applications BEGIN INSERT INTO application_search(rowid, id, fullName, phoneDigits, emailFolded) SELECT * FROM searched_applications WHERE number = new.number; END;
--> statement-breakpoint
CREATE TRIGGER application_search_update AFTER UPDATE OF id, fullName, phoneDigits, emailFolded, contactStoppedAt ON applications BEGIN INSERT INTO application_search(application_search, rowid, id, fullName, phoneDigits, emailFolded) VALUES ('delete', old.number, old.id, old.fullName, iif(old.contactStoppedAt IS NULL, old.phoneDigits, ''), iif(old.contactStoppedAt IS NULL, old.emailFolded, '')); INSERT INTO application_search(rowid, id, fullName, phoneDigits, emailFolded) SELECT * FROM searched_applications WHERE number = new.number; END;
--> statement-breakpoint
CREATE TRIGGER applications_delete AFTER DELETE ON applications BEGIN INSERT INTO application_search(application_search, rowid, id, fullName, phoneDigits, emailFolded) VALUES ('delete', old.number, old.id, old.fullName, iif(old.contactStoppedAt IS NULL, old.phoneDigits, ''), iif(old.contactStoppedAt IS NULL, old.emailFolded, '')); DELETE FROM outbox WHERE kind IN ('contactCorrected', 'emailReplaced') AND subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = old.id); DELETE FROM case_events WHERE applicationId = old.id; DELETE FROM outbox WHERE subjectId IN (SELECT id FROM referrals WHERE applicationId = old.id UNION ALL SELECT id FROM permissions WHERE applicationId = old.id UNION ALL SELECT id FROM letters WHERE applicationId = old.id) AND NOT (kind = 'permissionWithdrawn' AND status IN ('owed', 'dead')); DELETE FROM referrals WHERE applicationId = old.id AND NOT EXISTS (SELECT 1 FROM outbox WHERE subjectId = referrals.id); DELETE FROM permissions WHERE applicationId = old.id; DELETE FROM letters WHERE applicationId = old.id; DELETE FROM codes WHERE applicationId = old.id; END;
--> statement-breakpoint
-- Whoever may have got an application that was deleted is still told that the permission is withdrawn; then that goes, too.
CREATE TRIGGER referrals_end AFTER UPDATE OF status ON outbox WHEN new.kind = 'permissionWithdrawn' AND new.status IN ('sent', 'dropped') BEGIN DELETE FROM referrals WHERE id = new.subjectId AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;
--> statement-breakpoint
CREATE TRIGGER referrals_go AFTER DELETE ON outbox WHEN old.kind = 'permissionWithdrawn' BEGIN DELETE FROM referrals WHERE id = old.subjectId AND NOT EXISTS (SELECT 1 FROM applications WHERE id = referrals.applicationId); END;
--> statement-breakpoint
CREATE TRIGGER contact_messages_delete AFTER DELETE ON contact_messages BEGIN DELETE FROM message_replies WHERE messageId = old.id; END;
--> statement-breakpoint
-- What happened stays as it was written. It goes with its application only.
CREATE TRIGGER case_events_update BEFORE UPDATE ON case_events BEGIN SELECT RAISE(ABORT, 'case_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER case_events_delete BEFORE DELETE ON case_events WHEN EXISTS (SELECT 1 FROM applications WHERE id = old.applicationId) BEGIN SELECT RAISE(ABORT, 'case_events is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER counters_over_limit BEFORE UPDATE ON counters WHEN new.count > new.max BEGIN SELECT RAISE(ABORT, 'over limit until ' || new.endsAt); END;
--> statement-breakpoint
-- Counts that would take longer to make with every row that there is.
CREATE TRIGGER mail_counts_insert AFTER INSERT ON outbox BEGIN INSERT INTO mail_counts (status, count) VALUES (new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER mail_counts_update AFTER UPDATE OF status ON outbox WHEN new.status <> old.status BEGIN UPDATE mail_counts SET count = count - 1 WHERE status = old.status; INSERT INTO mail_counts (status, count) VALUES (new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER mail_counts_delete AFTER DELETE ON outbox BEGIN UPDATE mail_counts SET count = count - 1 WHERE status = old.status; END;
--> statement-breakpoint
CREATE TRIGGER forecast_results_insert AFTER INSERT ON applications WHEN new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL BEGIN INSERT INTO forecast_results (score, count, approved) VALUES (new.scoresForecast, 1, new.outcome = 'approved_in_30_days') ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER forecast_results_update_old AFTER UPDATE OF outcome ON applications WHEN old.outcome IN ('approved_in_30_days', 'approved_later', 'declined') BEGIN UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast; END;
--> statement-breakpoint
CREATE TRIGGER forecast_results_update_new AFTER UPDATE OF outcome ON applications WHEN new.outcome IN ('approved_in_30_days', 'approved_later', 'declined') AND new.scoresForecast IS NOT NULL BEGIN INSERT INTO forecast_results (score, count, approved) VALUES (new.scoresForecast, 1, new.outcome = 'approved_in_30_days') ON CONFLICT DO UPDATE SET count = count + 1, approved = approved + excluded.approved; END;
--> statement-breakpoint
CREATE TRIGGER forecast_results_delete AFTER DELETE ON applications WHEN old.outcome IN ('approved_in_30_days', 'approved_later', 'declined') BEGIN UPDATE forecast_results SET count = count - 1, approved = approved - (old.outcome = 'approved_in_30_days') WHERE score = old.scoresForecast; END;
-- What the digest and the status page count (db/model/statistics.ts). The zone of Texas is whole hours from UTC, so hours make up its days.
CREATE TRIGGER count_applications AFTER INSERT ON applications BEGIN INSERT INTO hourly_counts (hour, name, count) VALUES (new.createdAt / 3600000, 'applications', 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER count_messages AFTER INSERT ON contact_messages BEGIN INSERT INTO hourly_counts (hour, name, count) VALUES (new.createdAt / 3600000, 'messages', 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER count_contacts AFTER INSERT ON case_events WHEN json_valid(new.event) AND new.event ->> '$.kind' = 'status' AND new.event ->> '$.from' IN ('submitted', 'in_review') AND new.event ->> '$.to' IN ('contacted', 'docs_requested', 'with_lender', 'introduced') BEGIN INSERT INTO hourly_counts (hour, name, count) VALUES (new.at / 3600000, iif(new.at <= (SELECT dueAt FROM applications WHERE id = new.applicationId), 'contactedInTime', 'contactedLate'), 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER count_outcomes AFTER INSERT ON case_events WHEN json_valid(new.event) AND new.event ->> '$.kind' = 'status' AND new.event ->> '$.outcome' IS NOT NULL BEGIN INSERT INTO hourly_counts (hour, name, count) VALUES (new.at / 3600000, new.event ->> '$.outcome', 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
-- What is reopened, or split from another one, has not ended: its outcome is taken out of the hour in which it was counted.
CREATE TRIGGER count_reopened AFTER INSERT ON case_events WHEN json_valid(new.event) AND (new.event ->> '$.kind' = 'reopened' OR new.event ->> '$.kind' = 'split' AND EXISTS (SELECT 1 FROM applications WHERE id = new.applicationId AND mergedInto = new.event ->> '$.otherId')) BEGIN UPDATE hourly_counts SET count = count - 1 WHERE count > 0 AND (hour, name) = (SELECT at / 3600000, event ->> '$.outcome' FROM case_events WHERE applicationId = new.applicationId AND id < new.id AND event ->> '$.kind' = 'status' AND event ->> '$.outcome' IS NOT NULL ORDER BY id DESC LIMIT 1); END;
--> statement-breakpoint
CREATE TRIGGER count_mails AFTER UPDATE OF status ON outbox WHEN new.status IN ('sent', 'dead') AND old.status = 'owed' BEGIN INSERT INTO hourly_counts (hour, name, count) VALUES (coalesce(new.sentAt, new.nextAttemptAt) / 3600000, iif(new.status = 'sent', 'mailsSent', 'mailsDead'), 1) ON CONFLICT DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
-- A call that was undone was no contact.
CREATE TRIGGER uncount_contacts AFTER INSERT ON case_events WHEN json_valid(new.event) AND new.event ->> '$.kind' = 'callUndone' BEGIN UPDATE hourly_counts SET count = count - 1 WHERE (hour, name) IN (SELECT at / 3600000, iif(at <= (SELECT dueAt FROM applications WHERE id = new.applicationId), 'contactedInTime', 'contactedLate') FROM case_events WHERE applicationId = new.applicationId AND id > new.event ->> '$.call' AND id < new.id AND event ->> '$.to' = 'contacted'); END;
--> statement-breakpoint
-- First contact (db/model/first-contact.ts): the first call that reached them or their voicemail, or a status that says we were in touch.
CREATE TRIGGER first_contact AFTER INSERT ON case_events WHEN json_valid(new.event) AND new.userId IS NOT NULL AND (new.event ->> '$.kind' = 'call' AND new.event ->> '$.outcome' IN ('reached', 'voicemail', 'askedToCallAt', 'askedToStop') OR new.event ->> '$.kind' = 'status' AND new.event ->> '$.to' IN ('contacted', 'docs_requested', 'with_lender', 'introduced')) BEGIN UPDATE applications SET firstContactAt = new.at, firstContactBy = new.userId WHERE id = new.applicationId AND firstContactAt IS NULL AND contactStoppedAt IS NULL; END;
--> statement-breakpoint
-- Nothing is planned for somebody who asked us to stop, or whose application is closed.
CREATE TRIGGER next_end AFTER UPDATE OF contactStoppedAt, outcome ON applications WHEN new.nextAt IS NOT NULL AND (new.contactStoppedAt IS NOT NULL OR new.outcome IS NOT NULL) BEGIN UPDATE applications SET nextKind = NULL, nextNote = NULL, nextAt = NULL WHERE number = new.number; END;
--> statement-breakpoint
-- Nobody is called who asked us to stop, or whose application is closed; the place is free for others.
CREATE TRIGGER appointments_end AFTER UPDATE OF contactStoppedAt, outcome ON applications WHEN new.contactStoppedAt IS NOT NULL OR new.outcome IS NOT NULL BEGIN UPDATE appointments SET endedAt = cast(unixepoch('subsec') * 1000 AS integer) WHERE applicationId = new.id AND endedAt IS NULL; END;
--> statement-breakpoint
CREATE TRIGGER mails_end AFTER UPDATE OF contactStoppedAt ON applications WHEN new.contactStoppedAt IS NOT NULL BEGIN UPDATE outbox SET status = 'dropped', lastError = 'stopped' WHERE +status = 'owed' AND kind IN ('confirmation', 'correctionCode', 'contactCorrected', 'emailReplaced', 'permissionRequest', 'permissionByPhone', 'refusalByPhone', 'formerAddressNote', 'letter', 'appointment', 'appointmentCancelled') AND (subjectId = new.id OR subjectId IN (SELECT id FROM appointments WHERE applicationId = new.id) OR subjectId IN (SELECT id FROM codes WHERE applicationId = new.id) OR subjectId IN (SELECT id FROM permissions WHERE applicationId = new.id) OR subjectId IN (SELECT id FROM letters WHERE applicationId = new.id) OR subjectId IN (SELECT cast(id AS text) FROM case_events WHERE applicationId = new.id)); END;
--> statement-breakpoint
CREATE TRIGGER appointments_go AFTER DELETE ON applications BEGIN DELETE FROM outbox WHERE subjectId IN (SELECT id FROM appointments WHERE applicationId = old.id); DELETE FROM appointments WHERE applicationId = old.id; END;
--> statement-breakpoint
-- What was merged with a deleted application stands alone again; it stays closed.
CREATE TRIGGER merges_end AFTER DELETE ON applications BEGIN UPDATE applications SET mergedInto = NULL WHERE mergedInto = old.id; END;
--> statement-breakpoint
-- How far an application had come when it was closed; what reopens it forgets that.
CREATE TRIGGER applications_closed AFTER UPDATE OF outcome ON applications WHEN (new.outcome IS NULL) <> (old.outcome IS NULL) BEGIN UPDATE applications SET closedFrom = iif(new.outcome IS NULL, NULL, old.status) WHERE number = new.number; END;
