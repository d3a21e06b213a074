import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { type Database, isOneOf, named } from "../../db/database.ts";
import { type CalendarEvent, calendarFile } from "../../db/model/calls/calendar-file.ts";
import { endOf, slotInWords } from "../../db/model/calls/call-slots.ts";
import { answerWay } from "../../db/model/calls/contact-hours.ts";
import { codeAddress, isByPhone } from "../../db/model/case/case.ts";
import { hasBounced } from "../../db/model/contact/correct.ts";
import { questions } from "../../db/model/form/application.ts";
import { spokenReference } from "../../db/model/form/spoken-reference.ts";
import type { LenderWords } from "../../db/model/introductions/lender-kinds.ts";
import type { PermissionState } from "../../db/model/introductions/permission.ts";
import { letterParts } from "../../db/model/letters/letter-text.ts";
import type { MailKind } from "../../db/model/mail/mail.ts";
import { askedPapers } from "../../db/model/papers/asked-papers.ts";
import { paperWords } from "../../db/model/papers/papers.ts";
import { phoneInWords } from "../../db/model/phone.ts";
import { brand } from "../../db/model/site/brand.ts";
import { promisedBy } from "../../db/model/time/business-hours.ts";
import { replyNote } from "../../db/model/time/our-answer.ts";
import { weWillAnswer } from "../../db/model/time/promised-time.ts";
import { CODE_VALID_MINUTES } from "../../db/model/time/retention.ts";
import { centralWithWeekday, centralWithYear } from "../../db/model/time/time-for-staff.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { t } from "../../db/model/words.ts";
import {
  applications,
  appointments,
  caseEvents,
  codes,
  letters,
  newsletterSubscribers,
  permissions,
} from "../../db/schema.ts";
import { permissionColumns } from "../case/question.ts";
import { readCases } from "../case/store.ts";
import { storedAnswers } from "../case/stored-answers.ts";
import { newCode } from "../contact/codes.ts";
import { mailedLink, mailedReference } from "../contact/opened-link.ts";
import { mayBeMailed, mayGetLink } from "../contact/person.ts";
import type { Env } from "../env.ts";
import { inLanguage } from "../http/language.ts";
import { lenderStatements, lendersFor } from "../introductions/routing.ts";
import { replyTo } from "../reply-address.ts";
import {
  compose,
  greeting,
  linkToResults,
  type Mail,
  type Part,
  resultsPage,
  type Writer,
  waysToReachUs,
  waysToStop,
} from "./compose.ts";

/** The newest applications of an address that one mail has links to. */
const MOST_LINKS = 20;

