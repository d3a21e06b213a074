import type { ExtractSchema } from "hono/types";
import type { ClientErrorStatusCode, ServerErrorStatusCode } from "hono/utils/http-status";
import type { applications } from "../worker/api/applications.ts";
import type { blog } from "../worker/api/blog.ts";
import type { contact } from "../worker/api/contact.ts";
import type { desk } from "../worker/api/desk/index.ts";
import type { media } from "../worker/api/media.ts";
import type { newsletter } from "../worker/api/newsletter.ts";
import type { secondFactor } from "../worker/api/second-factor.ts";
import type { session } from "../worker/api/session.ts";

/** What crosses the wire, read off the Worker's handlers. Types only: none of its code gets into the browser. */

export interface Api {
  applications: ExtractSchema<typeof applications>;
  blog: ExtractSchema<typeof blog>;
  contact: ExtractSchema<typeof contact>;
  desk: ExtractSchema<typeof desk>;
  media: ExtractSchema<typeof media>;
  newsletter: ExtractSchema<typeof newsletter>;
  "second-factor": ExtractSchema<typeof secondFactor>;
  session: ExtractSchema<typeof session>;
}

/** What a route answers in JSON when it does what it was asked: times are ISO texts. */
export type ResponseBody<
  Resource extends keyof Api,
  Path extends keyof Api[Resource],
  Method extends keyof Api[Resource][Path],
> =
  Exclude<Extract<Api[Resource][Path][Method], { outputFormat: "json" }>, { status: Refused }> extends {
    output: infer Output;
  }
    ? Output
    : never;

type Refused = ClientErrorStatusCode | ServerErrorStatusCode;
