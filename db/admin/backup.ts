import { renameSync, rmSync } from "node:fs";
import {
  ARCHIVED,
  ARCHIVED_PEOPLE,
  headerOf,
  IMAGES,
  MANIFEST,
  manifestOf,
  manifestText,
  type Part,
  partsAfter,
  Refused,
  rowsIn,
} from "../backup.ts";
import { type Bucket, encrypted, folderBucket } from "./bucket.ts";
import { openNamed, type Site } from "./d1.ts";

/**
 * `npm run backup [-- --remote] [--encrypt] [folder]`: saves all rows, images and archived cases in a folder. `wrangler d1
 * export` refuses a database with full-text search, so this reads the ordinary tables, and `npm run restore` fills the
 * search indexes.
 */

/** Writes a folder that only its owner may read. An older folder of that name stays until the new one is complete. */
export async function backUp(
  { query, media, backups }: Pick<Site, "query" | "media" | "backups">,
  folder: string,
  recipient?: string,
) {
  const unfinished = `${folder}.unfinished`;
  const plain = folderBucket(unfinished);
  const files = recipient ? encrypted(plain, recipient) : plain;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    const header = await headerOf(query);
    const parts: Part[] = [];
    for await (const { part, bytes } of partsAfter([], query, header.tables)) {
      await files.put(part.name, bytes);
      parts.push(part);
    }
    const images = await media.list("");
    for (const image of images) await copy(media, image, files, IMAGES + image);
    const archived = await backups.list(ARCHIVED);
    for (const name of archived.filter((name) => !name.startsWith(ARCHIVED_PEOPLE))) await copy(backups, name, files);
    const manifest = { ...(await manifestOf(query, header, parts, images)), archived };
    await files.put(MANIFEST, new TextEncoder().encode(await manifestText(manifest)));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    return { tables: Object.keys(header.tables).length, rows: rowsIn(manifest), images: images.length };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function copy(from: Bucket, name: string, to: Bucket, newName = name) {
  const bytes = await from.get(name);
  if (bytes) await to.put(newName, bytes);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const recipient = args.includes("--encrypt") ? process.env.BACKUP_RECIPIENT : undefined;
  if (args.includes("--encrypt") && !recipient) {
    console.error("Set BACKUP_RECIPIENT to a public key of age, age1….");
    process.exit(1);
  }
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const folder = args.find((arg) => !arg.startsWith("--")) ?? `backups/${time}`;
  const site = await openNamed(args);
  try {
    const { tables, rows, images } = await backUp(site, folder, recipient);
    console.log(
      `${folder}: ${rows} rows of ${tables} tables and ${images} images.${recipient ? "" : " It holds personal data: keep it where few can read it."}`,
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await site.close();
  }
}