export const toApplicant = {
  confirmation: async (db, applicationId, env) => {
    const {
      found: [application],
      ...lenders
    } = await named(db, {
      found: db
        .select()
        .from(applications)
        .where(and(eq(applications.id, applicationId), mayBeMailed)),
      ...lenderStatements(db),
    });
    if (!application) return null;
    const by = promisedBy(application.contactResumedAt ?? application.createdAt);
    const isLate = by <= new Date();
    const way = answerWay(application);
    const reference = spokenReference(application.number);
    return toThem(env, application, ({ link }) => [
      t`We received your application`,
      t`Thank you for applying with ${brand.name}. We have your application, and a local Texas specialist will review it.`,
      ...(isLate ? [t`This email is late, and so are we if you haven’t heard from us yet. We’re sorry.`] : []),
      {
        promise: `${weWillAnswer(way, isLate ? null : by, new Date())} ${t`Have your ID and latest proof of income handy.`}`,
      },
      ...(isLate ? [] : [replyNote()]),
      ...openingLink(link),
      { heading: t`What happens next` },
      { steps: nextSteps() },
      ...(application.outcome
        ? []
        : aboutLenders(lendersFor(storedAnswers(application), application.scoresForecast, lenders))),
      { heading: t`How to reach us` },
      ...waysToReachUs(env.SITE_URL),
      t`Your reference number (say it when you call): ${reference}. It tells us which application is yours, but doesn’t open it.`,
    ]);
  },
  permissionRequest: async (db, permissionId, env) => {
    const found = await permissionOf(db, permissionId, ["asked"]);
    if (!found || found.application.outcome) return null;
    const { permission, application } = found;
    return toThem(env, application, ({ page }) => {
      const button = t`Yes, send it`;
      return [
        t`We need your yes or no`,
        permission.kind === "lender"
          ? t`We’d like to introduce you to a lender. Before we send anything, we ask you:`
          : t`We’d like to introduce you to a dealer. Before we send anything, we ask you:`,
        { quote: permission.words },
        ...linkToResults(t`Answer on your results page`, page("#permissions")),
        t`Your results page shows exactly what we’d send. Nothing will be sent unless you press “${button}” there. If you do nothing, nothing happens.`,
      ];
    });
  },
  permissionByPhone: (db, permissionId, env) => answerByPhone(db, permissionId, env, ["yes"]),
  refusalByPhone: (db, permissionId, env) => answerByPhone(db, permissionId, env, ["no", "withdrawn"]),
  /** To the address where codes go, about an answer on the phone. It may be somebody else's, so it names nobody. */
  formerAddressNote: async (db, permissionId, env) => {
    const found = await phoneAnswerOf(db, permissionId, ["yes", "no", "withdrawn"]);
    if (!found || found.application.emailSetBy === null) return null;
    const { isYes, decidedAt, application } = found;
    const to = codeAddress(application);
    return inLanguage(application.language, () => {
      const time = centralWithYear(decidedAt);
      return compose(to, isYes ? t`You said yes over the phone` : t`You said no over the phone`, [
        t`Hello,`,
        isYes
          ? t`Our team noted that you said yes over the phone on ${time} to an introduction to a lender or dealer.`
          : t`Our team noted that you said no over the phone on ${time} to an introduction to a lender or dealer.`,
        t`You’re getting this here because the new email address for your application isn’t confirmed yet. If this is right, you don’t need to do anything.`,
        { heading: t`If this wasn’t you, please tell us` },
        ...waysToReachUs(env.SITE_URL),
        t`You can also change your answer on your results page. Open it as you did before.`,
      ]);
    });
  },
  /** A letter word for word. The link is added only now, because the database does not contain the reference. */
  letter: async (db, letterId, env) => {
    const [found] = await db
      .select({ letter: letters, application: applications })
      .from(letters)
      .innerJoin(applications, eq(applications.id, letters.applicationId))
      .where(and(eq(letters.id, letterId), mayBeMailed, isNull(applications.outcome)));
    if (!found) return null;
    const { application, letter: written } = found;
    const ref = await mailedReference(env, application);
    return inLanguage(written.language, async () => {
      const opening = openingLink(await mailedLink(env, application));
      const parts = letterParts(written.body).flatMap((part) => (part === "{link}" ? opening : [part]));
      return {
        ...compose(application.email, written.subject, [...parts, ...waysToStop(env.SITE_URL, ref)]),
        ...(await replyTo(env, "application", application.id)),
      };
    });
  },
  /** All links of the address that the application has. None once a mail to it came back or was marked as spam. */
  linkAgain: async (db, applicationId, env) => {
    const address = db
      .select({ email: applications.emailFolded })
      .from(applications)
      .where(eq(applications.id, applicationId));
    const newest = db
      .select({ id: applications.id })
      .from(applications)
      .where(isOneOf(applications.emailFolded, address))
      .orderBy(desc(applications.number))
      .limit(MOST_LINKS);
    const isTheirs = isOneOf(applications.id, newest);
    const { cases, also } = await readCases(db, isTheirs, {
      open: db.select({ id: applications.id }).from(applications).where(and(isTheirs, mayGetLink)),
      unreachable: db
        .select({ id: newsletterSubscribers.id })
        .from(newsletterSubscribers)
        .where(
          and(isOneOf(newsletterSubscribers.emailFolded, address), eq(newsletterSubscribers.status, "unreachable")),
        ),
    });
    const open = cases.filter(({ application }) => also.open.some(({ id }) => id === application.id)).toReversed();
    const [first] = open;
    if (!first || also.unreachable.length > 0 || cases.some(hasBounced)) return null;
    const links = await inLanguage(first.application.language, () =>
      Promise.all(
        open.map(async ({ application }) => {
          const link = t`See your application from ${longDate(application.createdAt)}`;
          return linkToResults(link, await mailedLink(env, application));
        }),
      ),
    );
    return toThem(env, first.application, () => [
      t`Your link to your application`,
      t`Somebody, most likely you, asked for it on our website. If it wasn’t you, you don’t need to do anything.`,
      ...links.flat(),
      keepToYourself(),
    ]);
  },
  deletionCode: (db, codeId, env) =>
    codeLetter(db, codeId, env, {
      subject: () => t`Your code to delete your application`,
      wish: () =>
        t`Somebody who has your reference, most likely you, asked us to delete your application. To do it, enter this code on your results page:`,
    }),
  correctionCode: (db, codeId, env) =>
    codeLetter(db, codeId, env, {
      when: isNull(applications.contactStoppedAt),
      subject: () => t`Your code to correct your contact details`,
      wish: () =>
        t`Somebody who has your reference, most likely you, asked us to correct your phone number or email address. To do it, enter this code on your results page:`,
    }),
  papersCode: (db, codeId, env) =>
    codeLetter(db, codeId, env, {
      subject: () => t`Your code to open your documents`,
      wish: () =>
        t`Somebody who has your reference, most likely you, wants to send us documents for your application, or to see or delete those that you sent. To do it, enter this code on your results page:`,
    }),
  /** Which papers are missing when it is written. */
  papersAsked: async (db, applicationId, env) => {
    const { cases } = await readCases(
      db,
      and(eq(applications.id, applicationId), mayBeMailed, isNull(applications.outcome)),
      {},
    );
    const [kase] = cases;
    const missing = kase ? askedPapers(kase.events).filter(({ receivedAt }) => receivedAt === null) : [];
    if (!kase || missing.length === 0) return null;
    return toThem(env, kase.application, ({ page }) => [
      t`Documents we need from you`,
      t`To go on with your application, your specialist needs these documents from you:`,
      {
        list: missing.map(({ paper, refusal }) =>
          refusal ? t`${paperWords(paper)}. Please send it again: ${refusal}` : paperWords(paper),
        ),
      },
      ...linkToResults(t`Send the documents`, page("#papers-to-send")),
      t`Take a photo of each page with your phone, or choose files. We store them encrypted. Only our team sees them, and a lender or dealer that you name. Please don’t send them by email.`,
      t`If one of them is hard to get, tell us, and we’ll see what else could work.`,
    ]);
  },
  /** To the present address, after a correction of phone or e-mail. */
  contactCorrected: async (db, eventId, env) => {
    const found = await correctionOf(db, eventId);
    if (!found) return null;
    const { application, at, event } = found;
    return toThem(env, application, ({ link }) => [
      t`Your contact details were corrected`,
      event.grounds === null
        ? t`Your contact details were corrected on your results page.`
        : t`One of our specialists corrected your contact details.`,
      { heading: t`What we have on file since ${{ time: centralWithWeekday(at) }}` },
      {
        answers: [
          [questions.phone.label(), phoneInWords(application.phone)],
          [questions.email.label(), application.email],
        ],
      },
      ...openingLink(link),
      { heading: t`If this wasn’t you, please tell us` },
      ...waysToReachUs(env.SITE_URL),
    ]);
  },
  /** To the replaced address. It may be somebody else's, so the mail says nothing about the applicant. */
  emailReplaced: async (db, eventId, env) => {
    const found = await correctionOf(db, eventId);
    if (!found) return null;
    const getsCodes = found.application.reachedEmail === found.event.old;
    return inLanguage(found.application.language, () =>
      compose(found.event.old, t`Your email address was replaced`, [
        t`Hello,`,
        t`An application with ${brand.name} listed this email address. It now has a different one.`,
        getsCodes
          ? t`Until that one is confirmed, only codes that protect the application, and notes of what was answered over the phone, will still come here.`
          : t`Nothing more about it will come here.`,
        { heading: t`If you didn’t want that, please tell us` },
        ...waysToReachUs(env.SITE_URL),
      ]),
    );
  },
  appointment: async (db, appointmentId, env) => {
    const found = await appointmentOf(db, appointmentId);
    if (!found || found.appointment.endedAt) return null;
    const { appointment, before, application } = found;
    const { startsAt } = appointment;
    const mail = await toThem(env, application, ({ page }) => [
      t`Your call with a specialist`,
      startsAt
        ? t`We’ll call you on ${{ time: timeOfCall(startsAt, application.zip) }}. The attached file adds the call to your calendar.`
        : t`We’ll call you as soon as possible, Monday to Saturday, during hours when calls are allowed where you are.`,
      t`Have your ID and latest proof of income handy.`,
      ...linkToResults(t`Move or cancel the call`, page()),
    ]);
    // If no new time replaces the earlier one, calendars must remove the earlier one.
    return inLanguage(application.language, () => withCalendar(env, mail, startsAt ? appointment : before));
  },
  appointmentCancelled: async (db, appointmentId, env) => {
    const found = await appointmentOf(db, appointmentId);
    if (!found?.appointment.endedAt || found.isReplaced) return null;
    const { appointment, application } = found;
    const { outcome, zip } = application;
    const mail = await toThem(env, application, ({ page }) => [
      t`Your call is canceled`,
      ...(outcome ? closedCall(appointment, zip) : cancelledCall(appointment, zip)),
      ...linkToResults(outcome ? t`See your application` : t`Choose another time`, page()),
    ]);
    return inLanguage(application.language, () => withCalendar(env, mail, appointment));
  },
} satisfies Partial<Record<MailKind, Writer>>;

