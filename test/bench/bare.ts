import { Hono } from "hono";
import type { Env } from "../../worker/env.ts";
import site from "../../worker/site/index.ts";

/** SQL with its values. A value `{new}` becomes a new id each time. */
export interface Statement {
  sql: string;
  values: unknown[];
}

// Wrangler would read each log line in the process of the clients, which takes longer than all the site's JavaScript.
console.log = () => undefined;

type Database = "DB" | "SMALL" | "LARGE";

/** The smallest Worker that makes the same D1 requests and rings for the mail. Other paths go to the site. */
const bare = new Hono<{ Bindings: Env & Record<Database, D1Database> }>()
  .post("/bare/batch", async (c) => {
    await c.env.DB.batch(prepared(c.env.DB, await c.req.json()));
    c.executionCtx.waitUntil(c.env.DOORBELL.send(crypto.randomUUID()));
    return c.json({ ok: true }, 201);
  })
  .post("/bare/repeat/:database/:times", async (c) => {
    const db = c.env[c.req.param("database") as Database];
    const statements: Statement[] = await c.req.json();
    let rowsRead = 0;
    for (let done = 0; done < Number(c.req.param("times")); done++) {
      const results = await db.batch(prepared(db, statements));
      rowsRead = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
    }
    return c.json({ rowsRead });
  })
  .all("*", (c) => site.fetch(c.req.raw, c.env, c.executionCtx as ExecutionContext));

export default bare;

function prepared(db: D1Database, statements: Statement[]) {
  const id = crypto.randomUUID();
  return statements.map(({ sql, values }) =>
    db.prepare(sql).bind(...values.map((value) => (value === "{new}" ? id : value))),
  );
}
