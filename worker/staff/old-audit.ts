import { lte } from "drizzle-orm";
import { ARCHIVED, compressed, decompressed } from "../../db/backup.ts";
import { database, isOneOf, retried } from "../../db/database.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { APPLICATION_KEPT_YEARS, AUDIT_ARCHIVED_AFTER_DAYS, monthsBefore } from "../../db/model/time/retention.ts";
import { audit } from "../../db/schema.ts";
import type { Env } from "../env.ts";

/** Entries of the audit log older than 90 days lie in R2, in readable, compressed files, so that they fill no database. */

/** A file is `<month>/<number>`. Numbers fall as ids grow, because R2 lists by name and the newest are read first. */
const FILES = `${ARCHIVED}audit/`;
const HIGHEST = Number.MAX_SAFE_INTEGER;
const DIGITS = String(HIGHEST).length;
const MONTH = "2026-11".length;
const MOVED_AT_ONCE = 2000;
const PURGED_AT_ONCE = 1000;

export type Entry = typeof audit.$inferSelect;

/** Moves a slice of the old entries into a file, the oldest first. True if there were any. */
export async function archiveAudit(env: Env, now: Date) {
  const db = database(env.DB);
  const last = new Date(now.getTime() - AUDIT_ARCHIVED_AFTER_DAYS * DAY_MS);
  const old = await retried(() =>
    db.select().from(audit).where(lte(audit.at, last)).orderBy(audit.at, audit.id).limit(MOVED_AT_ONCE),
  );
  const [first] = old;
  if (!first) return false;
  await env.BACKUPS.put(nameOf(monthOf(first.at), first.id), await compressed(JSON.stringify(old, null, 1)));
  const ids = old.map(({ id }) => id);
  await retried(() => db.delete(audit).where(isOneOf(audit.id, ids)));
  return true;
}

/** The entries of the files before this id and about until this time, file by file, the newest first. */
export async function* oldEntries(env: Env, before: number, until: Date): AsyncGenerator<Entry[]> {
  const { objects } = await env.BACKUPS.list({ prefix: FILES, limit: 1 });
  const oldest = objects[0]?.key.slice(FILES.length, FILES.length + MONTH);
  for (let month = monthOf(until); oldest !== undefined && month >= oldest; month = monthBefore(month)) {
    for await (const key of keysOf(env, month, before)) {
      const stored = await env.BACKUPS.get(key);
      const entries: Entry[] = stored ? JSON.parse(await decompressed(await stored.bytes())) : [];
      const wanted = entries.filter(({ id }) => id < before).toReversed();
      yield wanted.map(({ at, ...entry }) => ({ ...entry, at: new Date(at) }));
    }
  }
}

/** Deletes a slice of the files of seven years ago, by whole months, none later. True if there were any. */
export async function purgeOldAudit(env: Env, now: Date) {
  const last = monthOf(monthsBefore(now, 12 * APPLICATION_KEPT_YEARS));
  const { objects } = await env.BACKUPS.list({ prefix: FILES, limit: PURGED_AT_ONCE });
  const old = objects.map(({ key }) => key).filter((key) => key.slice(FILES.length, FILES.length + MONTH) <= last);
  if (old.length > 0) await env.BACKUPS.delete(old);
  return old.length > 0;
}

async function* keysOf(env: Env, month: string, before: number) {
  for (let startAfter = nameOf(month, before); ; ) {
    const { objects, truncated } = await env.BACKUPS.list({ prefix: `${FILES}${month}/`, startAfter });
    for (const { key } of objects) yield key;
    startAfter = objects.at(-1)?.key ?? "";
    if (!truncated) return;
  }
}

/** Named after its first entry, so a file that begins before an id comes after that id's name. */
function nameOf(month: string, firstId: number) {
  return `${FILES}${month}/${String(HIGHEST - firstId).padStart(DIGITS, "0")}`;
}

function monthOf(time: Date) {
  return time.toISOString().slice(0, MONTH);
}

function monthBefore(month: string) {
  return monthOf(monthsBefore(new Date(`${month}-01T00:00:00Z`), 1));
}