function aboutLenders({ title, text }: LenderWords) {
  return [{ heading: title }, ...text];
}

type Application = typeof applications.$inferSelect;

/**
 * A mail to the applicant's present address, in their language: the subject, and the parts between the greeting and how
 * to stop. `link` opens the application and `page` is where to act on it; null while the address may not have them.
 */
async function toThem(
  env: Env,
  application: Application,
  write: (to: { link: string | null; page: (fragment?: string) => string | null }) => [string, ...Part[]],
) {
  const ref = await mailedReference(env, application);
  return inLanguage(application.language, async () => {
    const link = await mailedLink(env, application);
    const [subject, ...parts] = write({ link, page: (fragment) => ref && resultsPage(env.SITE_URL, ref, fragment) });
    const stop = waysToStop(env.SITE_URL, ref);
    return {
      ...compose(application.email, subject, [greeting(application.fullName), ...parts, ...stop]),
      ...(await replyTo(env, "application", application.id)),
    };
  });
}

/** What was answered over the phone, to the applicant. */
async function answerByPhone(db: Database, permissionId: string, env: Env, states: PermissionState[]) {
  const found = await phoneAnswerOf(db, permissionId, states);
  if (!found) return null;
  const { isYes, decidedAt, permission } = found;
  return toThem(env, found.application, ({ page }) => {
    const time = centralWithYear(decidedAt);
    return [
      isYes ? t`You said yes over the phone` : t`You said no over the phone`,
      isYes
        ? t`Our team noted that you said yes over the phone on ${time}, to this:`
        : t`Our team noted that you said no over the phone on ${time}, to this:`,
      { quote: permission.words },
      t`If that’s right, you don’t need to do anything.`,
      ...linkToResults(t`That wasn’t me`, page("#permissions")),
      ...(isYes
        ? [t`On your results page you can take your yes back with one press, now or later.`]
        : isByPhone(found)
          ? []
          : [t`On your results page you can say yes with one press, as long as we work on your application.`]),
    ];
  });
}

