import { database } from "../../db/database.ts";
import { foldedEmail } from "../../db/model/contact/person.ts";
import { BAD_ADDRESS, LIMITED, POSTPONED, SENDERS_CODE, type Sending, UNKNOWN } from "../../db/model/mail/errors.ts";
import type { MailKind } from "../../db/model/mail/mail.ts";
import type { AlarmName } from "../../db/model/site/alarms.ts";
import { brand } from "../../db/model/site/brand.ts";
import { isEmail } from "../../db/model/text.ts";
import type { Env } from "../env.ts";
import type { Mail, Writer } from "./compose.ts";
import { toApplicant } from "./to-applicant.ts";
import { toRecipient } from "./to-recipient.ts";
import { alarmMail, toStaff } from "./to-staff.ts";
import { toVisitor } from "./to-visitor.ts";

interface Row {
  id: string;
  kind: MailKind;
  createdAt: Date;
}

const writers: Record<MailKind, Writer> = { ...toApplicant, ...toRecipient, ...toVisitor, ...toStaff };

/**
 * Writes and sends a mail. Throws if its subject could not be read; then nothing was sent. Cloudflare sets Message-ID
 * itself, so copies of a mail share a reference instead, and mail programs show them together.
 */
export async function sendMail(env: Env, row: Row & { subjectId: string }): Promise<Sending> {
  const writer: Writer | undefined = writers[row.kind];
  // A newer version of this Worker that is being rolled out may know this kind of mail.
  if (!writer) return { outcome: "postponed", code: "unknown-kind" };
  const written = await writer(database(env.DB), row.subjectId, env);
  return written ? dispatch(env, row, written) : { outcome: "dropped", code: "subject-gone" };
}

/** Sends an alarm without the outbox, if the database fails. True if it may have gone out or has no recipient. */
export async function sendAlarm(env: Env, name: AlarmName, since: Date) {
  if (!env.ALERT_EMAIL) return true;
  const mail = alarmMail(env, { name, since, endedAt: null });
  const { outcome } = await dispatch(env, { id: `${name}-${since.getTime()}`, kind: "alarm", createdAt: since }, mail);
  return outcome === "sent" || outcome === "unknown";
}

async function dispatch(env: Env, { id, kind }: Row, mail: Mail): Promise<Sending> {
  if (!mayReceive(env, mail.to)) return { outcome: "dropped", code: "not-on-mail-only-to" };
  // Leads once went to programs, too. Nothing reaches those anymore.
  if (mail.to.startsWith("https://")) return { outcome: "dropped", code: "no-webhooks" };
  if (!isEmail(mail.to)) return { outcome: "refused", code: BAD_ADDRESS };
  if (!env.EMAIL) {
    console.log(JSON.stringify({ level: "info", event: "mail not sent: no sender is bound", kind, id }));
    return { outcome: "sent", messageId: null };
  }
  try {
    const headers = { ...mail.headers, References: `<${id}@${env.MAIL_FROM.split("@").at(-1)}>` };
    const from = { name: brand.name, email: env.MAIL_FROM };
    const accepted = await env.EMAIL.send({ from, ...replyTo(), ...mail, headers });
    return { outcome: "sent", messageId: accepted?.messageId ?? null };
  } catch (error) {
    return judged(error);
  }
}

/** What an error of the binding means. We keep only its code, because its message may contain the address. */
function judged(error: unknown): Sending {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string" || !SENDERS_CODE.test(code)) return { outcome: "unknown", code: "no-answer" };
  if (UNKNOWN.includes(code)) return { outcome: "unknown", code };
  if (LIMITED.includes(code)) return { outcome: "limited", code };
  return { outcome: POSTPONED.includes(code) ? "postponed" : "refused", code };
}

/** Whether this address may get mail. On staging, MAIL_ONLY_TO allows only a few. */
function mayReceive({ MAIL_ONLY_TO }: Env, address: string) {
  if (MAIL_ONLY_TO === undefined) return true;
  return MAIL_ONLY_TO.split(",").some((allowed) => foldedEmail(allowed) === foldedEmail(address));
}

function replyTo() {
  return brand.email ? { replyTo: brand.email } : {};
}
