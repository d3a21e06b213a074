import { env } from "cloudflare:workers";
import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "../../../db/database.ts";
import { kept, tables } from "../../../db/kept.ts";
import { outbox } from "../../../db/schema.ts";
import { byId } from "../../../worker/case/act.ts";
import { readCases } from "../../../worker/case/store.ts";
import { deletionOf } from "../../../worker/contact/deletion.ts";
import { freshDatabase } from "../database.ts";
import { rowOf } from "../rows.ts";
import { apply } from "../staff/staff.ts";

freshDatabase();

/** No mail is about one file. */
const WITHOUT_MAIL = ["papers"];

const everyTable = (Object.keys(kept) as (keyof typeof kept)[]).map((name) => tables[name]);
const subjects = everyTable.filter((table) => {
  const { id, applicationId } = getTableColumns(table);
  return applicationId && id?.dataType === "string" && !WITHOUT_MAIL.includes(getTableName(table));
});

for (const table of subjects) {
  test(`a mail about one of ${getTableName(table)} belongs to its case`, async () => {
    const id = await apply();
    const db = database(env.DB);
    const now = new Date();
    await db.insert(table).values({ ...rowOf(table, id, now), id: "of the case" });
    await db.insert(outbox).values({ ...rowOf(outbox, id, now), subjectId: "of the case", status: "sent" });
    const { cases } = await readCases(db, byId(id), {});
    expect(cases[0]?.mails.map(({ subjectId }) => subjectId)).toContain("of the case");
    await db.batch([...deletionOf(db, byId(id))]);
    expect(await db.$count(outbox)).toBe(0);
  });
}
