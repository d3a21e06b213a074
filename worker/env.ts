import type { News } from "../db/model/queue/news.ts";

/** What the object that holds the sockets does for the rest of the Worker. */
export interface Desks {
  tell(news: News[]): void;
}

/** The Worker's bindings and variables from wrangler.toml. */
export interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  MEDIA: R2Bucket;
  /** Nightly backups and copies of images (worker/operations/backup.ts). No request reads it. */
  BACKUPS: R2Bucket;
  /** What applicants send us, encrypted (worker/papers/store.ts). */
  PAPERS: R2Bucket;
  /** Who may write posts: `staff` when deployed; `local` lets anybody until the first author is added. */
  AUTHORING: "staff" | "local";
  /** `required`, as deployed: everybody needs a second factor. `optional`: only members who have set one up. */
  SECOND_FACTOR: "required" | "optional";
  /** A queue of outbox ids, so that mail need not wait for the cron job. */
  DOORBELL: Queue<string>;
  /** Holds the sockets of open desks (worker/http/desk-live.ts). */
  DESK_LIVE: DurableObjectNamespace<Rpc.DurableObjectBranded & Desks>;
  /** Counts each client's requests roughly (worker/http/limits.ts). */
  FLOOD_GUARD: RateLimit;
  /** The same for all that comes with session cookies from one network: ten times as much. */
  OFFICE_GUARD: RateLimit;
  /** Without it, mail is only logged. */
  EMAIL?: SendEmail;
  /** The site's address for links in mail: an origin without a slash at the end. */
  SITE_URL: string;
  /** The sender of every mail. */
  MAIL_FROM: string;
  /** Gets a mail about each contact message; empty: nobody does. */
  OFFICE_EMAIL: string;
  /** X-Robots-Tag of every response. Absent if people should find the site. */
  ROBOTS?: string;
  /** The only addresses that may get mail, separated by commas. Absent: all may. */
  MAIL_ONLY_TO?: string;
  /** Keys of Cloudflare Turnstile (worker/http/turnstile.ts). Unless both are there, nothing asks it. */
  TURNSTILE_SITE_KEY?: string;
  TURNSTILE_SECRET_KEY?: string;
  /** Gets mails about new applications and problems, and the morning digest. Empty: nobody does. */
  ALERT_EMAIL: string;
  /** The private key, as JWK, of notifications to members' devices (worker/staff/push.ts). Without it there are none. */
  PUSH_KEY?: string;
  /** The version of the Worker. */
  VERSION: WorkerVersionMetadata;
  /** How limits count (worker/http/limits.ts): `local` is a hundred times wider. */
  LIMITS: "strict" | "local" | "off";
  /**
   * The secret key for references, hashes of clients and codes, and secrets of authenticator apps, webhooks and applicants' papers. After a
   * change, mails name references that do not work (known ones still do); apps and recovery codes stop working, webhooks wait for new
   * secrets, and nobody can open the papers.
   */
  HASH_KEY: string;
}
