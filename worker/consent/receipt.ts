import type { Context } from "hono";
import { database } from "../../db/database.ts";
import { evidenceIn } from "../../db/model/case/evidence.ts";
import { readCases } from "../case/store.ts";
import type { Env } from "../env.ts";
import { hasReference } from "../form/reference.ts";
import { sha256 } from "../hash.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { checkedEvidence, tickedTitles } from "./consent-evidence.ts";

/**
 * All that proves what the applicant agreed to and decided later, for the applicant; null when no application has this reference. `phone` and
 * `email` are those about which consent was given.
 */
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
      /** What the applicant agreed to anew, if the event is 'contact again'. */
      consent: event.kind === "contactResumed" ? await checkedEvidence(event.consent) : null,
      /** Whether the hash of the words of a permission, made anew, is the recorded one. */
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
