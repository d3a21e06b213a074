import { and, between, count, eq, gte, inArray, isNull, min } from "drizzle-orm";
import { type Database, database } from "../db/database.ts";
import { adfLead } from "../db/model/adf.ts";
import { type AlarmName, alarmWords, type JobName } from "../db/model/alarms.ts";
import { answerRows } from "../db/model/answer-words.ts";
import { brand } from "../db/model/brand.ts";
import type { MailKind } from "../db/model/mail.ts";
import { nextSteps } from "../db/model/next-steps.ts";
import { paths } from "../db/model/paths.ts";
import { foldedEmail } from "../db/model/person.ts";
import { CODE_VALID_MINUTES, CONFIRM_HOURS } from "../db/model/retention.ts";
import { COUNTED_UP_TO, countedLabels, countedNames, dayBefore } from "../db/model/statistics.ts";
import { stages } from "../db/model/status.ts";
import { CENTRAL } from "../db/model/zoned-time.ts";
import {
  alarms,
  applications,
  contactMessages,
  deletionRequests,
  messageReplies,
  newsletterSubscribers,
  referrals,
} from "../db/schema.ts";
import { answersOf } from "./answers.ts";
import { newDeletionCode } from "./deletion.ts";
import type { Env } from "./env.ts";
import { newMailToken } from "./newsletter.ts";
import { referenceOf } from "./reference.ts";
import { readStatus } from "./status.ts";

/** What is said to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Absent where the text is for a machine. */
  html?: string;
  headers?: Record<string, string>;
}

/**
 * How a sending ended. `dropped`: nobody waits for it any more; `refused`: for good; `postponed`: not sent for now;
 * `limited`: the sender takes no more mail for now; `unknown`: it may have gone out or not. `code` is short and holds
 * nothing personal.
 */
export type Sending =
  | { outcome: "sent" }
  | { outcome: "dropped" | "refused" | "postponed" | "limited" | "unknown"; code: string };

/**
 * A paragraph, a heading, a link to press, a sentence that ends with an address of ours, a list of steps, or what somebody
 * else wrote, at length or answer by answer, and figures like answers; sent as text and as HTML. What others wrote is only in the
 * last two, where nothing becomes a link.
 */
type Part =
  | string
  | { heading: string }
  | { link: string; href: string }
  | { sentence: string; href: string }
  | { steps: typeof nextSteps }
  | { quote: string }
  | { answers: [question: string, answer: string][] };

/** Reads what a mail is about and writes it; null when the subject is gone. */
type Writer = (db: Database, subjectId: string, env: Env) => Promise<Mail | null>;

