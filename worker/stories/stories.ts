import { and, desc, eq } from "drizzle-orm";
import { type Database, database, hasRow, retried } from "../../db/database.ts";
import type { Change } from "../../db/model/staff/staff.ts";
import type { ShownStory, StoryChange, StoryForm } from "../../db/model/stories/story.ts";
import { stories } from "../../db/schema.ts";
import type { Attempt } from "../case/attempt.ts";
import { committed, failUnless } from "../commit.ts";
import type { DeskContext } from "../env.ts";
import { purgeEdge, STORIES } from "../http/edge-cache.ts";
import { noteChange } from "../staff/changes.ts";

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
  await db.batch([db.insert(stories).values({ id, ...form }), noted(c, id, null, { ...seen(form), version: 1 })]);
  await purgeEdge(c, [STORIES]);
}

/** Changes this version of a story. Refused if it has changed; null if there is none. */
export function changeStory(c: DeskContext, id: string, { version, ...form }: StoryChange): Promise<Attempt> {
  const next = { ...form, version: version + 1 };
  return committed(async () => {
    const db = database(c.env.DB);
    const isIt = eq(stories.id, id);
    const [before] = await db.select().from(stories).where(isIt);
    if (!before) return null;
    if (before.version !== version) {
      return { refused: "Somebody else has changed this story. Copy what you typed, and open the story again." };
    }
    await db.batch([
      failUnless(db, hasRow(stories, and(isIt, eq(stories.version, version)))),
      noted(c, id, { ...seen(before), version }, { ...seen(form), version: next.version }),
      db.update(stories).set(next).where(isIt),
    ]);
    await purgeEdge(c, [STORIES]);
    return "done";
  });
}

/** Takes a story off the page, and forgets it. Null if there is none. */
export async function removeStory(c: DeskContext, id: string): Promise<Attempt> {
  const db = database(c.env.DB);
  const isIt = eq(stories.id, id);
  const [before] = await db.select().from(stories).where(isIt);
  if (!before) return null;
  const { version } = before;
  await db.batch([noted(c, id, { ...seen(before), version }, { isShown: false }), db.delete(stories).where(isIt)]);
  await purgeEdge(c, [STORIES]);
  return "done";
}

/** The log outlasts a permission, so it has nobody's words. */
function seen({ isCompensated, agreedOn }: Pick<StoryForm, "isCompensated" | "agreedOn">) {
  return { isCompensated, agreedOn };
}

function noted(c: DeskContext, id: string, old: Change["old"], next: Change["new"]) {
  return noteChange(database(c.env.DB), c.var.member, "showStories", id, { old, new: next });
}
