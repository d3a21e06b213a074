import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { D1, Site } from "../../db/admin/d1.ts";
import type { Source } from "../../db/admin/restore.ts";

/** Backups of the deployed site, through a local stand-in for Cloudflare's API. */

const TOKEN = "a-token";
const folder = mkdtempSync(join(tmpdir(), "remote-backup-"));
const buckets: Record<string, Map<string, Buffer>> = {};
let database: D1;
let accounts: string[];
let accepted: string;
let asked: string[];
/** How many of the next calls are refused. */
let busy = 0;

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://api.test");
  asked.push(pathname);
  const send = (status: number, result: unknown, more = {}) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0.01" });
    const errors = status < 400 ? [] : [{ message: String(result) }];
    response.end(JSON.stringify({ success: status < 400, errors, result, ...more }));
  };
  if (request.headers.authorization !== `Bearer ${accepted}`) return send(403, "Authentication error");
  if (busy-- > 0) return send(429, "Too many requests");
  if (pathname === "/accounts") {
    return send(
      200,
      accounts.map((id) => ({ id })),
    );
  }
  const body = await bodyOf(request);
  if (/^\/accounts\/one\/d1\/database\/[-0]+\d*\/query$/.test(pathname)) {
    const rows = await database.query((JSON.parse(String(body)) as { sql: string }).sql.split(";\n"));
    return send(
      200,
      rows.map((results) => ({ results, success: true })),
    );
  }
  const [, bucket = "", key] = /^\/accounts\/one\/r2\/buckets\/([\w-]+)\/objects(?:\/(.+))?$/.exec(pathname) ?? [];
  buckets[bucket] ??= new Map();
  const objects = buckets[bucket];
  const name = decodeURIComponent(key ?? "");
  if (request.method === "PUT") return send(200, objects.set(name, body).size);
  if (!key) {
    const names = [...objects.keys()].filter((name) => name.startsWith(searchParams.get("prefix") ?? "")).sort();
    const start = Number(searchParams.get("cursor"));
    const page = names.slice(start, start + 2).map((name) => ({ key: name }));
    const isTruncated = start + 2 < names.length;
    return send(200, page, {
      result_info: { cursor: isTruncated ? String(start + 2) : "", is_truncated: isTruncated },
    });
  }
  const stored = objects.get(name);
  if (!stored) return send(404, "The specified key does not exist.");
  response.end(stored);
});

let open: () => Site;
let backUp: (site: Site, folder: string) => Promise<{ rows: number; images: number }>;
let inFolder: (folder: string) => Source;
let tryRestoring: (source: Source) => Promise<unknown>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", TOKEN);
  const { openRemote, openScratch } = await import("../../db/admin/d1.ts");
  open = openRemote;
  ({ backUp } = await import("../../db/admin/backup.ts"));
  ({ inFolder, tryRestoring } = await import("../../db/admin/restore.ts"));
  database = openScratch(join(folder, "deployed.sqlite"));
  await database.migrate();
  await database.run([
    `with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 4001)
     insert into counters (name, count, max, endsAt) select 'it''s 🚗 ' || n, 9007199254740993, 1, 1 from numbers;`,
  ]);
});
beforeEach(() => {
  accounts = ["one"];
  accepted = TOKEN;
  asked = [];
  busy = 0;
});
afterAll(async () => {
  await database.close();
  server.close();
  rmSync(folder, { recursive: true });
});

test("every row and image of the deployed site is fetched in a few calls of one process, and can be restored", async () => {
  const site = open();
  const names = ["a.png", "b.webp", "c d.jpg"];
  for (const name of names) await site.media.put(name, Buffer.from(name));
  busy = 2;
  const backup = join(folder, "backup");
  expect(await backUp(site, backup)).toMatchObject({ rows: 4001, images: 3 });
  expect(asked.length).toBeLessThan(60);
  await tryRestoring(inFolder(backup));
  expect(String(await inFolder(backup).image("c d.jpg"))).toBe("c d.jpg");
});

test("a refusal is passed on in Cloudflare's own words, and with two accounts one has to be named", async () => {
  accounts = ["one", "two"];
  await expect(open().media.list("")).rejects.toThrow("account_id");
  accepted = "another token";
  await expect(open().media.list("")).rejects.toThrow("Cloudflare answered 403: Authentication error");
});

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
