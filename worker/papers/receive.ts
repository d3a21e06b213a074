import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, database, retried } from "../../db/database.ts";
import type { Case, Changes, Press, Refused } from "../../db/model/case/case.ts";
import { deleteFile, receiveFile, refusedPaper } from "../../db/model/papers/paper-deeds.ts";
import { type FileRefusal, kindOf, MOST_FILES, type NewFile, PART_BYTES } from "../../db/model/papers/paper-file.ts";
import { papers } from "../../db/schema.ts";
import { act, type Caller, type Done } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import { failUnless, isAtVersion, isConflict, readCases } from "../case/store.ts";
import { hasReference } from "../form/reference.ts";
import { sha256 } from "../hash.ts";
import { countStatements, countUnknownStatements } from "../http/limits.ts";
import { inspect } from "./inspect.ts";
import { filesOf } from "./show.ts";
import { forget, forgetParts, get, newSecret, partsOf, put } from "./store.ts";

type Row = typeof papers.$inferSelect;

/** The case with this reference and its files; null if the reference is unknown. */
export async function readPapers(c: Caller, ref: string) {
  const db = database(c.env.DB);
  const isThisCase = await hasReference(ref);
  const { cases, also } = await readCases(
    db,
    isThisCase,
    { files: filesOf(db, isThisCase) },
    await countUnknownStatements(c, db, ref),
  );
  return cases[0] ? { kase: cases[0], files: also.files } : null;
}

/** Begins to take a file, or says from which part on to go on with one that was begun. Null: unknown reference. */
export async function beginFile(
  c: Caller,
  ref: string,
  { paper, size, sha256 }: NewFile,
): Promise<Refused<FileRefusal> | { id: string; parts: number } | null> {
  const found = await readPapers(c, ref);
  if (!found) return null;
  const { kase, files } = found;
  const refused = refusedPaper(kase, paper);
  if (refused) return { refused };
  const known = files.find((file) => file.sha256 === sha256);
  if (known?.receivedAt) return { refused: "sameFile" };
  const db = database(c.env.DB);
  const { id: applicationId } = kase.application;
  const ids = { id: crypto.randomUUID(), applicationId };
  const secret = await newSecret(c.env);
  const hasRoom = sql`(select count(*) from ${papers} where ${eq(papers.applicationId, applicationId)}) <= ${MOST_FILES}`;
  const begin = db.batch([
    db
      .insert(papers)
      .values({ ...ids, paper, size, sha256, secret, createdAt: new Date() })
      .onConflictDoUpdate({
        target: [papers.applicationId, papers.sha256],
        set: { paper },
        setWhere: isNull(papers.receivedAt),
      })
      .returning({ id: papers.id, parts: papers.parts }),
    failUnless(db, hasRoom),
    ...(await countStatements(c, db, "paper", { who: applicationId })),
  ]);
  try {
    const [[begun]] = await begin;
    return begun ?? { refused: "sameFile" };
  } catch (error) {
    if (isConflict(error)) return { refused: "tooMany" };
    throw error;
  }
}

/** Takes a part of a file; the last one makes it whole. The same part again changes nothing. Null: there is no such file. */
export async function takePart(
  c: Caller,
  ref: string,
  id: string,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Refused<FileRefusal> | Done | null> {
  const found = await readPapers(c, ref);
  const file = found?.files.find((each) => each.id === id);
  if (!found || !file) return null;
  const refused = refusedPaper(found.kase, file.paper);
  if (refused) return { refused };
  if (file.receivedAt || part < file.parts) return DONE;
  const last = partsOf(file) - 1;
  const length = part === last ? file.size - last * PART_BYTES : PART_BYTES;
  if (part > file.parts || bytes.length !== length) return { refused: "damaged" };
  if (part === 0) {
    const kind = kindOf(bytes);
    if (kind === null || kind === "heic") return drop(c, file, kind ?? "unknown");
  }
  if (part === last) return finish(c, ref, file, bytes);
  await put(c.env, file, bytes, part);
  const db = database(c.env.DB);
  const kept = await retried(() =>
    db
      .update(papers)
      .set({ parts: sql`max(${papers.parts}, ${part + 1})` })
      .where(eq(papers.id, id))
      .returning({ id: papers.id }),
  );
  if (kept.length > 0) return DONE;
  // It was deleted meanwhile, or its application was.
  await forget(c.env, [file]);
  return null;
}

const DONE: Done = { owesMail: false, events: [] };

async function finish(c: Caller, ref: string, file: Row, lastPart: Uint8Array<ArrayBuffer>) {
  const whole = await wholeFile(c, file, lastPart);
  const inspected = whole ? inspect(whole) : ({ refused: "damaged" } as const);
  if ("refused" in inspected) return drop(c, file, inspected.refused);
  const { type, bytes } = inspected;
  await put(c.env, file, bytes);
  const done = await actOnFile(c, ref, file.id, receiveFile, (db, { at }) =>
    db.update(papers).set({ type, receivedAt: at }).where(eq(papers.id, file.id)),
  );
  if (done === null) await forget(c.env, [file]);
  // What is left of its parts goes with the file.
  else if (!("refused" in done)) c.executionCtx.waitUntil(forgetParts(c.env, file).catch(() => undefined));
  return done;
}

/** The whole file, if it is what was said when it began. */
async function wholeFile(c: Caller, file: Row, lastPart: Uint8Array<ArrayBuffer>) {
  const whole = new Uint8Array(file.size);
  const last = partsOf(file) - 1;
  for (let part = 0; part < last; part++) {
    const stored = await get(c.env, file, part);
    if (!stored) return null;
    whole.set(stored, part * PART_BYTES);
  }
  whole.set(lastPart, last * PART_BYTES);
  return (await sha256(whole)) === file.sha256 ? whole : null;
}

/** A file that we do not take leaves nothing. */
async function drop(c: Caller, file: Row, refused: FileRefusal) {
  await forget(c.env, [file]);
  await database(c.env.DB)
    .delete(papers)
    .where(and(eq(papers.id, file.id), isNull(papers.receivedAt)));
  return { refused };
}

/** Deletes a file of the applicant. Null: there is no such file. */
export async function removeFile(c: Caller, ref: string, id: string) {
  const found = await readPapers(c, ref);
  const file = found?.files.find((each) => each.id === id);
  if (!file) return null;
  await forget(c.env, [file]);
  return actOnFile(c, ref, id, deleteFile, (db) => db.delete(papers).where(eq(papers.id, id)));
}

/** A deed about one file: what changes in the case and, in the same transaction, its row. Null if it is gone. */
async function actOnFile(
  c: Caller,
  ref: string,
  id: string,
  decide: (kase: Case, file: Row, files: Row[], press: Press) => Changes | Refused<FileRefusal>,
  row: (db: Database, press: Press) => BatchItem<"sqlite">,
) {
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const isThisCase = await hasReference(ref);
  return act(c, isThisCase, {
    press,
    also: { files: filesOf(db, isThisCase) },
    decide: ([kase], { files }) => {
      const file = files.find((each) => each.id === id);
      if (!kase || !file) return null;
      const changes = decide(kase, file, files, press);
      if ("refused" in changes) return changes;
      // An event would guard the case as well.
      const guard = changes.events.length > 0 ? [] : [failUnless(db, isAtVersion(kase))];
      return { deeds: [{ kase, changes }], others: [...guard, row(db, press)] };
    },
  });
}