function openingLink(href: string | null) {
  const parts = linkToResults(t`See your application`, href);
  return href ? [...parts, keepToYourself()] : parts;
}

function keepToYourself() {
  return t`Anyone who has this link can open your application, so please keep it to yourself.`;
}

/** A code, to where the last one was read; null if gone or the condition fails. */
async function codeLetter(
  db: Database,
  codeId: string,
  env: Env,
  { subject, wish, when }: { subject: () => string; wish: () => string; when?: SQL },
) {
  const [found] = await db
    .select({
      email: applications.email,
      reachedEmail: applications.reachedEmail,
      fullName: applications.fullName,
      language: applications.language,
    })
    .from(codes)
    .innerJoin(applications, eq(applications.id, codes.applicationId))
    .where(and(eq(codes.id, codeId), when));
  if (!found) return null;
  const code = await newCode(env, db, codeId);
  return inLanguage(found.language, () =>
    compose(codeAddress(found), subject(), [
      greeting(found.fullName),
      wish(),
      { heading: code },
      t`It works for ${CODE_VALID_MINUTES} minutes. If you asked more than once, only the newest code works.`,
      t`If this wasn’t you, do nothing: without the code, your application stays as it is.`,
    ]),
  );
}

/** A correction and its application; null if it is gone or the applicant has asked us to stop. */
async function correctionOf(db: Database, eventId: string) {
  const [found] = await db
    .select({ application: applications, at: caseEvents.at, event: caseEvents.event })
    .from(caseEvents)
    .innerJoin(applications, eq(applications.id, caseEvents.applicationId))
    .where(and(eq(caseEvents.id, Number(eventId)), mayBeMailed));
  return found?.event.kind === "corrected" ? { ...found, event: found.event } : null;
}

