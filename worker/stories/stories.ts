import { and, desc, gte, isNotNull, sql } from "drizzle-orm";
import { type Database, database, named, retried } from "../../db/database.ts";
import { isReleased, publish, type ShownStory, type Story, type StoryForm } from "../../db/model/stories/survey.ts";
import { isShown, surveys } from "../../db/schema.ts";
import type { Attempt } from "../case/attempt.ts";
import { purgeEdge, STORIES } from "../http/edge-cache.ts";
import { changeStatement } from "../staff/changes.ts";
import type { DeskContext } from "../staff/member.ts";
import { isAsRead, storeSurvey, surveyWith } from "./surveys.ts";

/** What managers read of at a time, and what the page shows at most. */
const MOST = 200;
const MOST_SHOWN = 30;
const CHANGED = "This answer has changed since you read it. Please read it again.";

/** The condition that the last permission stands. */
const hasPermission = sql`${surveys.releases} <> '[]' and ${surveys.releases} ->> '$[#-1].takenBackAt' is null`;

/** The stories on the page, newest first. */
export async function shownStories(db: Database): Promise<ShownStory[]> {
  const rows = await retried(() =>
    db
      .select()
      .from(surveys)
      .where(isShown)
      .orderBy(desc(sql`${surveys.story} ->> 'publishedAt'`))
      .limit(MOST_SHOWN),
  );
  return rows.flatMap(({ story, id, name, stars, language, releases }) => {
    if (!story || !isReleased({ releases })) return [];
    const { quote, city, isCompensated } = story;
    return { id, name, city, quote, stars, isCompensated, language };
  });
}

/** For managers: the answers that we may show, newest first, and how many would recommend us. */
export async function readStories(db: Database) {
  const { id, language, recommends, stars, comment, name, city, answeredAt, story, version } = surveys;
  const { answers, satisfaction } = await retried(() =>
    named(db, {
      answers: db
        .select({ id, language, recommends, stars, comment, name, city, answeredAt, story, version })
        .from(surveys)
        .where(and(isNotNull(answeredAt), hasPermission))
        .orderBy(desc(answeredAt))
        .limit(MOST),
      satisfaction: satisfactionSince(db, new Date(0)),
    }),
  );
  return { answers, satisfaction: satisfaction[0] ?? { answered: 0, recommending: 0 } };
}

/** The query for how many people answered our survey since then, and how many of them would recommend us. */
export function satisfactionSince(db: Database, since: Date) {
  return db
    .select({
      answered: sql<number>`count(*)`.as("answered"),
      recommending: sql<number>`ifnull(sum(${surveys.recommends}), 0)`.as("recommending"),
    })
    .from(surveys)
    .where(and(isNotNull(surveys.answeredAt), gte(surveys.answeredAt, since)));
}

/** Shows the answer, cut like this, from now on. */
export function publishStory(c: DeskContext, id: string, { version, ...form }: StoryForm): Promise<Attempt> {
  return changeStory(c, id, (row) => {
    if (row.version !== version) return { refused: CHANGED };
    return publish(row, form, new Date());
  });
}

/** Takes the answer off the page. */
export function unpublishStory(c: DeskContext, id: string): Promise<Attempt> {
  return changeStory(c, id, () => ({ story: null }));
}

async function changeStory(
  c: DeskContext,
  id: string,
  decide: (row: typeof surveys.$inferSelect) => { story: Story | null } | { refused: string },
): Promise<Attempt> {
  const db = database(c.env.DB);
  const row = await surveyWith(db, id);
  if (!row) return null;
  const changes = decide(row);
  if ("refused" in changes) return changes;
  // The log outlasts a permission, so it has nobody's words.
  const seen = (story: Story | null) => ({ isShown: story !== null, isCompensated: story?.isCompensated ?? false });
  const { stored } = await named(db, {
    logged: changeStatement(db, c.var.member, surveys, isAsRead(row), {
      action: "showStories",
      old: sql`json(${JSON.stringify(seen(row.story))})`,
      new: seen(changes.story),
    }),
    stored: storeSurvey(db, row, changes),
  });
  if (stored.length === 0) return { refused: CHANGED };
  await purgeEdge(c, [STORIES]);
  return "done";
}