/** Subjects are fixed: nothing that a visitor typed stands in a header. */
const writers: Record<MailKind, Writer> = {
  confirmation: async (db, applicationId, env) => {
    const [application] = await db
      .select({ fullName: applications.fullName, email: applications.email })
      .from(applications)
      .where(and(eq(applications.id, applicationId), isNull(applications.contactStoppedAt)));
    if (!application) return null;
    const ref = await referenceOf(env, applicationId);
    return letter(application.email, "We received your application", [
      greeting(application.fullName),
      `Thank you for applying with ${brand.name}. Your application reached us and a local Texas specialist will read it.`,
      { link: "See your application", href: env.SITE_URL + paths.results(ref) },
      "Anyone who has this link can open your application, so please keep it to yourself.",
      { heading: "What happens in the next 24 hours" },
      { steps: nextSteps },
      { heading: "How to reach us" },
      ...waysToReachUs(env.SITE_URL),
      ...waysToStop(env.SITE_URL, ref),
    ]);
  },
  /** To a dealer: ADF/XML is the whole mail, for the program that reads it there. */
  dealerLead: async (db, referralId, { SITE_URL: siteUrl }) => {
    const found = await referralOf(db, referralId);
    if (!found) return null;
    const { referral, application } = found;
    const lead = {
      id: application.id,
      requestedAt: application.createdAt,
      answers: answersOf(application),
      vendorName: referral.recipientName,
      providerName: brand.name,
      providerUrl: siteUrl,
    };
    return { to: referral.recipientAddress, subject: "New lead (ADF)", text: adfLead(lead, referral.createdAt) };
  },
  /** To a lender: the answers that are meant for lenders, as a list. */
  lenderLead: async (db, referralId) => {
    const found = await referralOf(db, referralId);
    if (!found) return null;
    const { referral, application } = found;
    return letter(referral.recipientAddress, "New application", [
      `${brand.name} sends you an application that may suit you. The applicant agreed to be contacted about it. No credit inquiry may be made without the applicant's separate consent.`,
      `Our number for it: ${application.id}`,
      { heading: "What the applicant wrote" },
      {
        answers: answerRows(referral.fields, answersOf(application)).flatMap(({ label, value }) =>
          value === undefined ? [] : [[label, value]],
        ),
      },
    ]);
  },
  messageReply: async (db, replyId) => {
    const [found] = await db
      .select({
        at: messageReplies.createdAt,
        text: messageReplies.text,
        name: contactMessages.name,
        to: contactMessages.replyTo,
      })
      .from(messageReplies)
      .innerJoin(contactMessages, eq(contactMessages.id, messageReplies.messageId))
      .where(eq(messageReplies.id, replyId));
    if (!found?.to || (await hasStoppedSince(db, found.to, found.at))) return null;
    return letter(found.to, `Your message to ${brand.name}`, [greeting(found.name), ...found.text.split(/\n{2,}/)]);
  },
  contactNotice: async (db, messageId, env) => {
    const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId));
    if (!message) return null;
    return letter(env.OFFICE_EMAIL, "A message from the contact form", [
      "Somebody wrote to us through the contact form. We promise an answer within 24 hours.",
      { heading: "Name" },
      { quote: message.name },
      { heading: "Message" },
      { quote: message.message },
      { heading: "Email or phone" },
      message.replyTo === null ? "None was given." : { quote: message.replyTo },
    ]);
  },
  deletionCode: async (db, requestId, env) => {
    const [request] = await db
      .select({ email: applications.email, fullName: applications.fullName })
      .from(deletionRequests)
      .innerJoin(applications, eq(applications.id, deletionRequests.applicationId))
      .where(eq(deletionRequests.id, requestId));
    if (!request) return null;
    const code = await newDeletionCode(env, db, requestId);
    return letter(request.email, "Your code to delete your application", [
      greeting(request.fullName),
      "Somebody who has your reference, most likely you, asked us to delete your application. To do it, enter this code on the page of your results:",
      { heading: code },
      `It works for ${CODE_VALID_MINUTES} minutes. If you asked more than once, only the newest code works.`,
      "If this was not you, do nothing: without the code your application stays as it is.",
    ]);
  },
  newsletterConfirmation: async (db, subscriberId, { SITE_URL: siteUrl }) => {
    const [subscriber] = await db
      .select({ email: newsletterSubscribers.email })
      .from(newsletterSubscribers)
      .where(and(eq(newsletterSubscribers.id, subscriberId), eq(newsletterSubscribers.status, "pending")));
    if (!subscriber) return null;
    const token = await newMailToken(db, subscriberId);
    const unsubscribe = `${siteUrl}/unsubscribe?token=${token}`;
    const mail = letter(subscriber.email, "Please confirm your subscription", [
      "Hello,",
      `This address was entered on our website to get news from ${brand.name}. If that was you, please confirm it.`,
      { link: "Go to the confirmation page", href: `${siteUrl}/newsletter?token=${token}` },
      `The link works for ${CONFIRM_HOURS} hours. If it was not you, do nothing and we will send you no news.`,
      { heading: "How to stop messages" },
      { sentence: "Unsubscribe at any time:", href: unsubscribe },
    ]);
    return { ...mail, headers: unsubscribeHeaders(unsubscribe) };
  },
  /** About the applications since the last such mail: `after-upTo` are their numbers. */
  newApplications: async (db, numbers, env) => {
    const [after = 0, upTo = 0] = numbers.split("-").map(Number);
    const [found] = await db
      .select({ count: count(), dueAt: min(applications.dueAt) })
      .from(applications)
      .where(and(between(applications.number, after + 1, upTo), inArray(applications.status, [...stages.waiting])));
    if (!found?.dueAt) return null;
    const due = timeInTexas(found.dueAt);
    return letter(env.ALERT_EMAIL, "New applications", [
      found.count === 1
        ? `One more application is waiting, due by ${due}.`
        : `${found.count} more applications are waiting. The first is due by ${due}.`,
      { link: "Open the queue", href: `${env.SITE_URL}/desk/queue` },
    ]);
  },
  alarm: async (db, alarmId, env) => {
    const [alarm] = await db.select().from(alarms).where(eq(alarms.id, alarmId));
    return alarm ? alarmLetter(env, alarm) : null;
  },
  /** About the day before this one. */
  digest: async (db, day, env) => {
    const reported = dayBefore(new Date(`${day}T18:00:00Z`));
    const { now, oldestOwedAt, jobs, alarms, days } = await readStatus(db, new Date(), [reported]);
    const counts = days[0]?.counts ?? {};
    const lastOf = (name: JobName) => {
      const endedAt = jobs.find((job) => job.name === name)?.endedAt;
      return endedAt ? timeInTexas(endedAt) : "none yet";
    };
    const trouble = alarms.filter(({ endedAt }) => endedAt === null).map(({ name }) => alarmWords[name].title);
    return letter(env.ALERT_EMAIL, "Daily digest", [
      { heading: `${dayInWords(reported.day)}, midnight to midnight in Texas` },
      { answers: countedNames.map((name): [string, string] => [countedLabels[name], String(counts[name] ?? 0)]) },
      { heading: "Now" },
      {
        answers: [
          ["Applications waiting for a first contact", upTo(now.waiting)],
          ["Of these, past the same-day promise", upTo(now.overdue)],
          ["Messages open", upTo(now.messages)],
          [
            "Mails on their way",
            String(now.mailsOwed) + (oldestOwedAt ? `, the oldest since ${timeInTexas(oldestOwedAt)}` : ""),
          ],
          ["Mails we gave up on that nobody has tried again", String(now.mailsDead)],
          ["Last backup", lastOf("backup")],
          ["Last restore trial", lastOf("restore trial")],
          ["Trouble", trouble.join("; ") || "none"],
        ],
      },
      "This mail comes every morning. If it does not come, you may not be told of trouble either, so please check the site.",
      { link: "See how the site is doing", href: `${env.SITE_URL}/desk/status` },
    ]);
  },
};

