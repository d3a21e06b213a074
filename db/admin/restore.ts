import { isDeepStrictEqual } from "node:util";
import {
  ARCHIVED,
  ARCHIVED_PEOPLE,
  decompressed,
  ERASED,
  IMAGES,
  MANIFEST,
  type Manifest,
  NIGHTS,
  type Part,
  PURGED,
  type Query,
  Refused,
  readManifest,
  readPart,
  rowsIn,
  sha256,
} from "../backup.ts";
import { EVIDENCE_KINDS } from "../model/case/case-event.ts";
import { type Bucket, decrypted, ENCRYPTED, folderBucket } from "./bucket.ts";
import { type NewD1, openNamed, type Site } from "./d1.ts";
import { fill, schema } from "./new-database.ts";

/**
 * `npm run restore -- from [--remote] [--trial]`: restores a backup into a new database, on which the site runs only once
 * every row was compared. If it dies, run it again: it goes on. `from`: a folder, `nightly/<time>` in the bucket, or
 * `newest`. --trial deletes the new database afterwards.
 */

export interface Source {
  name: string;
  /** A file of the backup; null if it is missing. */
  file(name: string): Promise<Uint8Array | null>;
  image(name: string): Promise<Uint8Array | null>;
}

/** A backup made by hand; an encrypted one is read with the identity in BACKUP_IDENTITY. */
export async function inFolder(folder: string): Promise<Source> {
  const plain = folderBucket(folder);
  const isEncrypted = (await plain.get(MANIFEST + ENCRYPTED)) !== null;
  const identity = process.env.BACKUP_IDENTITY;
  if (isEncrypted && !identity) throw new Refused(`${folder} is encrypted: set BACKUP_IDENTITY to AGE-SECRET-KEY-….`);
  const files = isEncrypted && identity ? decrypted(plain, identity) : plain;
  return { name: folder, file: files.get, image: (name) => files.get(IMAGES + name) };
}

/** A nightly backup by name, or the newest complete one. */
export async function inBucket(backups: Bucket, wanted: string): Promise<Source> {
  const finished = (await backups.list(NIGHTS)).filter((name) => name.endsWith(`/${MANIFEST}`));
  const nights = finished.map((name) => name.slice(0, -MANIFEST.length - 1));
  const night = wanted === "newest" ? nights.at(-1) : nights.find((name) => name === wanted.replace(/\/$/, ""));
  if (!night) throw new Refused(`There is no ${wanted}. There are: ${nights.join(", ") || "none"}.`);
  const purged = await backups.list(PURGED);
  return {
    name: night,
    file: (name) => backups.get(`${night}/${name}`),
    image: async (name) => {
      const found = await backups.get(IMAGES + name);
      const other = purged.findLast((key) => key.endsWith(`/${name}`));
      return found ?? (other === undefined ? null : backups.get(other));
    },
  };
}

/** Restores a backup, except for the last step: switching the site to the new database. */
export async function restore(site: Site, source: Source, { withDemo = true } = {}) {
  const manifest = await soundManifest(source);
  // No two backups share this name, so what a database of this name has is from this backup.
  const day = /\d{4}-\d\d-\d\d/.exec(source.name)?.[0] ?? "copy";
  const hash = await sha256(new TextEncoder().encode(JSON.stringify(manifest)));
  const own = site.name.replace(/-(\d{4}-\d\d-\d\d|copy)-\w{8}$/, "");
  const target = await site.beside(`${own}-${day}-${hash.slice(0, 8)}`);
  if (!target.isLive) await fillOrRemove(target, source, manifest, adjustments(withDemo));
  const erased = erasedIn(await site.backups.list(ERASED));
  await erase(target.query, erased);
  const lost = [
    ...(await restoreImages(site.media, source, manifest)),
    ...(await restoreArchive(site.backups, source, manifest, erased)),
  ];
  return { target, manifest, lost };
}

/** Restores every row as it was into a database that is then deleted. Throws a sentence if that is not possible. */
export async function tryRestoring(site: Site, source: Source) {
  const manifest = await soundManifest(source);
  // A trial that died may have left rows of another backup.
  await (await site.beside(`${site.name}-trial`)).remove();
  const target = await site.beside(`${site.name}-trial`);
  await fillOrRemove(target, source, manifest, []);
  await target.remove();
  return manifest;
}

