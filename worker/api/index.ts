import { Hono } from "hono";
import type { Env } from "../env.ts";
import { applications } from "./applications.ts";
import { blog } from "./blog.ts";
import { contact } from "./contact.ts";
import { desk } from "./desk/index.ts";
import { health } from "./health.ts";
import { media } from "./media.ts";
import { newsletter } from "./newsletter.ts";
import { secondFactor } from "./second-factor.ts";
import { session } from "./session.ts";
import { visits } from "./visits.ts";

/** /api: every call of the site, and by its type what the browser may ask (web/wire.ts). */
export const api = new Hono<{ Bindings: Env }>()
  .route("/health", health)
  .route("/applications", applications)
  .route("/blog", blog)
  .route("/session", session)
  .route("/second-factor", secondFactor)
  .route("/desk", desk)
  .route("/media", media)
  .route("/contact", contact)
  .route("/newsletter", newsletter)
  .route("/visits", visits);