function alarmLetter(env: Env, { name, since, endedAt }: { name: AlarmName; since: Date; endedAt: Date | null }) {
  const { title, meaning } = alarmWords[name];
  const ended = endedAt ? ` It was over by ${timeInTexas(endedAt)}.` : "";
  return letter(env.ALERT_EMAIL, `Alarm: ${title}`, [
    meaning,
    `Since ${timeInTexas(since)}.${ended}`,
    { link: "See how the site is doing", href: `${env.SITE_URL}/desk/status` },
    "We send one mail each time this begins.",
  ]);
}

/** 'Mon, Nov 23, 8:00 PM Central'. */
function timeInTexas(time: Date) {
  const words = time.toLocaleString("en-US", {
    timeZone: CENTRAL,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return `${words} Central`;
}

function dayInWords(day: string) {
  return new Date(day).toLocaleDateString("en-US", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" });
}

function upTo(count: number) {
  return count === COUNTED_UP_TO ? `${count} or more` : String(count);
}

/** What a lead is about; null when the application is gone or the applicant has asked us to stop. */
async function referralOf(db: Database, referralId: string) {
  const [found] = await db
    .select({ referral: referrals, application: applications })
    .from(referrals)
    .innerJoin(applications, eq(applications.id, referrals.applicationId))
    .where(and(eq(referrals.id, referralId), isNull(applications.contactStoppedAt)));
  return found ?? null;
}

/** Whether somebody with this e-mail address has asked us to stop since then. */
async function hasStoppedSince(db: Database, email: string, since: Date) {
  const isStop = and(eq(applications.emailFolded, foldedEmail(email)), gte(applications.contactStoppedAt, since));
  return (await db.$count(applications, isStop)) > 0;
}

/** Lets a mail program unsubscribe with one click (RFC 8058). */
function unsubscribeHeaders(address: string) {
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/**
 * Writes and sends the mail of this kind about this subject. Throws when the subject could not be read: nothing was sent.
 * Cloudflare makes each Message-ID itself, refuses ours and knows no idempotency. So copies of one mail share a reference
 * instead, by which mail programs show them together.
 */
export async function sendMail(
  env: Env,
  { id, kind, subjectId }: { id: string; kind: MailKind; subjectId: string },
): Promise<Sending> {
  const writer: Writer | undefined = writers[kind];
  // A newer version of this Worker, which is being rolled out, may know it.
  if (!writer) return { outcome: "postponed", code: "unknown-kind" };
  const mail = await writer(database(env.DB), subjectId, env);
  return mail ? dispatch(env, { id, kind }, mail) : { outcome: "dropped", code: "subject-gone" };
}

/** Sends an alarm without the outbox, for when the database refuses. True if it may have gone out, or there is nobody to tell. */
export async function sendAlarm(env: Env, name: AlarmName, since: Date) {
  if (!env.ALERT_EMAIL) return true;
  const mail = alarmLetter(env, { name, since, endedAt: null });
  const { outcome } = await dispatch(env, { id: `${name}-${since.getTime()}`, kind: "alarm" }, mail);
  return outcome === "sent" || outcome === "unknown";
}

async function dispatch(env: Env, { id, kind }: { id: string; kind: MailKind }, mail: Mail): Promise<Sending> {
  if (!isAddress(mail.to)) return { outcome: "refused", code: "bad-address" };
  if (!mayReceive(env, mail.to)) return { outcome: "dropped", code: "not-on-mail-only-to" };
  if (!env.EMAIL) {
    console.log(JSON.stringify({ level: "info", event: "mail not sent: no sender is bound", kind, id }));
    return { outcome: "sent" };
  }
  try {
    const headers = { ...mail.headers, References: `<${id}@${env.MAIL_FROM.split("@").at(-1)}>` };
    await env.EMAIL.send({ from: { name: brand.name, email: env.MAIL_FROM }, ...replyTo(), ...mail, headers });
    return { outcome: "sent" };
  } catch (error) {
    return judged(error);
  }
}

const LIMITED = ["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED"];
/** Refusals that pass once somebody has set up the sender's domain. */
const POSTPONED = ["E_SENDER_NOT_VERIFIED", "E_SENDER_DOMAIN_NOT_AVAILABLE"];
/** Failures after which nobody can say whether the mail went out, like those without a code. */
const UNKNOWN = ["E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR"];

/** What an error of the send_email binding means. Its message may quote the address, so only its code is kept. */
function judged(error: unknown): Sending {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string" || !/^E_[A-Z_]{1,60}$/.test(code)) return { outcome: "unknown", code: "no-answer" };
  if (UNKNOWN.includes(code)) return { outcome: "unknown", code };
  if (LIMITED.includes(code)) return { outcome: "limited", code };
  return { outcome: POSTPONED.includes(code) ? "postponed" : "refused", code };
}

/** Stricter than the form: one plain address that cannot become a header or a second recipient. */
export function isAddress(text: string) {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text);
}

/** Where MAIL_ONLY_TO is set, nobody else gets mail. */
function mayReceive({ MAIL_ONLY_TO }: Env, address: string) {
  if (MAIL_ONLY_TO === undefined) return true;
  return MAIL_ONLY_TO.split(",").some((allowed) => foldedEmail(allowed) === foldedEmail(address));
}

function replyTo() {
  return brand.email ? { replyTo: brand.email } : {};
}

/** The first name, if it can be one; an address or a link put in its place is left out. */
function greeting(fullName: string) {
  const [first = ""] = fullName.trim().split(/\s+/);
  return /^[\p{L}\p{M}'-]{1,40}$/u.test(first) ? `Hello ${first},` : "Hello,";
}

function waysToReachUs(siteUrl: string): Part[] {
  if (!brand.phone && !brand.email) return [{ sentence: "Write to us:", href: `${siteUrl}/contact` }];
  return [brand.phone && `Phone: ${brand.phone}`, brand.email && `Email: ${brand.email}`].filter((way) => way !== null);
}

/** In every mail to an applicant (47 CFR 64.1200: consent can be withdrawn at any time). */
function waysToStop(siteUrl: string, ref: string): Part[] {
  return [
    { heading: "How to stop messages" },
    {
      sentence: "Reply STOP to a text, or press 'Stop contacting me' here:",
      href: `${siteUrl}${paths.results(ref)}#stop-contact`,
    },
  ];
}

function letter(to: string, subject: string, parts: Part[]): Mail {
  const signed = [...parts, brand.name, ...(brand.postalAddress ? [brand.postalAddress] : [])];
  return {
    to,
    subject,
    text: `${signed.map(asText).join("\n\n")}\n`,
    html: page(subject, signed.map(asHtml).join("")),
  };
}

function asText(part: Part) {
  if (typeof part === "string") return part;
  if ("heading" in part) return part.heading.toUpperCase();
  if ("link" in part) return `${part.link}:\n${part.href}`;
  if ("sentence" in part) return `${part.sentence} ${part.href}`;
  if ("quote" in part) return quoted(part.quote);
  if ("answers" in part) return part.answers.map(([question, answer]) => quoted(`${question}: ${answer}`)).join("\n");
  return part.steps.map(({ when, what }) => `- ${when}: ${what}`).join("\n");
}

function asHtml(part: Part) {
  if (typeof part === "string") return `<p>${escaped(part)}</p>`;
  if ("heading" in part) return `<h2 style="font-size:18px;margin:28px 0 8px">${escaped(part.heading)}</h2>`;
  if ("sentence" in part) {
    const href = escaped(part.href);
    return `<p>${escaped(part.sentence)} <a href="${href}" style="color:#3a3fa0">${href}</a></p>`;
  }
  if ("link" in part) {
    const button =
      "display:inline-block;padding:12px 20px;border-radius:10px;background:#3a3fa0;color:#fdfbf7;font-weight:600";
    return `<p><a href="${escaped(part.href)}" style="${button}">${escaped(part.link)}</a></p>`;
  }
  if ("quote" in part) return blockquote(unlinked(part.quote));
  if ("answers" in part) {
    const lines = part.answers.map(
      ([question, answer]) => `<strong>${escaped(question)}:</strong> ${unlinked(answer)}`,
    );
    return blockquote(lines.join("\n"));
  }
  return `<ul>${part.steps.map(({ when, what }) => `<li><strong>${escaped(when)}:</strong> ${escaped(what)}</li>`).join("")}</ul>`;
}

function page(title: string, content: string) {
  const sheet = "margin:0 auto;padding:24px;max-width:560px;color:#1b1a2e;font:16px/1.6 system-ui,sans-serif";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body style="margin:0;background:#fdfbf7"><div style="${sheet}">${content}</div></body></html>`;
}

function quoted(text: string) {
  return text.replace(/^/gm, "> ");
}

function blockquote(html: string) {
  const quote = "margin:0;padding-left:12px;border-left:3px solid #8b8a9c;white-space:pre-wrap";
  return `<blockquote style="${quote}">${html}</blockquote>`;
}

/** Mail programs make links of whatever looks like one. Possible line breaks prevent that, and copying drops them. */
function unlinked(text: string) {
  return escaped(text).replace(/[./:]/g, "$&<wbr>");
}

function escaped(text: string) {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
