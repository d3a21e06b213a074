import { Hono } from "hono";
import { refuse } from "../../http/body.ts";
import { deskLive, SESSION } from "../../http/tell.ts";
import { type DeskEnv, may } from "../../staff/member.ts";
import { sessionId } from "../../staff/session.ts";

/** GET /api/desk/live: a WebSocket that says what to read again (db/model/queue/news.ts). Browsers name its origin, and only ours is admitted. */
export const live = new Hono<DeskEnv>().get("/live", may("countMyDay"), async (c) => {
  if (c.req.header("upgrade") !== "websocket") {
    c.header("Upgrade", "websocket");
    return refuse(c, 426, "Only a WebSocket opens this.");
  }
  if (c.req.header("origin") !== new URL(c.req.url).origin) {
    return refuse(c, 403, "This request came from another website");
  }
  const headers = { Upgrade: "websocket", [SESSION]: await sessionId(c) };
  return deskLive(c.env).fetch(c.req.url, { headers });
});
