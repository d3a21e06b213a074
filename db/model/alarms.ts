/** Trouble that the firm is told about: by a mail when it begins, and on the status page as long as it lasts. */
export type AlarmName = "cronSilent" | "databaseRefusing" | "mailDead" | "backupOld";

/** What each means and what to do, for people who are no engineers. */
export const alarmWords: Record<AlarmName, { title: string; meaning: string }> = {
  cronSilent: {
    title: "The site's clock stands still",
    meaning:
      "What runs every minute did not run for more than 10 minutes. Until it does, mail that failed once is not tried again. Look at Workers, Settings, Trigger events in the Cloudflare dashboard.",
  },
  databaseRefusing: {
    title: "The database does not answer",
    meaning:
      "Applications cannot be sent now; visitors are told so, and what they typed stays in their browsers. Look at cloudflarestatus.com and at the database in the Cloudflare dashboard.",
  },
  mailDead: {
    title: "Mail could not be delivered",
    meaning:
      "At least one mail was given up in the last 24 hours. It waits under Manage at the desk, where it can be tried again.",
  },
  backupOld: {
    title: "There is no fresh backup",
    meaning: "The last backup that ended well is older than 26 hours.",
  },
};

/** The cron runs every minute. */
export const CRON_SILENT_MINUTES = 10;
export const BACKUP_OLD_HOURS = 26;
/** How long a mail that died keeps its alarm on: as long as another one that dies is no news. */
export const MAIL_DEAD_HOURS = 24;
/** The office hears of new applications at most this often. */
export const NOTICE_MINUTES = 10;
/** In the morning, in Texas. */
export const DIGEST_HOUR = 8;

/** The jobs of ours whose times are kept. `applications` is the notice of new ones. */
export type JobName = "sweep" | "purge" | "backup" | "restore trial" | "digest" | "applications";
