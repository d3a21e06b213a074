import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { database, type Results } from "../../db/database.ts";
import type { Case, Changes, Press, Refused } from "../../db/model/case/case.ts";
import { t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";
import { refuse } from "../http/body.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { sendSoon } from "../owed-mail.ts";
import { hasReference } from "../reference.ts";
import { actOnCase, type Caller } from "./act.ts";

const wrongCode = () => t`This isn’t the code in our newest email. Please check it and try again`;
const spentCode = () => t`This code no longer works. Please ask for a new one`;

export function pressOfApplicant(): Press {
  return { at: new Date(), by: null, id: crypto.randomUUID() };
}

/** A deed of the applicant on the case with this reference; null if it is unknown, which counts as a guess. */
export async function actOnReference<Why extends string, Also extends Record<string, BatchItem<"sqlite">>>(
  c: Caller,
  ref: string,
  acting: {
    press?: Press;
    also?: Also;
    limits?: (kase: Case) => Promise<readonly BatchItem<"sqlite">[]>;
    others?: BatchItem<"sqlite">[];
    decide: (
      kase: Case,
      press: Press,
      found: Results<Also>,
    ) => Promise<Changes | Refused<Why>> | Changes | Refused<Why>;
  },
) {
  const { press = pressOfApplicant(), limits, decide, ...rest } = acting;
  return actOnCase<Why, Also>(c, await hasReference(ref), {
    ...rest,
    press,
    along: await countUnknownStatements(c, database(c.env.DB), ref),
    limits: async ([kase]) => (kase && limits ? limits(kase) : []),
    decide: (kase, found) => decide(kase, press, found),
  });
}

/** The response to a deed that is done, now or earlier; null if no application has this reference. */
export function done(c: Context, nothing: object | null) {
  return nothing ? c.json({ ok: true, success: true }) : unknownReference(c);
}

/** The response that a code is on its way, and to which address. */
export function codeSent(c: Context<{ Bindings: Env }>, { outboxId, sentTo }: { outboxId: string; sentTo: string }) {
  c.executionCtx.waitUntil(sendSoon(c.env, outboxId));
  return c.json({ ok: true, success: true, sentTo }, 202);
}

export function refuseCode(c: Context, outcome: "unknown" | "wrong" | "spent") {
  switch (outcome) {
    case "unknown":
      return unknownReference(c);
    case "wrong":
      return refuse(c, 400, wrongCode(), { code: wrongCode() });
    case "spent":
      return refuse(c, 410, spentCode(), { code: spentCode() });
  }
}

/** The same response for malformed and unknown references, so that a guess reveals nothing. */
export function unknownReference(c: Context) {
  return refuse(c, 404, t`There is no application with this reference`);
}
