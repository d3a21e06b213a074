/** Problems that the firm hears of: by mail when they start, and on the status page while they last. */
export type AlarmName = "cronSilent" | "databaseRefusing" | "mailDead" | "jobStuck" | "codesGuessed" | "setUpWrongly";

/** What each alarm means and what to do, for people who are not engineers. */
export const alarmWords: Record<AlarmName, { title: string; meaning: string }> = {
  cronSilent: {
    title: "The site’s clock has stopped",
    meaning:
      "The job that should run every minute did not run for more than 10 minutes. Until it runs again, mail that failed once is not tried again. In the Cloudflare dashboard, look at Workers, Settings, Trigger events.",
  },
  databaseRefusing: {
    title: "The database does not answer",
    meaning:
      "Visitors cannot send applications right now. The site tells them so, and what they typed stays in their browsers. Look at cloudflarestatus.com and at the database in the Cloudflare dashboard.",
  },
  mailDead: {
    title: "Mail could not be delivered",
    meaning:
      "The site gave up on at least one mail in the last 24 hours. You can have it tried again at the desk: Manage, Status.",
  },
  jobStuck: {
    title: "A job of the site does not end",
    meaning:
      "One of the jobs that run each minute or each night has not ended for 24 hours, so old data may stay or reminders may wait. The other jobs go on. At the desk, Manage, Status shows which it is; the Worker’s logs in the Cloudflare dashboard say why.",
  },
  codesGuessed: {
    title: "Somebody is guessing a member’s sign-in codes",
    meaning:
      "They know the member’s password. The audit log says whose, at the desk under Manage. If it was not the member, reset the password there.",
  },
  setUpWrongly: {
    title: "A setting of the site is wrong",
    meaning:
      "Somebody changed a variable or a secret of the site at Cloudflare. The address /api/health says in a sentence which one, and what it should be.",
  },
};

/** The cron job runs every minute. */
export const CRON_SILENT_MINUTES = 10;
export const CRON_SILENT = `The job that should run every minute has not run for ${CRON_SILENT_MINUTES} minutes.`;
/** How long the alarm lasts after a mail died. Another dead mail within this time sends no new alarm. */
export const MAIL_DEAD_HOURS = 24;
/** How long the alarm lasts after ten wrong codes for a member. */
export const CODES_GUESSED_HOURS = 24;
/** The office gets a mail about overdue applications at most this often. */
export const NOTICE_MINUTES = 10;
/** The hour of the morning digest, in Texas. */
export const DIGEST_HOUR = 8;

/** A job that has not ended for so long is an alarm. One of each minute has not ended as long as it fails. */
export const JOB_STUCK_HOURS = 24;
export const MINUTE_JOBS = ["key check", "routing", "reminders", "scheduled posts", "erasures"] as const;
export type MinuteJob = (typeof MINUTE_JOBS)[number];
export const NIGHT_JOBS = ["purge people", "thin cases", "purge papers", "purge posts", "rates", "renderings"] as const;
export type NightJob = (typeof NIGHT_JOBS)[number];

/** Jobs whose last run we record. `applications` reports new applications, `overdue` those with a broken promise. */
export type JobName = MinuteJob | NightJob | "sweep" | "key" | "digest" | "applications" | "overdue";
