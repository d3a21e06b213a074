import { or } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { database } from "../../db/database.ts";
import type { Case, Changes, Refused } from "../../db/model/case/case.ts";
import { confirmEmail, correctByApplicant, correctJustSent } from "../../db/model/contact/correct.ts";
import type { Contact, Correction } from "../../db/model/contact/correction.ts";
import { act, type Caller } from "../case/act.ts";
import { actOnReference, pressOfApplicant } from "../case/by-applicant.ts";
import type { Env } from "../env.ts";
import { countMailStatements, countStatements } from "../http/limits.ts";
import { hashOfReference, hasReference } from "../reference.ts";
import { tryCode } from "./codes.ts";
import { isJustSent } from "./just-sent.ts";
import { hasContact } from "./person.ts";
import { stopsInMessages, withStopOfNew } from "./stop-of-new.ts";

type Query = BatchItem<"sqlite">;

/** Corrects the applicant's contact data if the code is right (db/model/contact/correct.ts). */
export async function correctContact(c: Caller, ref: string, { code, ...next }: Correction) {
  const tried = await tryCode(c, ref, "correction", code);
  if (typeof tried === "string") return tried;
  return correct(c, ref, next, { decide: correctByApplicant, others: [tried.spend] });
}

/** Corrects them without a code, in the browser that has just sent the application. As often as there may be codes. */
export async function correctWithoutCode(c: Context<{ Bindings: Env }>, ref: string, next: Contact) {
  if (!(await isJustSent(c, ref))) return "codeNeeded";
  return correct(c, ref, next, {
    decide: correctJustSent,
    limits: ({ application: { id } }) => countStatements(c, database(c.env.DB), "code", { who: id }),
  });
}

async function correct<Why extends string>(
  c: Caller,
  ref: string,
  next: Contact,
  {
    decide,
    others,
    limits,
  }: {
    decide: (kase: Case, next: Contact) => Changes | Refused<Why>;
    others?: Query[];
    limits?: (kase: Case) => Promise<Query[]>;
  },
) {
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const hash = await hashOfReference(ref);
  const isThisCase = ({ application }: Case) => application.referenceHash === hash;
  return act(c, or(await hasReference(ref), hasContact(next)), {
    press,
    also: { messages: stopsInMessages(db, next) },
    limits: async (cases) => {
      const kase = cases.find(isThisCase);
      if (!kase) return [];
      const isEmailNew = kase.application.email !== next.email;
      return [
        ...(isEmailNew ? await countMailStatements(c, db, next.email, { kind: "mail" }) : []),
        ...((await limits?.(kase)) ?? []),
      ];
    },
    decide: (cases, { messages }) => {
      const kase = cases.find(isThisCase);
      if (!kase) return "unknown" as const;
      const changes = decide(kase, next);
      if ("refused" in changes) return changes.refused;
      const rest = cases.filter((other) => other !== kase);
      return { ...withStopOfNew(kase, changes, rest, messages, press), others };
    },
  });
}

/** Confirms the address that a member entered. Refused if it has changed meanwhile. */
export function confirmNewEmail(c: Caller, ref: string, email: string) {
  return actOnReference(c, ref, { decide: (kase) => confirmEmail(kase, email) });
}
