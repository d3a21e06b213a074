import { desc, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import { numberInSpokenReference } from "../../db/model/form/spoken-reference.ts";
import { nameWords } from "../../db/model/queue/queue.ts";
import { applications as table } from "../../db/schema.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";
import { PAGE_SIZE, rowsOf, shownRow } from "./rows.ts";

/** The least that a search needs: the beginning of a name. */
export const SEARCH_CHARACTERS = 2;

const newest = z.object({ number: whole });

/**
 * One page of the applications, in any status, that a search finds, the newest first: by beginnings of a name's words, or by a
 * whole phone number, e-mail, id or spoken reference.
 */
export async function searchQueue(db: Database, { q, cursor }: { q: string; cursor?: string }) {
  const before = placeOf(newest, cursor, { number: Number.MAX_SAFE_INTEGER }).number;
  const rows = await rowsOf(db)
    .where(sql`${table.number} in (${found(q, before)})`)
    .orderBy(desc(table.number))
    .limit(PAGE_SIZE + 1);
  const { shown, next } = pageOf(rows, PAGE_SIZE, newest);
  return {
    applications: shown.map(shownRow),
    next,
    lookedAt: null,
    /** Nothing was found, and the search looks like a spoken reference with a typing error. */
    isMisread: rows.length === 0 && numberInSpokenReference(q) === "misread",
  };
}

/** The numbers of the newest applications before this one that match a search. Each kind of search has its own index. */
function found(q: string, before: number) {
  const sender = senderOf(q);
  const spoken = numberInSpokenReference(q);
  const kinds = [sql`select number from applications where id = ${q.toLowerCase()} and number < ${before}`];
  // The longest word probably begins the fewest names.
  const [longest, ...others] = nameWords(q).toSorted((a, b) => b.length - a.length);
  if (longest !== undefined) {
    kinds.push(sql`select distinct number from name_words found where ${beginsWith(longest)} and number < ${before}
      and not exists (select 1 from json_each(${JSON.stringify(others)}) where not exists
        (select 1 from name_words where number = found.number and ${beginsWith(sql`value`)}))`);
  }
  if (typeof spoken === "number") {
    kinds.push(sql`select number from applications where number = ${spoken} and number < ${before}`);
  }
  if (sender) {
    // Whoever asked us to stop is found by name and id only: no search may lead to the number or address.
    const column = sql.raw(sender.includes("@") ? "emailFolded" : "phoneDigits");
    kinds.push(
      sql`select number from applications where ${column} = ${sender} and contactStoppedAt is null and number < ${before}`,
    );
  }
  const newest = kinds.map((kind) => sql`select * from (${kind} order by number desc limit ${PAGE_SIZE + 1})`);
  return sql.join(newest, sql` union all `);
}

/** The condition that a word begins with this, for an index to answer. */
function beginsWith(beginning: string | SQL) {
  return sql`word >= ${beginning} and word < ${beginning} || char(${0x10ffff})`;
}
