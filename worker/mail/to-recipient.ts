import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { adfLead } from "../../db/model/introductions/adf.ts";
import { permissionInWords } from "../../db/model/introductions/permission.ts";
import { LEAD_LINK_DAYS } from "../../db/model/introductions/referral.ts";
import { firstNameOf } from "../../db/model/letters/letter-text.ts";
import type { MailKind } from "../../db/model/mail/mail.ts";
import { brand } from "../../db/model/site/brand.ts";
import { centralWithYear } from "../../db/model/time/time-for-staff.ts";
import { applications, dealers, permissions, referrals } from "../../db/schema.ts";
import { storedAnswers } from "../case/stored-answers.ts";
import type { Env } from "../env.ts";
import { leadLink } from "../introductions/lead-link.ts";
import { replyTo } from "../reply-address.ts";
import { compose, type Part, type Writer } from "./compose.ts";

const NO_INQUIRY = "No credit inquiry may be made without the applicant’s separate consent.";
const WITHDRAWN =
  "The applicant has withdrawn their permission. Please do not contact them about this application, and delete what we sent you unless the law makes you keep it.";

export const toRecipient = {
  /** To a dealer. The whole mail is ADF/XML, for the dealer's program, unless the dealer wants a link. */
  dealerLead: async (db, referralId, env) => {
    const found = await referralOf(db, referralId);
    if (!found) return null;
    const { referral, application } = found;
    if (found.isByLink) return leadByLink(env, found);
    const lead = {
      id: application.id,
      requestedAt: application.createdAt,
      answers: storedAnswers(application),
      vendor: { name: referral.recipientName, email: referral.recipientAddress },
      provider: { ...brand, url: env.SITE_URL },
      permission: found.permission,
      link: await leadLink(env, referralId),
    };
    const text = adfLead(lead, referral.createdAt);
    return {
      to: referral.recipientAddress,
      subject: "New lead (ADF)",
      text,
      ...(await replyTo(env, "referral", referralId)),
    };
  },
  lenderLead: async (db, referralId, env) => {
    const found = await referralOf(db, referralId);
    return found && leadByLink(env, found);
  },
  leadReminder: async (db, referralId, env) => {
    const found = await referralOf(db, referralId);
    if (!found || found.referral.answer) return null;
    return toThem(env, found.referral, "Please tell us what came of it", [
      `We sent this to you on ${centralWithYear(found.referral.createdAt)} and have not heard from you. One press is enough.`,
      ...(await aboutLead(env, found)),
    ]);
  },
  /** To a recipient who may have a lead, even if its application is gone. Says nothing new about the applicant. */
  permissionWithdrawn: async (db, referralId, env) => {
    const [found] = await db
      .select({ referral: referrals })
      .from(referrals)
      .leftJoin(permissions, eq(permissions.id, referrals.permissionId))
      .where(and(eq(referrals.id, referralId), or(isNull(permissions.id), ne(permissions.state, "yes"))));
    if (!found) return null;
    const { applicationId, createdAt } = found.referral;
    return toThem(env, found.referral, "Permission withdrawn: please do not contact the applicant", [
      WITHDRAWN,
      `Our number for it: ${applicationId}`,
      `We sent it to you on ${centralWithYear(createdAt)}.`,
    ]);
  },
} satisfies Partial<Record<MailKind, Writer>>;

async function toThem(env: Env, { id, recipientAddress }: Found["referral"], subject: string, parts: Part[]) {
  return { ...compose(recipientAddress, subject, parts), ...(await replyTo(env, "referral", id)) };
}

/** Nothing that says who it is but a first name. The answers stand behind the link. */
async function leadByLink(env: Env, found: Found) {
  return toThem(env, found.referral, "New application", [
    `${brand.name} has an application for you that may suit you. ${NO_INQUIRY}`,
    ...(await aboutLead(env, found)),
  ]);
}

async function aboutLead(env: Env, { referral, application }: Found): Promise<Part[]> {
  return [
    {
      answers: [
        ["Our number for it", application.id],
        ["First name", firstNameOf(application.fullName)],
        ["City", application.city],
        ["Wants a vehicle", application.purchaseTimeline],
      ],
    },
    { link: "See the application and answer", href: await leadLink(env, referral.id) },
    `The link works for ${LEAD_LINK_DAYS} days and is for you alone: whoever has it sees what the applicant allowed us to show you.`,
  ];
}

type Found = NonNullable<Awaited<ReturnType<typeof referralOf>>>;

/** A lead and a sentence about its permission. Null if the case is gone, closed or stopped, or if the yes or the link has ended. */
async function referralOf(db: Database, referralId: string) {
  const [found] = await db
    .select({
      referral: referrals,
      application: applications,
      how: permissions.how,
      isByLink: dealers.isByLink,
    })
    .from(referrals)
    .leftJoin(dealers, eq(dealers.id, referrals.recipientId))
    .innerJoin(applications, eq(applications.id, referrals.applicationId))
    .innerJoin(
      permissions,
      and(
        eq(permissions.id, referrals.permissionId),
        eq(permissions.decidedAt, referrals.permittedAt),
        eq(permissions.state, "yes"),
      ),
    )
    .where(
      and(
        eq(referrals.id, referralId),
        isNull(referrals.linkEndedAt),
        isNull(applications.contactStoppedAt),
        isNull(applications.outcome),
      ),
    );
  return found ? { ...found, permission: permissionInWords(found.how, found.referral.permittedAt) } : null;
}