/** Fills the database, or deletes it if it cannot become what the backup says. */
async function fillOrRemove({ query, remove }: NewD1, source: Source, manifest: Manifest, adjustments: string[]) {
  const rowsOf = async (part: Part) => readPart(part, await source.file(part.name));
  return fill(query, manifest, rowsOf, adjustments).catch(async (error) => {
    if (error instanceof Refused) await remove();
    throw error;
  });
}

/** Signs all out, and marks owed mail as dead, since it may have been sent. */
function adjustments(withDemo: boolean) {
  return [
    "update outbox set unknownOutcomes = unknownOutcomes + 1 where status in ('owed', 'dead')",
    `update outbox set status = 'dead', lastError = 'restored', leasedUntil = null, nextAttemptAt = ${Date.now()} where status = 'owed'`,
    "delete from sessions",
    ...(withDemo ? [] : [`update users set deactivatedAt = ${Date.now()} where isDemo and deactivatedAt is null`]),
    // Triggers count these. The backup read the counts at another moment than the rows.
    "delete from mail_counts",
    "insert into mail_counts (status, count) select status, count(*) from outbox group by status",
    "delete from application_totals",
    `insert into application_totals (day, source, status, closedFrom, outcome, isContacted, count)
     select (createdAt - 21600000) / 86400000, ifnull(source, ''), status, ifnull(closedFrom, ''), ifnull(outcome, ''),
       firstContactAt is not null, count(*) from applications group by 1, 2, 3, 4, 5, 6`,
  ];
}

/** When each application was deleted on request, by its id. */
function erasedIn(notes: string[]) {
  return new Map(notes.map((note) => note.split("/")).map(([, time = "", id = ""]) => [id, Date.parse(time)]));
}

/** Deletes again what was deleted after the backup, and keeps its evidence, like worker/contact/deletion.ts. */
async function erase(query: Query, erased: Map<string, number>) {
  const kinds = EVIDENCE_KINDS.map((kind) => `'${kind}'`).join();
  const ids = "(select value ->> 0 from json_each(?1))";
  for (const statement of [
    `insert into kept_consents (applicationId, phone, email, consentRecord, events, appliedAt, deletedAt, notedAt)
     select id, phone, email, consentRecord, (select json_group_array(json_object('at', at, 'userId', userId,
     'event', json(json_remove(event, '$.grounds.reason')))) from case_events where applicationId = applications.id
     and event ->> '$.kind' in (${kinds})), createdAt, erasedAt, erasedAt
     from (select value ->> 0 as erasedId, value ->> 1 as erasedAt from json_each(?1)) join applications on id = erasedId
     where true on conflict do nothing`,
    `delete from outbox where subjectId in ${ids} or subjectId in (select id from codes where applicationId in ${ids})`,
    `delete from applications where id in ${ids}`,
  ]) {
    await query([statement], [JSON.stringify([...erased])]);
  }
}

/** Adds the backup's images that are missing. Returns the names of those that are nowhere to be found. */
async function restoreImages(media: Bucket, source: Source, { images }: Manifest) {
  const present = new Set(await media.list(""));
  const lost: string[] = [];
  for (const name of images.filter((name) => !present.has(name))) {
    const bytes = await source.image(name);
    if (bytes) await media.put(name, bytes);
    else lost.push(name);
  }
  return lost;
}

/** Adds the backup's archived files that are missing, but no case that was deleted on request. Returns the names of those that are nowhere. */
async function restoreArchive(
  backups: Bucket,
  source: Source,
  { archived = [] }: Manifest,
  erased: Map<string, number>,
) {
  const present = new Set(await backups.list(ARCHIVED));
  const lost: string[] = [];
  const gone = new Set<string>();
  // Cases come before what leads to them from a person.
  for (const name of archived.filter((name) => !present.has(name)).sort()) {
    const isPerson = name.startsWith(ARCHIVED_PEOPLE);
    const bytes = isPerson ? new Uint8Array() : await source.file(name);
    const which = name.split("/").slice(-2).join("/");
    if (!bytes) lost.push(name);
    else if (!isPerson && (await idsIn(bytes)).some((id) => erased.has(id))) gone.add(which);
    else if (!gone.has(which)) await backups.put(name, bytes);
  }
  return lost;
}

