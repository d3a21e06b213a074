import { renameSync, rmSync } from "node:fs";
import { headerOf, IMAGES, MANIFEST, manifestOf, manifestText, type Part, partAfter, rowsIn } from "../backup.ts";
import { folderBucket } from "./bucket.ts";
import { openNamed, type Site } from "./d1.ts";

/**
 * `npm run backup [-- --remote] [-- folder]`: saves all rows and images in a folder. `wrangler d1 export` refuses a
 * database with full-text search, so this reads the ordinary tables, and `npm run restore` rebuilds the search indexes.
 */

/** Writes a folder that only its owner may read. An older folder of that name stays until the new one is complete. */
export async function backUp({ query, media }: Pick<Site, "query" | "media">, folder: string) {
  const unfinished = `${folder}.unfinished`;
  const files = folderBucket(unfinished);
  rmSync(unfinished, { recursive: true, force: true });
  try {
    const header = await headerOf(query);
    const parts: Part[] = [];
    for (let next = await partAfter(query, header.tables); next; ) {
      await files.put(next.part.name, next.bytes);
      parts.push(next.part);
      next = await partAfter(query, header.tables, next.part);
    }
    const images = await media.list("");
    for (const image of images) {
      const bytes = await media.get(image);
      if (bytes) await files.put(IMAGES + image, bytes);
    }
    const manifest = await manifestOf(query, header, parts, images);
    await files.put(MANIFEST, new TextEncoder().encode(await manifestText(manifest)));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    return { tables: Object.keys(header.tables).length, rows: rowsIn(manifest), images: images.length };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const folder = args.find((arg) => !arg.startsWith("--")) ?? `backups/${time}`;
  const site = await openNamed(args);
  const { tables, rows, images } = await backUp(site, folder).finally(() => site.close());
  console.log(
    `${folder}: ${rows} rows of ${tables} tables and ${images} images. It holds personal data: keep it where few can read it.`,
  );
}
