import type { SQL } from "drizzle-orm";
import { database } from "../../db/database.ts";
import type { Case } from "../../db/model/case/case.ts";
import type { StatedConsent } from "../../db/model/consent/consent.ts";
import { casesStoppedOnPage, flagStopElsewhere, resume, stopPerson } from "../../db/model/contact/stop.ts";
import { type Acting, act, type Caller, type Decided } from "../case/act.ts";
import { actOnReference, pressOfApplicant } from "../case/by-applicant.ts";
import { newEvidence } from "../consent/consent-evidence.ts";
import { countStatements, countUnknownStatements } from "../http/limits.ts";
import { hashOfReference, hasReference } from "../reference.ts";
import { isProven } from "./opened-link.ts";
import { restoreKeys, withSamePerson } from "./person.ts";

/** Stops contact (db/model/contact/stop.ts). Returns since when. Safe to repeat. Null: unknown reference. */
export async function stopContact(c: Caller, ref: string, proof: string | undefined) {
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const hash = await hashOfReference(ref);
  const isThisCase = ({ application }: Case) => application.referenceHash === hash;
  let contactStoppedAt = press.at;
  const which = await hasReference(ref);
  const along = await countUnknownStatements(c, db, ref);
  const done = await actOnPerson(c, which, {
    press,
    along,
    decide: async (cases) => {
      const kase = cases.find(isThisCase);
      if (!kase) return null;
      contactStoppedAt = kase.application.contactStoppedAt ?? press.at;
      const how = (await isProven(c.env, kase.application, proof)) ? "mailedLink" : "page";
      const { covered, unsure, addresses } = casesStoppedOnPage(cases, isThisCase, how);
      return {
        deeds: [
          ...stopPerson(covered, isThisCase, how, press),
          ...unsure.map((other) => ({ kase: other, changes: flagStopElsewhere(other) })),
        ],
        stoppedSenders: addresses,
      };
    },
  });
  return done && !("refused" in done) ? { contactStoppedAt } : done;
}

/**
 * A deed on a case and all others of its person. A thinned case has lost what finds them: it gets that back and the deed is done
 * once more, for the others, too.
 */
export async function actOnPerson<Other>(
  c: Caller,
  isThisCase: SQL | undefined,
  {
    decide,
    ...acting
  }: Acting<Record<never, never>> & { decide: (cases: Case[]) => Promise<Decided | Other> | Decided | Other },
) {
  const db = database(c.env.DB);
  let thinned: Case[] = [];
  const once = () =>
    act<Record<never, never>, Other>(c, withSamePerson(db, isThisCase), {
      ...acting,
      decide: (cases) => {
        thinned = cases.filter(({ application }) => application.isThinned && !application.emailFolded);
        return decide(cases);
      },
    });
  const done = await once();
  if (thinned.length === 0) return done;
  await restoreKeys(db, thinned);
  return once();
}

/** Allows contact about this application again. Null if the reference is unknown. */
export async function resumeContact(c: Caller, ref: string, stated: StatedConsent) {
  const press = pressOfApplicant();
  const consent = await newEvidence(c, stated, press.at);
  return actOnReference(c, ref, {
    press,
    limits: () => countStatements(c, database(c.env.DB), "resume", { who: ref }),
    decide: (kase) => resume(kase, consent, press),
  });
}
