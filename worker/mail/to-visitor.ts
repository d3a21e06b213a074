import { and, eq, isNull } from "drizzle-orm";
import type { MailKind } from "../../db/model/mail/mail.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { CONFIRM_HOURS } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import { contactMessages, messageReplies, newsletterSubscribers } from "../../db/schema.ts";
import { inLanguage } from "../http/language.ts";
import { replyTo } from "../reply-address.ts";
import { compose, greeting, unsubscribeHeaders, type Writer } from "./compose.ts";
import { newMailToken } from "./newsletter.ts";

export const toVisitor = {
  messageReply: async (db, replyId, env) => {
    const [found] = await db
      .select({
        text: messageReplies.text,
        messageId: messageReplies.messageId,
        name: contactMessages.name,
        to: contactMessages.replyTo,
        language: contactMessages.language,
      })
      .from(messageReplies)
      .innerJoin(contactMessages, eq(contactMessages.id, messageReplies.messageId))
      .where(and(eq(messageReplies.id, replyId), isNull(contactMessages.contactStoppedAt)));
    if (!found?.to) return null;
    const { to, name, text } = found;
    const mail = inLanguage(found.language, () =>
      compose(to, t`Your message to ${brand.name}`, [greeting(name), ...text.split(/\n{2,}/)]),
    );
    return { ...mail, ...(await replyTo(env, "message", found.messageId)) };
  },
  newsletterConfirmation: async (db, subscriberId, { SITE_URL: siteUrl }) => {
    const [subscriber] = await db
      .select({ email: newsletterSubscribers.email, language: newsletterSubscribers.language })
      .from(newsletterSubscribers)
      .where(and(eq(newsletterSubscribers.id, subscriberId), eq(newsletterSubscribers.status, "pending")));
    if (!subscriber) return null;
    const token = await newMailToken(db, subscriberId);
    return inLanguage(subscriber.language, () => {
      const unsubscribe = siteUrl + addressOf(`/unsubscribe?token=${token}`);
      const mail = compose(subscriber.email, t`Please confirm your subscription`, [
        t`Hello,`,
        t`This address was entered on our website to get news from ${brand.name}. If that was you, please confirm it.`,
        { link: t`Go to the confirmation page`, href: siteUrl + addressOf(`/newsletter?token=${token}`) },
        t`The link works for ${CONFIRM_HOURS} hours. If it wasn’t you, do nothing and we won’t send you any news.`,
        { heading: t`How to stop messages` },
        { sentence: t`Unsubscribe at any time:`, href: unsubscribe },
      ]);
      return { ...mail, headers: unsubscribeHeaders(unsubscribe) };
    });
  },
} satisfies Partial<Record<MailKind, Writer>>;
