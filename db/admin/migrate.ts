import { unstable_splitSqlQuery } from "wrangler";
import { openPlatform } from "./d1.ts";
import { STATE } from "./local.ts";
import { migrationNames, NOTES, noteOf, sqlOf } from "./migrations.ts";

/** Opens the local site and brings its D1 up to date in one transaction, or throws a sentence. */
export async function openUpToDate() {
  const platform = await openPlatform();
  try {
    await migrate(platform.env.DB);
    return platform;
  } catch (error) {
    await platform.dispose();
    console.error((error as Error).message);
    throw new Error(
      `The local database in ${STATE} is damaged or cannot be brought up to date. It is as it was before. Move that folder away to start with an empty one.`,
    );
  }
}

async function migrate(db: D1Database) {
  await db.prepare(NOTES).run();
  const { results } = await db.prepare("select name from d1_migrations").all();
  const missing = migrationNames().filter((name) => !results.some((row) => row.name === name));
  const statements = missing.flatMap((name) => [...unstable_splitSqlQuery(sqlOf(name)), noteOf(name)]);
  if (statements.length > 0) await db.batch(statements.map((sql) => db.prepare(sql)));
}

/** Like `openUpToDate`, but for a command: ends it with a last line that says why. */
export async function openUpToDateOrExit() {
  try {
    return await openUpToDate();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

if (import.meta.main) await (await openUpToDateOrExit()).dispose();
