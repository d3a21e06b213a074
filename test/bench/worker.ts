import { rmSync } from "node:fs";
import { readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { Hono } from "hono";
import { unstable_startWorker } from "wrangler";
import { wranglerEnv } from "../../db/admin/local.ts";
import { database } from "../../db/database.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { applications } from "../../worker/api/applications.ts";
import { blog } from "../../worker/api/blog.ts";
import { publishedPost, publishedPosts } from "../../worker/blog/posts.ts";
import type { Statement } from "./bare.ts";
import { sleep } from "./edge.ts";
import { atLeast, atMost, type Line, median, pairedRatios, reference, spread } from "./table.ts";

const LONGEST_START_MS = 60_000;
const LOAD_MS = 1500;
const PARALLEL_CLIENTS = 8;
const FEW = 100;
const MANY = 100_000;
const REPEATS = 50;
const FIRST_POST_AT = 1_700_000_000_000;
const STATE = ".wrangler/bench-worker";

/** Submitting compared with a bare Worker, and the blog's statements at two sizes, all in one workerd. */
export async function measureWorker(port: number, rounds: number): Promise<Line[]> {
  rmSync(STATE, { recursive: true, force: true });
  Object.assign(process.env, wranglerEnv);
  const server = await unstable_startWorker({
    config: "test/bench/wrangler.toml",
    // The inspector would take half as long for a log line as the site for all its work.
    dev: { server: { port }, persist: STATE, inspector: false, logLevel: "error", watch: false },
  });
  const workerd = `http://localhost:${port}`;
  try {
    await Promise.race([server.ready, timeOut()]);
    const migrations = (await readD1Migrations("migrations")).flatMap(({ queries }) => queries);
    for (const database of ["DB", "SMALL", "LARGE"]) {
      await repeat(
        workerd,
        database,
        1,
        migrations.map((sql) => ({ sql, values: [] })),
      );
    }
    await repeat(workerd, "SMALL", 1, [postsAboutQuokkas(FEW)]);
    await repeat(workerd, "LARGE", 1, [postsAboutQuokkas(MANY)]);
    return [...(await measureSubmit(workerd, rounds)), ...(await measureSizes(workerd, rounds))];
  } finally {
    await server.dispose();
  }
}

async function measureSubmit(workerd: string, rounds: number): Promise<Line[]> {
  const statements = await recorded(async (DB) => {
    const app = new Hono().route("/", applications).onError((_, c) => c.text(""));
    await app.fetch(submission(workerd, "/submit"), { DB, LIMITS: "off", HASH_KEY: "bench" });
  });
  const bare = (body: unknown) => fetch(`${workerd}/bare/batch`, { method: "POST", body: JSON.stringify(body) });
  const contenders = {
    site: () => fetch(submission(workerd, "/api/applications/submit")),
    bare: () => bare(statements),
    insert: () => bare(statements.slice(0, 1)),
  };
  const rates = { site: [] as number[], bare: [] as number[], insert: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    console.log(`submit: round ${round} of ${rounds}`);
    for (const [name, request] of Object.entries(contenders)) {
      const rate = await requestsPerSecond(request);
      // The first round warms up.
      if (round > 0) rates[name as keyof typeof rates].push(rate);
    }
  }
  return [
    reference(
      "bare Hono Worker: one batch of the same statements, and the doorbell",
      `1.00 (${Math.round(median(rates.bare))} requests/s)`,
    ),
    atLeast("submit / bare Worker, requests per second", pairedRatios(rates.site, rates.bare), 0.9),
    reference(
      "submit / bare Worker with a single INSERT, requests per second",
      spread(pairedRatios(rates.site, rates.insert)),
    ),
  ];
}

async function measureSizes(workerd: string, rounds: number): Promise<Line[]> {
  const cursor = (posts: number) => `en_${FIRST_POST_AT + (posts / 2) * 1000}_id-${posts / 2}`;
  const post = JSON.stringify({ title: "A post", slug: "new-slug", content: "Words", published: true });
  const headers = { "content-type": "application/json" };
  const work: Record<string, { wanted: number; statements: (posts: number) => Promise<Statement[]> }> = {
    list: { wanted: 1.6, statements: () => recorded((DB) => publishedPosts(database(DB), { limit: 12 })) },
    page: {
      wanted: 1.6,
      statements: (posts) => recorded((DB) => publishedPosts(database(DB), { limit: 12, cursor: cursor(posts) })),
    },
    post: { wanted: 1.6, statements: () => recorded((DB) => publishedPost(database(DB), "guide-50")) },
    insert: {
      wanted: 1.6,
      statements: async () => {
        const request = new Request("http://site.test/", { method: "POST", headers, body: post });
        const all = await recorded((DB) => blog.fetch(request, { DB, AUTHORING: "local" }) as Promise<Response>);
        return all.filter(({ sql }) => sql.startsWith("insert"));
      },
    },
    search: {
      wanted: 2.2,
      statements: () => recorded((DB) => publishedPosts(database(DB), { limit: 12, q: "quokka" })),
    },
  };
  const lines: Line[] = [];
  for (const [name, { wanted, statements }] of Object.entries(work)) {
    console.log(`100 and 100,000 posts: ${name}`);
    const small = { statements: await statements(FEW), times: [] as number[], rowsRead: 0 };
    const large = { statements: await statements(MANY), times: [] as number[], rowsRead: 0 };
    for (let round = 0; round <= rounds; round++) {
      for (const [size, side] of [["SMALL", small] as const, ["LARGE", large] as const]) {
        const start = performance.now();
        side.rowsRead = await repeat(workerd, size, REPEATS, side.statements);
        if (round > 0) side.times.push(performance.now() - start);
      }
    }
    const rows = `, rows read ${small.rowsRead} and ${large.rowsRead}`;
    lines.push(atMost(`${name} at 100,000 posts / at 100`, pairedRatios(large.times, small.times), wanted, rows));
  }
  return lines;
}

/** Runs code of the site on a D1 that only records its statements. New ids become `{new}`. */
async function recorded(run: (DB: D1Database) => unknown): Promise<Statement[]> {
  const notes: Statement[] = [];
  const nothing = { results: [], success: true, meta: {} };
  const prepare = (sql: string, values: unknown[] = []) => {
    const note = async <Answer>(answer: Answer) => {
      notes.push({ sql, values });
      return answer;
    };
    return {
      note,
      bind: (...bound: unknown[]) => prepare(sql, bound),
      all: () => note(nothing),
      run: () => note(nothing),
      raw: () => note([]),
    };
  };
  const batch = (statements: ReturnType<typeof prepare>[]) => Promise.all(statements.map(({ note }) => note(nothing)));
  await run({ prepare, batch } as unknown as D1Database);
  const isNew = /^([\da-f]{8}-[\da-f-]{27}|[\da-f]{64}|new-slug)$/;
  return notes.map(({ sql, values }) => ({
    sql,
    values: values.map((value) => (typeof value === "string" && isNew.test(value) ? "{new}" : value)),
  }));
}

function submission(workerd: string, path: string) {
  return new Request(workerd + path, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(exampleApplication({ email: `${crypto.randomUUID()}@example.com` })),
  });
}

