import { Hono } from "hono";
import { database, retried } from "../../../../db/database.ts";
import { fileDay } from "../../../../db/model/time/time-for-staff.ts";
import type { DeskEnv, Env } from "../../../env.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../figures/csv.ts";
import { exportParts } from "../../../figures/export.ts";
import { refuse } from "../../../http/body.ts";
import { readDeadMails } from "../../../mail/dead-mails.ts";
import { readSubscribers } from "../../../mail/newsletter.ts";
import { revive } from "../../../mail/outbox.ts";
import { sendSoon } from "../../../owed-mail.ts";
import { may } from "../../../staff/member.ts";
import { csvFile } from "../figures/csv-file.ts";

const SUBSCRIBERS_AT_ONCE = 500;

/** For managers: /api/desk/export; /newsletter, who confirmed that they want news; and /outbox, the mails that we gave up on. */
export const manage = new Hono<DeskEnv>()
  .get("/outbox", may("readOutbox"), async (c) =>
    c.json(await readDeadMails(database(c.env.DB), c.req.query("cursor"))),
  )
  .post("/outbox/retry", may("manageOutbox"), async (c) => {
    return c.json({ ok: true, success: true, revived: await revive(c.env) });
  })
  .post("/outbox/:id/retry", may("manageOutbox"), async (c) => {
    const id = c.req.param("id");
    const revived = await revive(c.env, id);
    if (revived === 0) return refuse(c, 404, "There is no dead mail with this id.");
    c.executionCtx.waitUntil(sendSoon(c.env, id));
    return c.json({ ok: true, success: true });
  })
  .get("/export.csv", may("exportApplications"), async (c) => {
    return csvFile(c, `applications-${fileDay(new Date())}`, exportParts(database(c.env.DB)));
  })
  .get("/newsletter.csv", may("exportReaders"), async (c) => {
    return csvFile(c, `newsletter-${fileDay(new Date())}`, linesOfSubscribers(c.env));
  });

/** For a mail service: who confirmed, in which language, when, and the link that ends it. */
async function* linesOfSubscribers(env: Env) {
  yield BYTE_ORDER_MARK + csvLine(["Email", "Language", "Confirmed (Central Time)", "Unsubscribe"]);
  for (let after = ""; ; ) {
    const subscribers = await retried(() => readSubscribers(env, after, SUBSCRIBERS_AT_ONCE));
    yield subscribers
      .map((subscriber) =>
        csvLine([subscriber.email, subscriber.language, subscriber.confirmedAt, subscriber.unsubscribe]),
      )
      .join("");
    if (subscribers.length < SUBSCRIBERS_AT_ONCE) return;
    after = subscribers.at(-1)?.id ?? "";
  }
}
