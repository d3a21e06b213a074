import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { type Context, Hono } from "hono";

/** Cloudflare's API as far as wrangler needs it to deploy. `unknown`: calls with 404; `changes`: what changed. */

interface Database {
  uuid: string;
  name: string;
  location: string | undefined;
  sqlite: DatabaseSync;
}

interface Queue {
  queue_id: string;
  queue_name: string;
  consumers: { consumer_id: string; type: string; script: string; settings: unknown; dead_letter_queue?: string }[];
}

interface Script {
  secrets: string[];
  /** A hash of code, bindings and assets, for each published version. */
  versions: { id: string; etag: string }[];
  metadata: Record<string, unknown>;
  /** The last migration of its Durable Objects. */
  migrationTag?: string;
  crons: string[];
  domains: string[];
  isOnWorkersDev: boolean;
}

export const ACCOUNT = { id: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", name: "Bluebonnet" };

export function cloudflareApi() {
  const state = {
    accounts: [ACCOUNT],
    hasR2: true,
    databases: [] as Database[],
    buckets: new Set<string>(),
    queues: [] as Queue[],
    /** The queues that hear of mails that bounce. */
    subscriptions: [] as { queue_id: string; enabled: boolean }[],
    scripts: new Map<string, Script>(),
    assets: new Set<string>(),
    /** Refuses calls whose method and path match. */
    refuses: undefined as RegExp | undefined,
    calls: [] as string[],
    changes: [] as string[],
    unknown: [] as string[],
  };

  const app = new Hono().basePath("/client/v4");
  const changed = (what: string) => state.changes.push(what);

  app.use(async (c, next) => {
    const call = `${c.req.method} ${c.req.path}`;
    state.calls.push(call);
    if (!c.req.header("authorization")?.startsWith("Bearer ")) return refuse(c, 401, 10000, "Authentication error");
    if (state.refuses?.test(call)) return refuse(c, 400, 10001, "The stand-in refuses this call");
    return next();
  });
  app.notFound((c) => {
    state.unknown.push(`${c.req.method} ${c.req.path}`);
    return refuse(c, 404, 7003, "The stand-in does not know this call");
  });

  app.get("/user", (c) => answer(c, { email: "owner@example.com" }));
  app.get("/user/tokens/verify", (c) => answer(c, { id: "token", status: "active" }));
  app.get("/accounts", (c) => answer(c, state.accounts));
  app.get("/memberships", (c) =>
    answer(
      c,
      state.accounts.map((account) => ({ id: account.id, account })),
    ),
  );

  const account = app.basePath("/accounts/:account");

  const shown = ({ uuid, name }: Database) => ({ uuid, name, version: "production" });
  const databaseOf = (c: Context) =>
    state.databases.find(({ uuid, name }) => [uuid, name].includes(c.req.param("database") ?? ""));
  account.get("/d1/database", (c) =>
    answer(c, state.databases.filter(({ name }) => name.includes(c.req.query("name") ?? "")).map(shown)),
  );
  account.post("/d1/database", async (c) => {
    const { name, primary_location_hint } = await c.req.json();
    const database = {
      uuid: randomUUID(),
      name,
      location: primary_location_hint,
      sqlite: new DatabaseSync(":memory:"),
    };
    state.databases.push(database);
    changed(`D1 database ${name}`);
    return answer(c, shown(database));
  });
  account.get("/d1/database/:database", (c) => {
    const database = databaseOf(c);
    return database ? answer(c, shown(database)) : refuse(c, 404, 7404, "The database could not be found");
  });
  account.post("/d1/database/:database/query", async (c) => {
    const database = databaseOf(c);
    if (!database) return refuse(c, 404, 7404, "The database could not be found");
    const { sql, params } = await c.req.json();
    try {
      const { results, hasChanged } = query(database.sqlite, sql, params);
      // A deployment's test mail is no change of the site.
      if (hasChanged && !/^insert into "outbox"/.test(sql)) changed(`tables of ${database.name}`);
      return answer(
        c,
        results.map((rows) => ({ results: rows, success: true, meta: { duration: 1 } })),
      );
    } catch (error) {
      return refuse(c, 400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
    }
  });

  account.use("/r2/*", async (c, next) =>
    state.hasR2 ? next() : refuse(c, 403, 10042, "Please enable R2 through the Cloudflare Dashboard."),
  );
  account.get("/r2/buckets", (c) => answer(c, { buckets: [...state.buckets].map((name) => ({ name })) }));
  account.get("/r2/buckets/:name", (c) => {
    const name = c.req.param("name");
    if (!state.buckets.has(name)) return refuse(c, 404, 10006, "The specified bucket does not exist.");
    return answer(c, { name, creation_date: "2026-11-22T00:00:00Z" });
  });
  account.post("/r2/buckets", async (c) => {
    const { name } = await c.req.json();
    state.buckets.add(name);
    changed(`R2 bucket ${name}`);
    return answer(c, {});
  });
  app.post("/graphql", (c) => c.json({ data: { viewer: { accounts: [] } } }));

  account.get("/queues", (c) => {
    const names = c.req.queries("name") ?? [];
    return answer(
      c,
      state.queues.filter(({ queue_name }) => names.includes(queue_name)),
    );
  });
  account.post("/queues", async (c) => {
    const { queue_name } = await c.req.json();
    const queue = { queue_id: randomUUID().replaceAll("-", ""), queue_name, consumers: [] };
    state.queues.push(queue);
    changed(`queue ${queue_name}`);
    return answer(c, queue);
  });
  account.post("/queues/:queue/consumers", async (c) => {
    const queue = state.queues.find(({ queue_id }) => queue_id === c.req.param("queue")) as Queue;
    const { type, script_name, settings, dead_letter_queue } = await c.req.json();
    queue.consumers.push({ consumer_id: randomUUID(), type, script: script_name, settings, dead_letter_queue });
    changed(`consumer of ${queue.queue_name}`);
    return answer(c, {});
  });
  account.put("/queues/:queue/consumers/:consumer", (c) => answer(c, {}));
  account.get("/event_subscriptions/subscriptions", (c) =>
    answer(
      c,
      state.subscriptions
        .filter(({ queue_id }) => queue_id === c.req.query("queue_id"))
        .map(({ enabled }) => ({ enabled, source: { type: "email.sending" } })),
    ),
  );

  const notThere = (c: Context) => refuse(c, 404, 10007, "This Worker does not exist on your account.");
  const scriptOf = (c: Context) => state.scripts.get(c.req.param("script") ?? "");
  account.get("/workers/services/:script", (c) => {
    const script = scriptOf(c);
    if (!script) return notThere(c);
    return answer(c, {
      default_environment: {
        environment: "production",
        script: { tag: "tag", tags: null, last_deployed_from: "wrangler", migration_tag: script.migrationTag },
      },
    });
  });
  account.get("/workers/scripts/:script/secrets", (c) => {
    const script = scriptOf(c);
    return script
      ? answer(
          c,
          script.secrets.map((name) => ({ name, type: "secret_text" })),
        )
      : notThere(c);
  });
  account.put("/workers/scripts/:script/secrets", async (c) => {
    const script = scriptOf(c);
    if (!script) return notThere(c);
    const { name } = await c.req.json();
    script.secrets.push(name);
    changed(`secret ${name}`);
    return answer(c, { name, type: "secret_text" });
  });

  account.post("/workers/scripts/:script/assets-upload-session", async (c) => {
    const { manifest } = await c.req.json<{ manifest: Record<string, { hash: string }> }>();
    const hashes = [...new Set(Object.values(manifest).map(({ hash }) => hash))];
    const missing = hashes.filter((hash) => !state.assets.has(hash));
    return answer(c, { jwt: "jwt", buckets: missing.length > 0 ? [missing] : [] });
  });
  account.post("/workers/assets/upload", async (c) => {
    const files = Object.keys(await c.req.parseBody());
    for (const hash of files) state.assets.add(hash);
    changed(`${files.length} static files`);
    return answer(c, { jwt: "jwt" }, 201);
  });

  /** A draft, a first version or a later one: wrangler asks for each in a different way. */
  async function publish(c: Context) {
    const name = c.req.param("script") as string;
    const form = await c.req.formData();
    const metadata = JSON.parse(await text(form.get("metadata")));
    const hash = createHash("sha256");
    for (const [key, value] of form) if (key !== "metadata") hash.update(key).update(await text(value));
    const etag = hash.update(JSON.stringify([metadata.bindings, metadata.exports])).digest("hex");
    const before = state.scripts.get(name);
    const version = { id: randomUUID(), etag };
    const script = before ?? { secrets: [], versions: [], metadata: {}, crons: [], domains: [], isOnWorkersDev: false };
    if (before?.versions[0]?.etag !== etag) changed(`${before?.versions.length ? "new version" : "Worker"} ${name}`);
    script.versions.unshift(version);
    script.metadata = metadata;
    script.migrationTag = metadata.migrations?.new_tag ?? script.migrationTag;
    state.scripts.set(name, script);
    return {
      ...version,
      startup_time_ms: 10,
      deployment_id: version.id.replaceAll("-", ""),
      resources: { script: { etag } },
    };
  }
  account.put("/workers/scripts/:script", async (c) => answer(c, await publish(c)));
  account.post("/workers/scripts/:script/versions", async (c) => answer(c, await publish(c)));
  account.get("/workers/scripts/:script/deployments", (c) => {
    const versions = scriptOf(c)?.versions;
    if (!versions) return notThere(c);
    return answer(c, {
      deployments: versions.map(({ id }) => ({
        id,
        source: "wrangler",
        strategy: "percentage",
        author_email: "owner@example.com",
        created_on: "2026-11-22T00:00:00Z",
        versions: [{ version_id: id, percentage: 100 }],
      })),
    });
  });
  account.post("/workers/scripts/:script/deployments", (c) => answer(c, { id: randomUUID() }));
  account.get("/workers/scripts/:script/versions/:version", (c) =>
    answer(c, { id: c.req.param("version"), metadata: {}, annotations: {}, resources: {} }),
  );
  account.patch("/workers/scripts/:script/script-settings", (c) => answer(c, {}));
  account.get("/workers/scripts/:script/settings", (c) => answer(c, { bindings: [] }));
  account.get("/workers/subdomain", (c) => answer(c, { subdomain: "bluebonnet" }));
  const subdomain = (c: Context) => ({ enabled: scriptOf(c)?.isOnWorkersDev ?? false, previews_enabled: false });
  account.get("/workers/workers/:script", (c) => answer(c, { subdomain: subdomain(c) }));
  account.post("/workers/scripts/:script/subdomain", async (c) => {
    const script = scriptOf(c) as Script;
    const { enabled } = await c.req.json();
    if (script.isOnWorkersDev !== enabled) changed(`workers.dev ${enabled}`);
    script.isOnWorkersDev = enabled;
    return answer(c, subdomain(c));
  });
  account.put("/workers/scripts/:script/schedules", async (c) => {
    const script = scriptOf(c) as Script;
    const crons = (await c.req.json<{ cron: string }[]>()).map(({ cron }) => cron);
    if (String(crons) !== String(script.crons)) changed(`crons ${crons.join(", ")}`);
    script.crons = crons;
    return answer(c, {});
  });
  account.post("/workers/scripts/:script/domains/changeset", (c) =>
    answer(c, { added: [], removed: [], updated: [], conflicting: [] }),
  );
  account.put("/workers/scripts/:script/domains/records", async (c) => {
    const script = scriptOf(c) as Script;
    const domains = (await c.req.json<{ origins: { hostname: string }[] }>()).origins.map(({ hostname }) => hostname);
    if (String(domains) !== String(script.domains)) changed(`domain ${domains.join(", ")}`);
    script.domains = domains;
    return answer(c, {});
  });

  return { app, state };
}

/** Serves it on this machine. With `env`, wrangler calls it instead of Cloudflare. */
export async function serve(app: { fetch(request: Request): Response | Promise<Response> }) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const isWithBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const response = await app.fetch(
      new Request(`http://127.0.0.1${incoming.url}`, {
        method: incoming.method,
        headers: incoming.headers as Record<string, string>,
        body: isWithBody ? Buffer.concat(chunks) : undefined,
      }),
    );
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`, CLOUDFLARE_API_TOKEN: "stand-in" },
    close: () => server.close(),
  };
}

/** Splits as badly as D1's server: a statement ends at a line's last semicolon, a trigger at its first END. */
export function statementsOf(sql: string) {
  return sql
    .split("\n")
    .map((line) => line.replace(/--> statement-breakpoint$/, "").replace(/^\s*--.*$/, ""))
    .join("\n")
    .split(/;[ \t]*(?:\n|$)/)
    .flatMap((part) => (/^\s*create\s+trigger\b/i.test(part) ? part.split(/(?<=\bend)\b/i) : [part]))
    .filter((part) => part.trim() !== "");
}

/** D1's limits on a statement (developers.cloudflare.com/d1/platform/limits). */
const STATEMENT_BYTES = 100_000;
const VALUES = 100;
const VALUE_BYTES = 2_000_000;

function query(sqlite: DatabaseSync, sql: string, values: string[] = []) {
  const fingerprint = () =>
    sqlite.prepare("select count(*) as tables, total_changes() as changes from sqlite_master").get();
  const before = JSON.stringify(fingerprint());
  const statements = statementsOf(sql);
  const isTooLong =
    statements.some((statement) => Buffer.byteLength(statement) > STATEMENT_BYTES) ||
    values.some((value) => Buffer.byteLength(value) > VALUE_BYTES);
  if (isTooLong || values.length > VALUES) throw new Error("too much for D1");
  sqlite.exec("begin");
  try {
    const results = statements.map((statement) => sqlite.prepare(statement).all(...values));
    sqlite.exec("commit");
    return { results, hasChanged: JSON.stringify(fingerprint()) !== before };
  } catch (error) {
    sqlite.exec("rollback");
    throw error;
  }
}

function answer(c: Context, result: unknown, status: 200 | 201 = 200) {
  const result_info = { page: 1, total_pages: 1, total_count: 1 };
  return c.json({ success: true, errors: [], messages: [], result, result_info }, status);
}

function refuse(c: Context, status: 400 | 401 | 403 | 404, code: number, message: string) {
  return c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);
}

async function text(value: FormDataEntryValue | null) {
  return typeof value === "string" ? value : ((await value?.text()) ?? "");
}

/** The lines with what has to be decided before a deployment, in what it says. */
export function problemsIn(said: string) {
  return said.split("\n").filter((line) => line.startsWith("- "));
}
