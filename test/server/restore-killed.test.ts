import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Site } from "../../db/admin/d1.ts";
import { type Contents, example, expectSame, put, readings, table } from "../db/contents.ts";
import { migratedDatabase } from "../db/memory-site.ts";
import { COPIED_COLUMNS, manyApplications, whatBelongsToThem } from "../worker/form/many-applications.ts";
import { cloudflareApi, serve } from "./cloudflare-api.ts";

/** Backups and restores of the deployed site, through a stand-in for Cloudflare's API that has D1's limits. */

const [ROWS, KILLS] = process.env.LONG ? [1_000_000, 3] : [4000, 1];
/** An application, its event, mail and call. */
const ROWS_EACH = 4;
/** The calls that make the tables come first. After a kill among them there are no rows yet to go on from. */
const BEFORE_ROWS = 4;
const NIGHT = "nightly/2026-11-25T08:00:00.000Z";

const folder = mkdtempSync(join(tmpdir(), "remote-backup-"));
const { app, state } = cloudflareApi();
const own = { uuid: "00000000-0000-0000-0000-000000000000", name: "bluebonnet", location: "enam" };
const sqlite = migratedDatabase();
let api: Awaited<ReturnType<typeof serve>>;
let open: () => Site;
let backUp: typeof import("../../db/admin/backup.ts").backUp;
/** Which statement a process does not survive, and whether it is done. */
let dies: { after: number; isDone: boolean; kill(): void } | undefined;
/** How many of the next calls are refused. */
let busy = 0;

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });
beforeAll(async () => {
  state.databases.push({ ...own, sqlite });
  api = await serve({ fetch });
  for (const [name, value] of Object.entries(api.env)) vi.stubEnv(name, value);
  ({ openRemote: open } = await import("../../db/admin/d1.ts"));
  ({ backUp } = await import("../../db/admin/backup.ts"));
  await fill();
  state.keysPerPage = 2;
  for (const name of ["a.png", "b.webp", "c d.jpg"]) await open().media.put(name, Buffer.from(name));
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

test("every row and image of the deployed site is fetched in a few calls of one process, also when Cloudflare is busy", async () => {
  busy = 2;
  state.calls.length = 0;
  const backup = join(folder, "backup");
  expect(await backUp(open(), backup)).toMatchObject({ images: 3 });
  expect(state.calls.length).toBeLessThan(2 * readdirSync(backup).length + 50);
  // As the site does it at night.
  const night = open().backups;
  for (const name of readdirSync(backup, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."))) {
    await night.put(name.startsWith("images/") ? name : `${NIGHT}/${name}`, readFileSync(join(backup, name)));
  }
});

test(`a restore of ${ROWS} rows killed at ${KILLS} moments goes on, and ends with each row once and as it was`, async () => {
  const before = digests(sqlite);
  state.objects.get("bluebonnet-media")?.clear();
  const parts = readdirSync(join(folder, "backup")).filter((name) => name.endsWith(".gz")).length;
  // Each part takes two calls or more.
  const moments = fc.sample(
    fc.record({
      after: fc.integer({ min: BEFORE_ROWS, max: BEFORE_ROWS + Math.floor((2 * parts) / KILLS) }),
      isDone: fc.boolean(),
    }),
    {
      numRuns: KILLS,
      seed: Number(process.env.SEED),
    },
  );
  let option = "newest";
  for (const moment of moments) {
    const { signal, said } = await restoring(moment, option);
    expect(signal, said).toBe("SIGKILL");
    // A night that ends meanwhile changes nothing.
    option = /^npm run restore -- (\S+) --remote/.exec(said)?.[1] ?? "";
  }
  const { code, said } = await restoring(undefined, option);
  expect(code, said).toBe(0);

  const [made, ...others] = state.databases.filter(({ uuid }) => uuid !== own.uuid);
  expect(others).toEqual([]);
  expect(made?.name).toMatch(/^bluebonnet-2026-11-25-\w{8}$/);
  expect(said).toContain(`database_name = "${made?.name}"\ndatabase_id = "${made?.uuid}"`);
  const restored = made?.sqlite as DatabaseSync;
  expectSame(digests(restored), before);
  expectSame(digests(sqlite), before);
  for (const index of ["application_search", "blog_search"]) {
    restored.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`);
  }
  expect(await open().media.list("")).toEqual(["a.png", "b.webp", "c d.jpg"]);
  state.databases = state.databases.filter((each) => each !== made);
});

test("a trial compares every row at Cloudflare, notes that it did, and leaves no database", async () => {
  const { code, said } = await restoring(undefined, "--trial");
  expect(code, said).toBe(0);
  expect(said).toContain("came back as they were");
  expect(state.databases.map(({ name }) => name)).toEqual(["bluebonnet"]);
  expect(
    sqlite
      .prepare("select detail ->> 'folder' as night from jobs where name = 'restore trial' and endedAt >= startedAt")
      .get(),
  ).toEqual({ night: NIGHT });
});

test("a refusal is passed on in Cloudflare's own words, and with two accounts one has to be named", async () => {
  state.accounts.push({ id: "two", name: "Another" });
  await expect(open().media.list("")).rejects.toThrow("account_id");
  state.accounts.pop();
  state.refuses = /objects/;
  await expect(open().media.list("")).rejects.toThrow("Cloudflare answered 400: The stand-in refuses this call");
});

async function fetch(request: Request) {
  if (busy-- > 0) return new Response("{}", { status: 429, headers: { "retry-after": "0.01" } });
  if (!dies || !request.url.endsWith("/query") || dies.after-- > 0) return app.fetch(request);
  const { isDone, kill } = dies;
  dies = undefined;
  if (isDone) await app.fetch(request);
  kill();
  return new Response();
}

/** Runs `npm run restore` against the stand-in, and ends it without warning at this moment. */
async function restoring(moment: Omit<NonNullable<typeof dies>, "kill"> | undefined, option: string) {
  const child = spawn(process.execPath, ["db/admin/restore.ts", option, "--remote"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  dies = moment && { ...moment, kill: () => child.kill("SIGKILL") };
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise<{ code: number | null; signal: string | null; said: string }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, said })),
  );
}

/** As many rows as a site has after some time. */
async function fill() {
  const query = async (statements: string[]) => statements.map((sql) => sqlite.prepare(sql).all());
  await put({ query }, table("applications"), [
    example(table("applications"), 1, { mergedInto: null, nextKind: null, nextAt: null }),
  ]);
  const [[copied] = []] = await query([COPIED_COLUMNS]);
  const many = ROWS / ROWS_EACH;
  await query(["begin", manyApplications(String(copied?.names), 1, many), ...whatBelongsToThem(1, many), "commit"]);
}

/** A hash of each table, which takes less memory than its rows. */
function digests(from: DatabaseSync): Contents {
  const hashed = readings().map(([name, sql]) => {
    const hash = createHash("sha256");
    for (const row of from.prepare(sql).iterate()) hash.update(JSON.stringify(row));
    return [name, [hash.digest("hex")]];
  });
  return Object.fromEntries(hashed);
}
