import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { searchText } from "../model/blog/blog-post.ts";
import { sizedName, sizesOf } from "../model/blog/image-sizes.ts";
import type { Language } from "../model/words.ts";
import { localBucket } from "./bucket.ts";
import { openNamed, queryOf, type Site } from "./d1.ts";

/** Puts our first articles into the blog: locally with `npm start`, deployed with `npm run seed -- --remote`. */

const ARTICLES = "db/articles";
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

/** Fills an empty local blog. */
export async function seedArticles({ DB, MEDIA }: { DB: D1Database; MEDIA: R2Bucket }) {
  if (await DB.prepare("select 1 from blog_posts limit 1").first()) return;
  await addArticles({ query: queryOf(DB), media: localBucket(MEDIA) });
}

/** Adds our articles, except for those whose slug exists. */
async function addArticles({ query, media }: Pick<Site, "query" | "media">) {
  for (const { images, ...article } of articles()) {
    for (const { key, file } of images) await media.put(key, readFileSync(file));
    const { title, slug, heroImageUrl, heroAlt, content, tags, language = "en", translationOf = "" } = article;
    const time = String(Date.parse(article.createdAt));
    await query(
      [
        `insert into blog_posts (id, title, slug, heroImageUrl, heroImageAlt, content, tags, language, translationOf, published,
          createdAt, updatedAt, searchText)
        select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, nullif(?9, ''), 1, ?10, ?10, ?11
        where not exists (select 1 from blog_posts where slug = ?3)`,
      ],
      [
        randomUUID(),
        title,
        slug,
        heroImageUrl,
        heroAlt,
        content,
        tags,
        language,
        translationOf,
        time,
        searchText(title, tags),
      ],
    );
  }
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

if (import.meta.main) {
  const site = await openNamed(process.argv);
  await addArticles(site).finally(() => site.close());
}