/** Whose case an archived file holds; nobody's if it holds entries of the audit log. */
async function idsIn(bytes: Uint8Array): Promise<string[]> {
  const { rows } = JSON.parse(await decompressed(bytes));
  return rows?.applications.map(({ id }: { id: string }) => id) ?? [];
}

/** The manifest of a backup of the present version. */
async function soundManifest(source: Source) {
  const file = await source.file(MANIFEST);
  if (!file) throw new Refused(`${MANIFEST} is missing: this is not a backup, or one that was never finished.`);
  const manifest = await readManifest(new TextDecoder().decode(file));
  const { migrations, tables } = await schema();
  if (!isDeepStrictEqual([manifest.migrations, manifest.tables], [migrations, tables])) {
    throw new Refused(
      `${source.name} is of another version of the site, whose last migration is ${manifest.migrations.at(-1)}. Restore it with that version. If it is an older one, \`npm run deploy\` with this version then brings the new database up to date.`,
    );
  }
  refuseOddNames(manifest);
  return manifest;
}

/** A forged manifest could name files elsewhere, or a number that breaks out of a statement. */
function refuseOddNames({ parts, images, counters, tables, archived = [] }: Manifest) {
  const numbers = [...parts.map(({ last }) => last), ...Object.values(counters)];
  const odd = [
    ...[...parts.map(({ name }) => name), ...images].filter((name) => !/^[^./\\][^/\\]*$/.test(name)),
    ...archived.filter((name) => !/^archive(\/[\w=-]+)+$/.test(name)),
    ...[...parts.map(({ table }) => table), ...Object.keys(counters)].filter((table) => !Object.hasOwn(tables, table)),
    ...numbers.filter((number) => !/^-?\d+$/.test(number)),
  ];
  if (odd.length > 0) throw new Refused(`${MANIFEST} names ${JSON.stringify(odd[0])}, which no backup does.`);
}

if (import.meta.main) {
  await run(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    console.error(`${error.message} The site is as it was.`);
    process.exitCode = 1;
  });
}

async function run(args: string[]) {
  const isTrial = args.includes("--trial");
  const isRemote = args.includes("--remote");
  const from = args.find((arg) => !arg.startsWith("--")) ?? (isTrial ? "newest" : undefined);
  if (!from) throw new Refused("Name a backup: npm run restore -- backups/<time>, or nightly/<time>, or newest.");
  const site = await openNamed(args);
  try {
    const isInBucket = from === "newest" || from.startsWith(NIGHTS);
    const source = isInBucket ? await inBucket(site.backups, from) : await inFolder(from);
    if (isTrial) return await trial(site, source);
    // By tomorrow, the newest is another one.
    console.log(
      `npm run restore -- ${source.name}${isRemote ? " --remote" : ""}   goes on with this if it ends too early.`,
    );
    const { target, manifest, lost } = await restore(site, source, { withDemo: !isRemote });
    await target.close();
    await site.close();
    console.log(`${source.name} is restored: ${rowsIn(manifest)} rows, ${manifest.images.length} images.`);
    if (lost.length > 0) console.warn(`These files are not in it: ${lost.join(", ")}.`);
    console.log(target.isLive ? "The site runs on it." : target.takeOver());
  } finally {
    await site.close();
  }
}

async function trial(site: Site, source: Source) {
  await site.query([
    `insert into jobs (name, startedAt) values ('restore trial', ${Date.now()}) on conflict do update set startedAt = excluded.startedAt`,
  ]);
  const manifest = await tryRestoring(site, source);
  const detail = JSON.stringify({ folder: source.name, rows: rowsIn(manifest) });
  await site.query([`update jobs set endedAt = ${Date.now()}, detail = ? where name = 'restore trial'`], [detail]);
  console.log(`${source.name} can be restored: all ${rowsIn(manifest)} rows came back as they were.`);
}
