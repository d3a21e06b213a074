import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, database } from "../../db/database.ts";
import type { Changes, Refused } from "../../db/model/case/case.ts";
import { deleteFile, receiveFile } from "../../db/model/papers/paper-deeds.ts";
import { type FileRefusal, kindOf, MOST_FILES, type PaperType } from "../../db/model/papers/paper-file.ts";
import type { Paper } from "../../db/model/papers/papers.ts";
import { papers } from "../../db/schema.ts";
import { act, type Caller, type Decided, type Done } from "../case/act.ts";
import { pressOfApplicant } from "../case/by-applicant.ts";
import { isAtVersion, readCases, type StoredCase } from "../case/store.ts";
import { failUnless } from "../commit.ts";
import { sha256 } from "../hash.ts";
import { countStatements, countUnknownStatements, isOverLimit } from "../http/limits.ts";
import { hasReference } from "../reference.ts";
import { filesOf } from "./show.ts";
import { forget, newSecret, put } from "./store.ts";

type Row = typeof papers.$inferSelect;

const TYPES: Record<"jpeg" | "pdf" | "png", PaperType> = {
  jpeg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
};

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

/** Takes a file. It is in the bucket before its row is written, and leaves it if that is refused. Null: unknown reference. */
export async function takeFile(
  c: Caller,
  ref: string,
  paper: Paper,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Refused<FileRefusal> | Done | null> {
  if (bytes.length === 0) return { refused: "empty" };
  const kind = kindOf(bytes);
  if (kind === null || kind === "heic") return { refused: kind ?? "unknown" };
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const isThisCase = await hasReference(ref);
  const file = {
    ...{ id: crypto.randomUUID(), paper, size: bytes.length, type: TYPES[kind], createdAt: press.at },
    ...{ sha256: await sha256(bytes), secret: await newSecret(c.env) },
  };
  const stored: Row[] = [];
  const done = await act(c, isThisCase, {
    press,
    also: { files: filesOf(db, isThisCase) },
    limits: ([kase]) => countStatements(c, db, "paper", { who: kase?.application.id }),
    decide: async ([kase], { files }): Promise<Decided | Refused<FileRefusal> | null> => {
      if (!kase) return null;
      // The answer to an earlier try was lost.
      if (files.some(({ id }) => id === file.id)) return { deeds: [] };
      if (files.some((each) => each.sha256 === file.sha256)) return { refused: "sameFile" };
      if (files.length >= MOST_FILES) return { refused: "tooMany" };
      const changes = receiveFile(kase, file, files, press);
      if ("refused" in changes) return changes;
      const row = { ...file, applicationId: kase.application.id };
      if (stored.length === 0) {
        await put(c.env, row, bytes);
        stored.push(row);
      }
      const isAlone = sql`(select count(*) from ${papers} where ${eq(papers.applicationId, row.applicationId)}) = ${files.length}`;
      return decided(db, kase, changes, [failUnless(db, isAlone), db.insert(papers).values(row)]);
    },
  }).catch(async (error) => {
    // After another error its row may be there.
    if (isOverLimit(error)) await forget(c.env, stored);
    throw error;
  });
  if (done === null || "refused" in done) await forget(c.env, stored);
  return done;
}

/** Deletes a file of the applicant. Null: there is no such file. */
export async function removeFile(c: Caller, ref: string, id: string): Promise<Done | null> {
  const found = await readPapers(c, ref);
  const file = found?.files.find((each) => each.id === id);
  if (!file) return null;
  await forget(c.env, [file]);
  const db = database(c.env.DB);
  const press = pressOfApplicant();
  const isThisCase = await hasReference(ref);
  return act(c, isThisCase, {
    press,
    also: { files: filesOf(db, isThisCase) },
    decide: ([kase], { files }) => {
      if (!kase || !files.some((each) => each.id === id)) return null;
      return decided(db, kase, deleteFile(kase, file, files, press), [db.delete(papers).where(eq(papers.id, id))]);
    },
  });
}

/** A deed about a file with what it does to its row. An event guards the case; without one, its version does. */
function decided(db: Database, kase: StoredCase, changes: Changes, rows: BatchItem<"sqlite">[]): Decided {
  const guard = changes.events.length > 0 ? [] : [failUnless(db, isAtVersion(kase))];
  return { deeds: [{ kase, changes }], others: [...guard, ...rows] };
}
