import { type SQL, sql } from "drizzle-orm";
import type { MailKind } from "../../db/model/mail/mail.ts";
import { newsOfCase } from "../../db/model/queue/news.ts";
import { outbox } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { tellDesk } from "../http/tell.ts";

/** Things of a case that a mail can be about. */
const SUBJECTS = ["appointments", "codes", "letters", "permissions", "referrals"];

/** Of a changed mail: what says where the desk shows it. `caseId`: the case that it is about, if it is about one. */
export const shown = {
  kind: outbox.kind,
  caseId: sql`coalesce(
    (select id from applications where id = outbox.subjectId),
    ${sql.raw(SUBJECTS.map((table) => `(select applicationId from ${table} where id = outbox.subjectId)`).join())},
    (select applicationId from case_events where id = cast(outbox.subjectId as integer) and cast(id as text) = outbox.subjectId)
  )` as SQL<string | null>,
};

/** Tells open desks that these mails have ended, or have begun anew. */
export async function tellOfMails(env: Env, mails: { kind: MailKind; caseId: string | null }[]) {
  if (mails.length === 0) return;
  const cases = mails.flatMap(({ caseId }) => (caseId === null ? [] : newsOfCase(caseId)));
  const replies = mails.some(({ kind }) => kind === "messageReply") ? (["messages"] as const) : [];
  await tellDesk(env, "outbox", ...replies, ...cases);
}
