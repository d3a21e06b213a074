import { and, eq, gt, lt, sql } from "drizzle-orm";
import { type Database, database, isOneOf, named } from "../../db/database.ts";
import { codeAddress } from "../../db/model/case/case.ts";
import { CODE_DIGITS, CODE_MAX_TRIES, type CodePurpose } from "../../db/model/contact/code.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { CODE_VALID_MINUTES } from "../../db/model/time/retention.ts";
import { applications, codes, outbox } from "../../db/schema.ts";
import type { Caller } from "../case/act.ts";
import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";
import { countCodeStatements, countUnknownStatements } from "../http/limits.ts";
import { hasReference } from "../reference.ts";
import { isProven } from "./opened-link.ts";

/** We mail codes to confirm what only the applicant may do. A code works for its own purpose only. */

const CODE_VALID_MS = CODE_VALID_MINUTES * MINUTE_MS;

/**
 * Owes the applicant a mail with a new code in place of any earlier one. Null if the reference is unknown. Whoever proves that they
 * read the mailbox uses up nothing of others who named it.
 */
export async function requestCode(c: Caller, ref: string, purpose: CodePurpose, proof: string | undefined) {
  const db = database(c.env.DB);
  const { id: caseId, email, reachedEmail, contactStoppedAt } = applications;
  const lookUp = db
    .select({ id: caseId, email, reachedEmail, contactStoppedAt })
    .from(applications)
    .where(await hasReference(ref));
  const {
    known: [known],
  } = await named(db, { known: lookUp }, await countUnknownStatements(c, db, ref));
  if (!known) return null;
  const { id: applicationId } = known;
  const sentTo = codeAddress(known);
  if (purpose === "correction" && known.contactStoppedAt) return "stopped";
  const isTheirs = await isProven(c.env, { id: applicationId, email: sentTo }, proof);
  const id = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  await db.batch([
    db.delete(codes).where(and(eq(codes.applicationId, applicationId), eq(codes.purpose, purpose))),
    db.insert(codes).values({ id, applicationId, purpose, expiresAt: new Date(Date.now() + CODE_VALID_MS) }),
    db.insert(outbox).values({ id: outboxId, kind: `${purpose}Code`, subjectId: id }),
    ...(await countCodeStatements(c, db, applicationId, isTheirs ? null : sentTo)),
  ]);
  return { outboxId, sentTo };
}

/** A new code for the mail that is being written, in place of the old one. Stores only its hash. */
export async function newCode(env: Env, db: Database, id: string) {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(random % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
  await db
    .update(codes)
    .set({
      codeHash: await keyedHash(env.HASH_KEY, "code", code),
      expiresAt: new Date(Date.now() + CODE_VALID_MS),
      tries: 0,
    })
    .where(eq(codes.id, id));
  return code;
}

/**
 * Tries a code. Counts the try before it checks, so that many at once cannot exceed CODE_MAX_TRIES. Right: the
 * application's id and a statement that uses up the code. `wrong` may try again; `spent` needs a new code.
 */
export async function tryCode(c: Caller, ref: string, purpose: CodePurpose, code: string) {
  const db = database(c.env.DB);
  const isThisCase = await hasReference(ref);
  const which = db.select({ id: applications.id }).from(applications).where(isThisCase);
  const statements = {
    known: which,
    tried: db
      .update(codes)
      .set({ tries: sql`${codes.tries} + 1` })
      .where(
        and(
          eq(codes.purpose, purpose),
          isOneOf(codes.applicationId, which),
          gt(codes.expiresAt, new Date()),
          lt(codes.tries, CODE_MAX_TRIES),
        ),
      )
      .returning({ id: codes.id, codeHash: codes.codeHash }),
  };
  const {
    known: [known],
    tried: [tried],
  } = await named(db, statements, await countUnknownStatements(c, db, ref));
  if (!known) return "unknown" as const;
  if (!tried) return "spent" as const;
  if (!isSame(tried.codeHash ?? "", await keyedHash(c.env.HASH_KEY, "code", code))) return "wrong" as const;
  return { applicationId: known.id, spend: db.delete(codes).where(eq(codes.id, tried.id)) };
}
