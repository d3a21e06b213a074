import { eq, gt } from "drizzle-orm";
import { database, retried } from "../../db/database.ts";
import { type ContentTree, PIPELINE_VERSION, renderContent, sanitized } from "../../db/model/blog/markdown.ts";
import { blogPosts as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";

/** Each takes up to 3 bytes: with the longest content they fit into a row, of which D1 stores 2 MB. */
const MAX_STORED_CHARACTERS = 500_000;
/** Posts to look at in a slice of the night. */
const POSTS = 10;

type Stored = Pick<typeof table.$inferSelect, "content" | "rendering" | "renderedFrom">;

/** The columns to store with this content, which was rendered as `tree`. A tree that is too long is not stored. */
export async function renderingColumns(content: string, tree: ContentTree) {
  // Sanitizing puts empty properties back.
  const rendering = JSON.stringify(tree, (key, value) =>
    key === "properties" && Object.keys(value).length === 0 ? undefined : value,
  );
  return {
    rendering: rendering.length > MAX_STORED_CHARACTERS ? null : rendering,
    renderedFrom: await sourceOf(content),
  };
}

/** The content as a tree: the stored one, if this pipeline made it from this content, whoever wrote that. */
export async function treeOf({ content, rendering, renderedFrom }: Stored) {
  const isCurrent = rendering !== null && renderedFrom === (await sourceOf(content));
  return isCurrent ? sanitized(JSON.parse(rendering)) : renderContent(content);
}

/** Renders the posts after this number that have no tree from this pipeline. Returns the last number, or false if that was all. */
export async function renderAnew(env: Env, _startedAt: Date, after = 0) {
  const db = database(env.DB);
  const { number, content, renderedFrom } = table;
  const posts = await retried(() =>
    db.select({ number, content, renderedFrom }).from(table).where(gt(number, after)).orderBy(number).limit(POSTS),
  );
  for (const post of posts) {
    if (post.renderedFrom === (await sourceOf(post.content))) continue;
    const columns = await renderingColumns(post.content, renderContent(post.content));
    await retried(() => db.update(table).set(columns).where(eq(number, post.number)));
  }
  return posts.length === POSTS && (posts.at(-1)?.number ?? false);
}

function sourceOf(content: string) {
  return sha256(`${PIPELINE_VERSION} ${content}`);
}
