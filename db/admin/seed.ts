import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { searchText } from "../model/blog/blog-post.ts";
import { sizedName, sizesOf } from "../model/blog/image-sizes.ts";
import type { Language } from "../model/words.ts";
import { openPlatform } from "./d1.ts";
import { wrangler, wranglerEnv } from "./local.ts";

/** Puts our first articles into the blog: locally with `npm start`, deployed with `npm run seed -- --remote`. */

const ARTICLES = "db/articles";
const BUCKET = "bluebonnet-media";
/** The width of the drawings beside the articles, in pixels. */
const DRAWING_WIDTH = 1200;

interface Article {
  slug: string;
  title: string;
  tags: string;
  /** For an article that is not in English, with the slug of the English one. */
  language?: Language;
  translationOf?: string;
  heroAlt: string;
  createdAt: string;
  content: string;
  images: { file: string; key: string }[];
  heroImageUrl: string;
}

export async function seedArticles({ DB, MEDIA }: { DB: D1Database; MEDIA: R2Bucket }) {
  if (await DB.prepare("select 1 from blog_posts limit 1").first()) return;
  const all = articles();
  for (const { key, file } of all.flatMap(({ images }) => images)) {
    await MEDIA.put(key, readFileSync(file), { httpMetadata: { contentType: "image/webp" } });
  }
  await DB.batch(all.map((article) => DB.prepare(insertOf(article))));
}

function seedRemotely() {
  const all = articles();
  for (const { key, file } of all.flatMap(({ images }) => images)) {
    remote(["r2", "object", "put", `${BUCKET}/${key}`, "--file", file, "--content-type", "image/webp"]);
  }
  const folder = mkdtempSync(join(tmpdir(), "seed-"));
  const file = join(folder, "seed.sql");
  writeFileSync(file, all.map((article) => `${insertOf(article)};\n`).join(""));
  remote(["d1", "execute", "DB", "--file", file, "--yes"]);
  rmSync(folder, { recursive: true });
}

function remote(args: string[]) {
  execFileSync(process.execPath, [wrangler, ...args, "--remote"], { stdio: "inherit", env: wranglerEnv });
}

function articles(): Article[] {
  return readdirSync(ARTICLES)
    .filter((name) => name.endsWith(".md"))
    .map((name) => read(join(ARTICLES, name)));
}

/** A file with `key: value` lines between two lines of dashes, and then the content. */
function read(path: string): Article {
  const [, head = "", content = ""] = /^---\n(.*?)\n---\n+(.*)$/s.exec(readFileSync(path, "utf8")) ?? [];
  const facts = Object.fromEntries(head.split("\n").map((line) => line.split(/:\s*(.*)/s).slice(0, 2)));
  const slug = basename(path, ".md");
  const file = join(ARTICLES, "art", facts.hero);
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 12);
  const hero = sizedName(`${basename(file, ".webp")}-${hash}`, DRAWING_WIDTH, "webp");
  const images = sizesOf(hero).map(({ name, width }) => ({
    file: name === hero ? file : file.replace(/(?=\.webp$)/, `-${width}`),
    key: name,
  }));
  return { ...facts, slug, content: content.trimEnd(), images, heroImageUrl: `/media/${hero}` } as Article;
}

/** Leaves a post alone if its slug exists. */
function insertOf({ slug, title, tags, language = "en", translationOf, heroAlt, createdAt, ...article }: Article) {
  const time = Date.parse(createdAt);
  const values = [
    ...[randomUUID(), title, slug, article.heroImageUrl, heroAlt, article.content, tags, language].map(quote),
    ...[translationOf ? quote(translationOf) : "NULL", 1, time, time, quote(searchText(title, tags))],
  ];
  return `INSERT INTO blog_posts (id, title, slug, heroImageUrl, heroImageAlt, content, tags, language, translationOf, published,
      createdAt, updatedAt, searchText)
    SELECT ${values.join(", ")} WHERE NOT EXISTS (SELECT 1 FROM blog_posts WHERE slug = ${quote(slug)})`;
}

function quote(text: string) {
  return `'${text.replaceAll("'", "''")}'`;
}

if (import.meta.main) {
  if (process.argv.includes("--remote")) seedRemotely();
  else {
    const { env, dispose } = await openPlatform();
    await seedArticles(env).finally(dispose);
  }
}
