import { eq } from "drizzle-orm";
import { database, isOneOf } from "../../db/database.ts";
import { mailboxOf } from "../../db/model/contact/person.ts";
import type { IncomingMail } from "../../db/model/mail/incoming.ts";
import { receiveMail } from "../../db/model/mail/received.ts";
import { isEmail } from "../../db/model/text.ts";
import { type Language, t } from "../../db/model/words.ts";
import { applications, referrals } from "../../db/schema.ts";
import { act, byId, type Caller } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import { withMerged } from "../case/store.ts";
import { continueMessage } from "../contact/receive.ts";
import type { Env } from "../env.ts";
import { inLanguage } from "../http/language.ts";
import { countStatements, isOverLimit } from "../http/limits.ts";
import { type Answered, answeredAt } from "../reply-address.ts";
import { readMail } from "./read.ts";

/**
 * Mails that answer ours, from Cloudflare's Email Routing. Nothing answers them by itself, so no two machines can write to each other. A
 * refusal's sentence comes back to the sender in a report of their own server, where others may read it, so it names nobody. An error
 * makes that server try again later, so none is caught that may pass.
 */
export async function hearMail(
  message: Pick<ForwardableEmailMessage, "from" | "to" | "headers" | "raw" | "setReject">,
  env: Env,
  executionCtx: Caller["executionCtx"],
) {
  const answered = await answeredAt(env, message.to);
  if (!answered) return message.setReject("There is no mailbox at this address.");
  // Reports of mails that did not arrive come from nobody. Those about ours reach us otherwise (worker/mail/events.ts).
  if (!isEmail(message.from) || isReport(message.headers)) {
    return console.log(JSON.stringify({ level: "info", event: "mail report" }));
  }
  const mail = await readMail(message.raw, message.from);
  if (!mail) return message.setReject("This email could not be read. Please write it again as plain text.");
  if (!mail.text && !mail.hasFiles) return;
  // Nobody's network is behind it: the limits name whom they count.
  const c: Caller = { env, req: { header: () => undefined }, executionCtx };
  try {
    const refused = await store(c, answered, mail);
    if (refused) message.setReject(asAscii(refused));
  } catch (error) {
    if (!isOverLimit(error)) throw error;
    message.setReject("Too many emails have come to this address today. Please try again tomorrow.");
  }
}

/** Stores it. Returns what to tell the sender, if it or its files reach nobody. */
async function store(c: Caller, { about, id }: Answered, mail: IncomingMail) {
  const db = database(c.env.DB);
  const limits = [
    ...(await countStatements(c, db, "mail-from", { who: mailboxOf(mail.from) })),
    ...(await countStatements(c, db, "mail-about", { who: id })),
  ];
  const stored =
    about === "message" ? await continueMessage(c, id, mail, limits) : await inCase(c, about, id, mail, limits);
  if (!stored) return `Nobody reads this address anymore. Please write to us at ${c.env.SITE_URL}/contact`;
  if (!mail.hasFiles || mail.isAutomatic) return null;
  return inLanguage(stored.language, () => {
    const arrived = mail.text ? t`Your words have arrived, but not your files.` : t`Your files have not arrived.`;
    return about === "application"
      ? `${arrived} ${t`Please send documents on your results page: we take none by email.`}`
      : `${arrived} ${t`We take none by email: please write what they say.`}`;
  });
}

/** Null if the case is gone or thinned out. What belongs to a merged application comes to the one that goes on. */
async function inCase(
  c: Caller,
  about: "application" | "referral",
  id: string,
  mail: IncomingMail,
  limits: Statements,
) {
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const sentFor = db.select({ id: referrals.applicationId }).from(referrals).where(eq(referrals.id, id));
  let language: Language = "en";
  const done = await act(c, withMerged(db, about === "application" ? byId(id) : isOneOf(applications.id, sentFor)), {
    press,
    limits: async () => limits,
    decide: (cases) => {
      const kase = cases.find(({ application }) => application.mergedInto === null);
      if (!kase) return null;
      const referral = cases.flatMap((each) => each.referrals).find((each) => each.id === id);
      if (!referral) language = kase.application.language;
      const changes = receiveMail(
        kase,
        mail,
        referral
          ? {
              addresses: [referral.recipientAddress],
              recipient: { id: referral.recipientId, name: referral.recipientName },
            }
          : { addresses: cases.flatMap(({ application }) => [application.email, application.reachedEmail]) },
        press,
      );
      return "refused" in changes ? null : { deeds: [{ kase, changes }] };
    },
  });
  return done && { language };
}

type Statements = Awaited<ReturnType<typeof countStatements>>;

function isReport(headers: Headers) {
  return /^multipart\/report\b/i.test(headers.get("content-type") ?? "");
}

/** A refusal goes over wires that may know no other letters. */
function asAscii(text: string) {
  return text.normalize("NFD").replace(/[^\x20-\x7e]/g, "");
}
