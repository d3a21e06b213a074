import type { BatchItem } from "drizzle-orm/batch";
import { database, type Results } from "../../db/database.ts";
import type { Case, Changes, Press, Refused } from "../../db/model/case/case.ts";
import { hasReference } from "../form/reference.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { actOnCase, type Caller } from "./act.ts";

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
    decide: (kase: Case, press: Press, found: Results<Also>) => Changes | Refused<Why>;
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