/** A permission in one of these states and its application; null if it has another, or after a stop. */
async function permissionOf(db: Database, permissionId: string, states: PermissionState[]) {
  const [found] = await db
    .select({ permission: permissionColumns, application: applications })
    .from(permissions)
    .innerJoin(applications, eq(applications.id, permissions.applicationId))
    .where(and(eq(permissions.id, permissionId), isOneOf(permissions.state, states), mayBeMailed));
  return found ?? null;
}

/** The same, if it was given over the phone. */
async function phoneAnswerOf(db: Database, permissionId: string, states: PermissionState[]) {
  const found = await permissionOf(db, permissionId, states);
  const { how, decidedAt, state } = found?.permission ?? {};
  return found && how === "phone" && decidedAt ? { ...found, decidedAt, isYes: state === "yes" } : null;
}

function nextSteps() {
  return [
    {
      when: t`First`,
      what: t`With your forecast in hand, a specialist will look for lenders that fit your situation.`,
    },
    {
      when: t`When you say yes`,
      what: t`We’ll introduce you to that lender or dealer, and to no other. A credit inquiry happens only with your consent.`,
    },
  ];
}

type Appointment = typeof appointments.$inferSelect;

/** An appointment, the former one if it had a time, and whether another followed. Null if gone or stopped. */
async function appointmentOf(db: Database, appointmentId: string) {
  const [found] = await db
    .select({ appointment: appointments, application: applications })
    .from(appointments)
    .innerJoin(applications, eq(applications.id, appointments.applicationId))
    .where(and(eq(appointments.id, appointmentId), mayBeMailed));
  if (!found) return null;
  const { applicationId, sequence } = found.appointment;
  const around = await db
    .select()
    .from(appointments)
    .where(
      and(eq(appointments.applicationId, applicationId), isOneOf(appointments.sequence, [sequence - 1, sequence + 1])),
    );
  const before = around.find((other) => other.sequence < sequence && other.startsAt !== null);
  return { ...found, before, isReplaced: around.some((other) => other.sequence > sequence) };
}

function cancelledCall({ startsAt }: Appointment, zip: string) {
  return [
    startsAt
      ? t`As you asked, we won’t call you on ${{ time: timeOfCall(startsAt, zip) }}.`
      : t`You no longer want a call as soon as possible, and we’ve noted that.`,
    t`We’re still working on your application and may call or email you about it. You can choose another time for a call whenever you like:`,
  ];
}

function closedCall({ startsAt }: Appointment, zip: string) {
  return [
    startsAt
      ? t`Your application is closed, so we won’t call you on ${{ time: timeOfCall(startsAt, zip) }}.`
      : t`Your application is closed, so we won’t call you about it.`,
  ];
}

/** 'Monday, Nov 23, between 9 AM and 10 AM Central Time'. */
function timeOfCall(startsAt: Date, zip: string) {
  const { day, from, to, zone } = slotInWords(startsAt, zip);
  return t`${day}, between ${from} and ${to} ${zone}`;
}

/** Adds a calendar file that enters the appointment, or removes it once it has ended. */
function withCalendar(env: Env, mail: Mail, appointment: Appointment | undefined): Mail {
  if (!appointment?.startsAt) return mail;
  const { applicationId, sequence, startsAt, createdAt, endedAt } = appointment;
  const event: CalendarEvent = {
    uid: `call-${applicationId}@${env.MAIL_FROM.split("@").at(-1)}`,
    // Two numbers per appointment, since each one may also be canceled.
    sequence: 2 * sequence + (endedAt ? 1 : 0),
    isCancelled: endedAt !== null,
    startsAt,
    endsAt: endOf(startsAt.getTime()),
    stampedAt: endedAt ?? createdAt,
    summary: t`Call from ${brand.name}`,
    description: t`We’ll call you during this hour, at the number in your application.`,
    organizer: { name: brand.name, email: env.MAIL_FROM },
  };
  const content = new TextEncoder().encode(calendarFile(event));
  return {
    ...mail,
    attachments: [{ disposition: "attachment", filename: "call.ics", type: "text/calendar", content }],
  };
}
