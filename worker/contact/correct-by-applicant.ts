import { or } from "drizzle-orm";
import { database } from "../../db/database.ts";
import { confirmEmail, correctByApplicant } from "../../db/model/contact/correct.ts";
import type { Correction } from "../../db/model/contact/correction.ts";
import { act, type Caller } from "../case/act.ts";
import { actOnReference, pressOfApplicant } from "../case/by-applicant.ts";
import { hashOfReference, hasReference } from "../form/reference.ts";
import { countMailStatements } from "../http/limits.ts";
import { tryCode } from "./codes.ts";
import { hasContact } from "./person.ts";
import { stopsInMessages, withStopOfNew } from "./stop-of-new.ts";

/** Corrects the applicant's contact data if the code is right (db/model/contact/correct.ts). */
export async function correctContact(c: Caller, ref: string, { code, ...next }: Correction) {
  const tried = await tryCode(c, ref, "correction", code);
  if (typeof tried === "string") return tried;
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const hash = await hashOfReference(ref);
  return act(c, or(await hasReference(ref), hasContact(next)), {
    press,
    also: { messages: stopsInMessages(db, next) },
    limits: async ([kase]) =>
      kase && kase.application.email !== next.email ? countMailStatements(c, db, next.email, { kind: "mail" }) : [],
    decide: (cases, { messages }) => {
      const kase = cases.find(({ application }) => application.referenceHash === hash);
      if (!kase) return "unknown" as const;
      const changes = correctByApplicant(kase, next);
      if ("refused" in changes) return changes.refused;
      const others = cases.filter((other) => other !== kase);
      return { ...withStopOfNew(kase, changes, others, messages, press), others: [tried.spend] };
    },
  });
}

/** Confirms the address that a member entered. Refused if it has changed meanwhile. */
export function confirmNewEmail(c: Caller, ref: string, email: string) {
  return actOnReference(c, ref, { decide: (kase) => confirmEmail(kase, email) });
}
