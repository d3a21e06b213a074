import type { Context } from "hono";
import { database } from "../../db/database.ts";
import { evidenceIn } from "../../db/model/case/evidence.ts";
import { readCases } from "../case/store.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { hasReference } from "../reference.ts";
import { checkedEvidence, tickedTitles } from "./consent-evidence.ts";

/** Proof of all that the applicant agreed to, with the `phone` and `email` it was for. Null: unknown reference. */
export async function readReceipt(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const isThisCase = await hasReference(ref);
  const {
    cases: [kase],
  } = await readCases(db, isThisCase, {}, await countUnknownStatements(c, db, ref));
  if (!kase) return null;
  const { application } = kase;
  const events = await Promise.all(
    evidenceIn(kase).map(async ({ id, at, userId, event }) => ({
      id,
      at,
      byTeam: userId !== null,
      event,
      /** The new consent, if they allowed contact again. */
      consent: event.kind === "contactResumed" ? await checkedEvidence(event.consent) : null,
      /** Whether the words of a permission still have the recorded hash. */
      wordsFit: "wordsSha256" in event ? event.wordsSha256 === (await sha256(event.words)) : null,
    })),
  );
  const before = (field: "phone" | "email") => {
    const [first] = events.flatMap(({ event }) => (event.kind === "corrected" && event.field === field ? [event] : []));
    return first?.old ?? application[field];
  };
  return {
    fullName: application.fullName,
    phone: before("phone"),
    email: before("email"),
    ticked: tickedTitles(application, application.consentRecord),
    consent: await checkedEvidence(application.consentRecord),
    events,
  };
}
