-- Kinds of mail are named in one style.
UPDATE outbox SET kind = 'contactNotice' WHERE kind = 'contact-notice';--> statement-breakpoint
UPDATE outbox SET kind = 'deletionCode' WHERE kind = 'deletion-code';--> statement-breakpoint
UPDATE outbox SET kind = 'newsletterConfirmation' WHERE kind = 'newsletter-confirm';
