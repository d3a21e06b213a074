import { getTableColumns, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../db/database.ts";
import type { CaseEvent } from "../../db/model/case/case-event.ts";
import { caseEvents, permissions, questions } from "../../db/schema.ts";

/** A question's words stand once, in `questions`; permissions and events are read with them and written without. */

/** The columns of a permission, with the words of its question. */
export const permissionColumns = {
  ...getTableColumns(permissions),
  words: sql<string>`(select words from questions where questions.wordsSha256 = permissions.wordsSha256)`.as("words"),
};

/** The columns of an event, with the words of its question if it is about one. Old events have their own. */
export const eventColumns = {
  ...getTableColumns(caseEvents),
  event: sql<CaseEvent>`iif(event ->> '$.wordsSha256' is null or event ->> '$.words' is not null, event,
    json_set(event, '$.words', (select words from questions where wordsSha256 = event ->> '$.wordsSha256')))`
    .mapWith(caseEvents.event)
    .as("event"),
};

/** The event as it is stored: without the words. */
export function withoutWords(event: CaseEvent) {
  if (!("wordsSha256" in event)) return event;
  const { words: _, ...stored } = event;
  return stored;
}

/** The statement that stores the words of these events unless they are there; none if none has words. */
export function insertQuestions(db: Database, events: CaseEvent[]): BatchItem<"sqlite">[] {
  const asked = events.flatMap((event) => ("wordsSha256" in event ? [event] : []));
  const rows = asked.map(({ wordsSha256, words }) => ({ wordsSha256, words }));
  return rows.length > 0 ? [db.insert(questions).values(rows).onConflictDoNothing()] : [];
}