/** Posts, oldest first. Fifty of them are about a quokka. */
function postsAboutQuokkas(posts: number): Statement {
  const sql = `with recursive numbers(n) as (values(1) union all select n + 1 from numbers where n < ?1)
    insert into blog_posts (id, title, slug, content, tags, published, createdAt, updatedAt, searchText)
    select 'id-' || n, 'Guide ' || n, 'guide-' || n, 'text', 'car', 1, ?2 + n * 1000, ?2 + n * 1000,
      'guide ' || n || char(10) || 'car' || iif(n % (?1 / 50) = 0, ' quokka', '')
    from numbers`;
  return { sql, values: [posts, FIRST_POST_AT] };
}

async function timeOut() {
  await sleep(LONGEST_START_MS);
  throw new Error("The bench's Worker did not start");
}

/** Makes a database repeat the same work. Resolves to the rows that one time read. */
async function repeat(workerd: string, database: string, times: number, statements: Statement[]) {
  const body = JSON.stringify(statements);
  const answer = await fetch(`${workerd}/bare/repeat/${database}/${times}`, { method: "POST", body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { rowsRead: number }).rowsRead;
}

async function requestsPerSecond(request: () => Promise<{ status: number; text: () => Promise<string> }>) {
  const end = performance.now() + LOAD_MS;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) {
      const response = await request();
      const answer = await response.text();
      if (response.status !== 201) throw new Error(`${response.status} ${answer}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CLIENTS }, client));
  return answered / (LOAD_MS / 1000);
}
