import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Database, database, named, retried } from "../../db/database.ts";
import type { ShownStory, StoryChange, StoryForm } from "../../db/model/stories/story.ts";
import { stories } from "../../db/schema.ts";
import type { Attempt } from "../case/attempt.ts";
import { purgeEdge, STORIES } from "../http/edge-cache.ts";
import { asJson, changeStatement } from "../staff/changes.ts";
import type { DeskContext } from "../staff/member.ts";

/** What managers read of at a time, and what the page shows at most. */
const MOST = 200;
const MOST_SHOWN = 30;

/** The stories on the page, newest first. */
export function shownStories(db: Database): Promise<ShownStory[]> {
  const { id, name, city, text, stars, isCompensated, language } = stories;
  return retried(() =>
    db
      .select({ id, name, city, text, stars, isCompensated, language })
      .from(stories)
      .orderBy(desc(stories.createdAt), desc(id))
      .limit(MOST_SHOWN),
  );
}

/** The stories with who agreed to them, for managers, newest first. */
export function readStories(db: Database) {
  return retried(() => db.select().from(stories).orderBy(desc(stories.createdAt), desc(stories.id)).limit(MOST));
}

/** Puts a story on the page. */
export async function addStory(c: DeskContext, form: StoryForm) {
  const db = database(c.env.DB);
  const id = crypto.randomUUID();
  await named(db, {
    added: db.insert(stories).values({ id, ...form }),
    logged: noted(c, eq(stories.id, id), { ...seen(form), version: 1 }, sql`null`),
  });
  await purgeEdge(c, [STORIES]);
}

/** Changes this version of a story. Refused if it has changed; null if there is none. */
export async function changeStory(c: DeskContext, id: string, { version, ...form }: StoryChange): Promise<Attempt> {
  const db = database(c.env.DB);
  const isRead = and(eq(stories.id, id), eq(stories.version, version));
  const {
    changed: [changed],
    found: [found],
  } = await named(db, {
    logged: noted(c, isRead, { ...seen(form), version: version + 1 }),
    changed: db
      .update(stories)
      .set({ ...form, version: version + 1 })
      .where(isRead)
      .returning({ id: stories.id }),
    found: db.select({ id: stories.id }).from(stories).where(eq(stories.id, id)),
  });
  if (!found) return null;
  if (!changed) {
    return { refused: "Somebody else has changed this story. Copy what you typed, and open the story again." };
  }
  await purgeEdge(c, [STORIES]);
  return "done";
}

/** Takes a story off the page, and forgets it. Null if there is none. */
export async function removeStory(c: DeskContext, id: string): Promise<Attempt> {
  const db = database(c.env.DB);
  const isIt = eq(stories.id, id);
  const {
    removed: [removed],
  } = await named(db, {
    logged: noted(c, isIt, { isShown: false }),
    removed: db.delete(stories).where(isIt).returning({ id: stories.id }),
  });
  if (!removed) return null;
  await purgeEdge(c, [STORIES]);
  return "done";
}

/** The log outlasts a permission, so it has nobody's words. */
function seen({ isCompensated, agreedOn }: Pick<StoryForm, "isCompensated" | "agreedOn">) {
  return { isCompensated, agreedOn };
}

function noted(c: DeskContext, which: SQL | undefined, next: Record<string, unknown>, old?: SQL) {
  const { isCompensated, agreedOn, version } = stories;
  return changeStatement(database(c.env.DB), c.var.member, stories, which, {
    action: "showStories",
    old: old ?? asJson({ isCompensated, agreedOn, version }),
    new: next,
  });
}
