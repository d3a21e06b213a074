import { isNull } from "drizzle-orm";
import {
  ERASED,
  type Header,
  headerOf,
  IMAGES,
  listed,
  MANIFEST,
  type Manifest,
  manifestOf,
  manifestText,
  migrationsOf,
  NIGHTS,
  type Part,
  partsAfter,
  type Query,
  Refused,
  readManifest,
  readPart,
  rowsIn,
} from "../../db/backup.ts";
import { database, isOneOf, retried } from "../../db/database.ts";
import { keptConsents } from "../../db/schema.ts";
import { forgetArchived } from "../case/archive.ts";
import type { Env } from "../env.ts";
import { forgetAll } from "../papers/store.ts";
import { noteRun, type Run, runOf } from "./nightly.ts";

/**
 * The nightly backup of all rows and images to the bucket BACKUPS, which nothing serves. Each object is written once
 * and whole, and shows how far it has come: a call that dies loses one step, and of two calls one stops.
 */

/** Pages written, images copied or files verified per call. Each takes a few queries and megabytes. */
const STEPS = 25;
const JOB = "backup";
/** In each night's folder: the schema of its rows. */
const HEADER = "header.json";

interface Progress {
  /** How many parts were read back and are correct. */
  verified: number;
}

/** Takes the next steps of tonight's backup. It succeeds once everything has been read back. */
export async function backUp(env: Env, now = new Date(), steps = STEPS) {
  const run = await runOf<Progress>(env, JOB, now);
  if (!run) return;
  const query: Query = async (statements) => {
    const answers = await env.DB.batch<Record<string, unknown>>(statements.map((sql) => env.DB.prepare(sql)));
    return answers.map(({ results }) => results);
  };
  const folder = `${NIGHTS}${run.startedAt.toISOString()}/`;
  const header = await begun(env, folder, query);
  if (header.migrations.join() !== (await migrationsOf(query)).join()) {
    // A version with other tables was deployed during the backup.
    return noteRun(env, JOB, run, { startedAt: now, detail: null });
  }
  try {
    let taken = 0;
    for await (const verified of remaining(env, folder, header, query, run)) {
      if (verified) {
        const { parts, images } = verified;
        const detail = { folder, parts: parts.length, rows: rowsIn(verified), images: images.length };
        return noteRun(env, JOB, run, { endedAt: now, detail });
      }
      taken++;
      if (taken === steps) return;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(JSON.stringify({ level: "error", event: "backup damaged", folder, problem: error.message }));
    return noteRun(env, JOB, run, { detail: { problem: error.message } });
  }
}

/** Notes which applications were deleted on request (ids only), so that a restore deletes them again, and deletes their files. Repeated until it is done. */
export async function noteErased(env: Env, now = new Date()) {
  const db = database(env.DB);
  const { applicationId: id, deletedAt, notedAt } = keptConsents;
  const erased = await retried(() =>
    db.select({ id, deletedAt }).from(keptConsents).where(isNull(notedAt)).orderBy(deletedAt).limit(STEPS),
  );
  if (erased.length === 0) return;
  for (const { id, deletedAt } of erased) await env.BACKUPS.put(`${ERASED}${deletedAt.toISOString()}/${id}`, "");
  const ids = erased.map((each) => each.id);
  for (const id of ids) await Promise.all([forgetArchived(env, id), forgetAll(env, id)]);
  await retried(() => db.update(keptConsents).set({ notedAt: now }).where(isOneOf(id, ids)));
}

/** The schema that this backup started with. */
async function begun(env: Env, folder: string, query: Query): Promise<Header> {
  const stored = await env.BACKUPS.get(folder + HEADER);
  if (stored) return stored.json();
  const header = await headerOf(query);
  await putNew(env, folder + HEADER, JSON.stringify(header));
  return header;
}

/** Does what is left, the manifest last; yields after each step. Stops if another call is at the same step. */
async function* remaining(
  env: Env,
  folder: string,
  header: Header,
  query: Query,
  run: Run<Progress>,
): AsyncGenerator<Manifest | undefined> {
  let manifest = await manifestIn(env, folder);
  if (!manifest) {
    const parts = await partsIn(env, folder);
    for await (const { part, bytes } of partsAfter(parts, query, header.tables)) {
      if (!(await putNew(env, folder + part.name, bytes, part))) return;
      parts.push(part);
      yield undefined;
    }
    const images = await sizesIn(env.MEDIA);
    const copies = await sizesIn(env.BACKUPS, IMAGES);
    for (const [key, size] of images) {
      if (copies.get(key) === size) continue;
      await copy(env.MEDIA, key, env.BACKUPS, IMAGES + key);
      yield undefined;
    }
    manifest = await manifestOf(query, header, parts, [...images.keys()]);
    await putNew(env, folder + MANIFEST, await manifestText(manifest));
    yield undefined;
    manifest = await manifestIn(env, folder);
  }
  for (let verified = run.detail?.verified ?? 0; manifest && verified < manifest.parts.length; verified++) {
    const part = manifest.parts[verified] as Part;
    const stored = await env.BACKUPS.get(folder + part.name);
    await readPart(part, stored && (await stored.bytes()));
    await noteRun(env, JOB, run, { detail: { verified: verified + 1 } });
    yield undefined;
  }
  yield manifest ?? undefined;
}

async function manifestIn(env: Env, folder: string): Promise<Manifest | null> {
  const stored = await env.BACKUPS.get(folder + MANIFEST);
  return stored && readManifest(await stored.text());
}

/** The parts of this backup that are written. */
async function partsIn(env: Env, folder: string) {
  const parts: Part[] = [];
  for await (const { key, customMetadata } of listed(env.BACKUPS, folder)) {
    const { table, rows, last = "", sha256 = "" } = customMetadata ?? {};
    if (table) parts.push({ name: key.slice(folder.length), table, rows: Number(rows), last, sha256 });
  }
  return parts;
}

/** The size of each object, by name. Objects never change, so sizes show which copies are missing. */
async function sizesIn(bucket: R2Bucket, prefix = "") {
  const sizes = new Map<string, number>();
  for await (const { key, size } of listed(bucket, prefix)) sizes.set(key.slice(prefix.length), size);
  return sizes;
}

/** Writes an object; false if it already exists. */
async function putNew(env: Env, key: string, content: string | Uint8Array, part?: Part) {
  const { table, rows, last, sha256 } = part ?? {};
  const stored = await env.BACKUPS.put(key, content, {
    onlyIf: new Headers({ "If-None-Match": "*" }),
    ...(table && { sha256, customMetadata: { table, rows: String(rows), last, sha256 } as Record<string, string> }),
  });
  return stored !== null;
}

export async function copy(from: R2Bucket, key: string, to: R2Bucket, newKey: string) {
  const object = await from.get(key);
  if (object) await to.put(newKey, object.body, { httpMetadata: object.httpMetadata });
}
