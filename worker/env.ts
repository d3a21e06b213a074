/** What wrangler.toml binds. */
export interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  MEDIA: R2Bucket;
  /** Nightly backups and copies of images (worker/operations/backup.ts). Nothing that answers requests reads it. */
  BACKUPS: R2Bucket;
  /** Who may write posts: `staff` when deployed; `local` lets anybody until the first author is added. */
  AUTHORING: "staff" | "local";
  /** Who must give a second factor: everybody when `required`, as deployed; those who have set one up when `optional`. */
  SECOND_FACTOR: "required" | "optional";
  /** Carries ids of outbox rows, so that mail need not wait for the cron. */
  DOORBELL: Queue<string>;
  /** Counts the requests of each client roughly (worker/http/limits.ts). */
  FLOOD_GUARD: RateLimit;
  /** The same for all that comes with session cookies from one network: ten times as much. */
  OFFICE_GUARD: RateLimit;
  /** Without it mail is only logged. */
  EMAIL?: SendEmail;
  /** Where the site is, for links in mail: an origin without a slash at the end. */
  SITE_URL: string;
  /** The sender's address of every mail. */
  MAIL_FROM: string;
  /** Where contact messages are announced; empty: nowhere. */
  OFFICE_EMAIL: string;
  /** Sent as X-Robots-Tag with every response. Absent where people should find the site. */
  ROBOTS?: string;
  /** The only addresses that get mail, separated by commas. Absent where everybody gets mail. */
  MAIL_ONLY_TO?: string;
  /** Keys of Cloudflare Turnstile (worker/http/turnstile.ts). Unless both are there, nothing asks it. */
  TURNSTILE_SITE_KEY?: string;
  TURNSTILE_SECRET_KEY?: string;
  /** Gets notices of new applications and of trouble, and a digest each morning. Empty: nobody does. */
  ALERT_EMAIL: string;
  /** Which version of the Worker this is. */
  VERSION: WorkerVersionMetadata;
  /** How limits count (worker/http/limits.ts): as promised, a hundred times wider, or not at all. */
  LIMITS: "strict" | "local" | "off";
  /**
   * Secret key for applicants' references, for hashes of clients' addresses, mailed codes and recovery codes, and for the secrets
   * of authenticator apps. With another key later mails about an application name a reference that does not open it (references given
   * out before keep working), and apps and recovery codes stop working.
   */
  HASH_KEY: string;
}
