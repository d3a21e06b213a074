import { or, type SQL } from "drizzle-orm";
import { type Database, database, isOneOf } from "../../db/database.ts";
import { evidenceIn } from "../../db/model/case/evidence.ts";
import { applications, codes, keptConsents, nameWords, outbox } from "../../db/schema.ts";
import { act, byId, type Caller } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import { isAtVersion, type StoredCase } from "../case/store.ts";
import { failUnless } from "../commit.ts";
import { tryCode } from "./codes.ts";

/** Deletes the application if the code is right; keeps evidence of consent. Too many tries or too late: spent. */
export async function confirmDeletion(c: Caller, ref: string, code: string) {
  const tried = await tryCode(c, ref, "deletion", code);
  if (typeof tried === "string") return tried;
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const isThisCase = byId(tried.applicationId);
  await act(c, isThisCase, {
    press,
    decide: ([kase]) => {
      // This code has already deleted the application, and only the reply was lost.
      if (!kase) return { deeds: [] };
      return { deeds: [], others: [...erasureOf(db, kase, press.at)] };
    },
  });
  return "done";
}

/** The statements that delete a case on request, as it was read, and keep the evidence of what was agreed to. */
export function erasureOf(db: Database, kase: StoredCase, deletedAt: Date) {
  const { id: applicationId, phone, email, consentRecord, createdAt: appliedAt } = kase.application;
  const events = evidenceIn(kase).map(({ at, userId, event }) => ({ at: at.getTime(), userId, event }));
  const kept = { applicationId, phone, email, consentRecord, events, appliedAt, deletedAt };
  return [
    failUnless(db, isAtVersion(kase)),
    db
      .insert(keptConsents)
      .values(kept)
      .onConflictDoUpdate({ target: keptConsents.applicationId, set: { notedAt: null } }),
    ...deletionOf(db, byId(applicationId)),
  ] as const;
}

/** The statements that delete these applications, the mail about them and the words of their names, in this order. Triggers delete the rest. */
export function deletionOf(db: Database, which: SQL) {
  const doomed = db.select({ id: applications.id }).from(applications).where(which);
  const numbers = db.select({ number: applications.number }).from(applications).where(which);
  const mailed = db.select({ id: codes.id }).from(codes).where(isOneOf(codes.applicationId, doomed));
  return [
    db.delete(outbox).where(or(isOneOf(outbox.subjectId, doomed), isOneOf(outbox.subjectId, mailed))),
    db.delete(nameWords).where(isOneOf(nameWords.number, numbers)),
    db.delete(applications).where(which),
  ] as const;
}
