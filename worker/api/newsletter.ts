import { Hono } from "hono";
import { NewsletterForm } from "../../db/model/mail/newsletter.ts";
import { t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";
import { body } from "../http/body.ts";
import { onlyPeople } from "../http/turnstile.ts";
import { askToConfirm } from "../mail/newsletter.ts";

/** /api/newsletter: asks for news by mail. */
export const newsletter = new Hono<{ Bindings: Env }>().post("/", body(NewsletterForm), onlyPeople(), async (c) => {
  await askToConfirm(c, c.req.valid("json").email);
  // The response does not reveal whether we knew the address.
  const message = t`Please check your inbox. If this address isn’t on our list yet, a link to confirm is on its way.`;
  return c.json({ ok: true, success: true, message }, 202);
});
