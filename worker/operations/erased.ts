import { isNull } from "drizzle-orm";
import { database, isOneOf, retried } from "../../db/database.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { ERASED_NOTED_DAYS } from "../../db/model/time/retention.ts";
import { applications, keptConsents } from "../../db/schema.ts";
import { readCases } from "../case/store.ts";
import { erasureOf } from "../contact/deletion.ts";
import type { Env } from "../env.ts";
import { forgetAll } from "../papers/store.ts";

/**
 * D1's Time Travel brings back any minute of the last 30 days, and with it whoever was deleted since. So the ids of those who were deleted
 * on request lie outside of D1, in the bucket PAPERS, and whoever comes back is deleted again.
 */

/** An empty file `erased/<when>/<id>` for each application that was deleted on request. The oldest come first. */
export const ERASED = "erased/";
const AT_ONCE = 25;

/** The job of every minute that ends what a deletion left to do, and repeats deletions that were undone. */
export async function continueErasures(env: Env, now = new Date()) {
  await noteErased(env, now);
  await eraseAgain(env, now);
}

/** Notes who was deleted on request, by the id only, and deletes their files. Repeated until it is done. */
async function noteErased(env: Env, now: Date) {
  const db = database(env.DB);
  const { applicationId: id, deletedAt, notedAt } = keptConsents;
  const erased = await retried(() =>
    db.select({ id, deletedAt }).from(keptConsents).where(isNull(notedAt)).orderBy(deletedAt).limit(AT_ONCE),
  );
  if (erased.length === 0) return;
  for (const { id, deletedAt } of erased) await env.PAPERS.put(`${ERASED}${deletedAt.toISOString()}/${id}`, "");
  const ids = erased.map((each) => each.id);
  for (const id of ids) await forgetAll(env, id);
  await retried(() => db.update(keptConsents).set({ notedAt: now }).where(isOneOf(id, ids)));
}

/** Deletes again who is there although a note says otherwise, and drops the notes that nobody needs any more. */
async function eraseAgain(env: Env, now: Date) {
  const db = database(env.DB);
  const notes = await readNotes(env);
  const isOld = ({ deletedAt }: Note) => deletedAt.getTime() < now.getTime() - ERASED_NOTED_DAYS * DAY_MS;
  const old = notes.filter(isOld).map(({ key }) => key);
  if (old.length > 0) await env.PAPERS.delete(old.slice(0, AT_ONCE));
  const erasedAt = new Map(notes.map(({ id, deletedAt }) => [id, deletedAt]));
  const { id } = applications;
  const back = await retried(() =>
    db
      .select({ id })
      .from(applications)
      .where(isOneOf(id, [...erasedAt.keys()]))
      .limit(AT_ONCE),
  );
  if (back.length === 0) return;
  const ids = back.map((each) => each.id);
  const { cases } = await readCases(db, isOneOf(id, ids), {});
  for (const kase of cases) await db.batch(erasureOf(db, kase, erasedAt.get(kase.application.id) ?? now));
}

interface Note {
  key: string;
  id: string;
  deletedAt: Date;
}

async function readNotes(env: Env) {
  const notes: Note[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await env.PAPERS.list({ prefix: ERASED, cursor });
    for (const { key } of page.objects) {
      const [, deletedAt = "", id = ""] = key.split("/");
      notes.push({ key, id, deletedAt: new Date(deletedAt) });
    }
    if (!page.truncated) return notes;
    cursor = page.cursor;
  }
}
