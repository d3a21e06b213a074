import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { fileDay } from "../../../../db/model/time/time-for-staff.ts";
import { exportParts } from "../../../figures/export.ts";
import { refuse } from "../../../http/body.ts";
import { readDeadMails } from "../../../mail/dead-mails.ts";
import { revive } from "../../../mail/outbox.ts";
import { sendSoon } from "../../../mail/owed.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";
import { csvFile } from "../figures/csv-file.ts";

/** /api/desk/export and /outbox, the mails that we gave up on, for managers. */
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
  });
