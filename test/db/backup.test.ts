import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { backUp } from "../../db/admin/backup.ts";
import { inFolder, restore } from "../../db/admin/restore.ts";
import { compressed, MANIFEST, type Query, tablesOf } from "../../db/backup.ts";
import { contentsOf, example, expectSame, numbers, put, table } from "./contents.ts";
import { type MemorySite, memorySite } from "./memory-site.ts";
import { tables } from "./random-rows.ts";

/** Backups made by hand. */

/** A page has up to two million bytes, and one more row. */
const ANSWER_BYTES = 2_500_000;

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const backup = join(folder, "backup");
let site: MemorySite;

beforeEach(() => {
  site = memorySite();
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a backup takes every table of the schema with all its columns, and none of those of a search index", async () => {
  expect(await tablesOf(site.query)).toEqual(
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
  );
});

test("more rows than a page has, and longer ones than an answer holds, are asked for page by page", async () => {
  await site.query([
    `${numbers(4001)} insert into counters (name, count, max, endsAt) select 'counter ' || n, 1, 1, 1 from numbers`,
    `${numbers(101)} insert into message_replies (id, messageId, userId, text) select n, n, n, replace(hex(zeroblob(20000)), '00', '🚗') from numbers`,
  ]);
  const answers: number[] = [];
  const query: Query = async (statements) => {
    const answer = await site.query(statements);
    answers.push(Buffer.byteLength(JSON.stringify(answer)));
    return answer;
  };
  expect((await backUp({ ...site, query }, backup)).rows).toBe(101 + 4001);
  expect(Math.max(...answers)).toBeLessThan(ANSWER_BYTES);
  expect(readdirSync(backup).filter((name) => name.endsWith(".gz")).length).toBeGreaterThan(5);
  const { target } = await restore(site, await inFolder(backup));
  expectSame(await contentsOf(target), await contentsOf(site));
});

test("a backup that fails leaves the one before it and nothing half written; only its owner may read it", async () => {
  await put(site, table("users"), [example(table("users"), 1)]);
  await backUp(site, backup);
  const whole = readFileSync(join(backup, MANIFEST), "utf8");
  const query: Query = async (statements) => {
    if (/from "users"/.test(statements.join())) throw new Error("gone");
    return site.query(statements);
  };
  await expect(backUp({ ...site, query }, backup)).rejects.toThrow("gone");
  expect(readFileSync(join(backup, MANIFEST), "utf8")).toBe(whole);
  expect(readdirSync(folder)).toEqual(["backup"]);
  // On Windows, a folder has the rights of its parent.
  if (process.platform === "win32") return;
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
});

test("what lies in the archive is in it and comes back where it is missing, but nobody who was deleted since", async () => {
  const caseOf = (id: string) => compressed(JSON.stringify({ together: [], rows: { applications: [{ id }] } }));
  const stored = {
    "archive/audit/2026-01/0009": await compressed("[]"),
    "archive/cases/2025-01/aa": await caseOf("stays"),
    "archive/cases/2025-01/bb": await caseOf("erased"),
    "archive/people/maria/2025-01/aa": new Uint8Array(),
    "archive/people/jose/2025-01/bb": new Uint8Array(),
  };
  for (const [name, bytes] of Object.entries(stored)) await site.backups.put(name, bytes);
  await backUp(site, backup);
  const elsewhere = memorySite();
  await elsewhere.backups.put("erased/2026-11-23T08:00:00.000Z/erased", new Uint8Array());
  const newer = new TextEncoder().encode("newer");
  await elsewhere.backups.put("archive/audit/2026-01/0009", newer);
  expect((await restore(elsewhere, await inFolder(backup))).lost).toEqual([]);
  const { "archive/cases/2025-01/bb": _, "archive/people/jose/2025-01/bb": __, ...kept } = stored;
  const found = await elsewhere.backups.list("archive/");
  expect(found).toEqual(Object.keys(kept));
  const contents = await Promise.all(found.map((name) => elsewhere.backups.get(name)));
  expect(contents).toEqual(Object.values({ ...kept, "archive/audit/2026-01/0009": newer }));
});

test("an encrypted backup says nothing without its identity, and with it brings back every row and image", async () => {
  const [identity, other] = [await generateIdentity(), await generateIdentity()];
  await put(site, table("users"), [example(table("users"), 1, { username: "maria" })]);
  await site.media.put("a.png", Buffer.from("an image of maria"));
  await backUp(site, backup, await identityToRecipient(identity));
  const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name), "latin1")).toMatch(/^age-encryption\.org\/v1\n/);
  }
  await expect(inFolder(backup)).rejects.toThrow("set BACKUP_IDENTITY");
  vi.stubEnv("BACKUP_IDENTITY", "age1");
  await expect(inFolder(backup)).rejects.toThrow("BACKUP_IDENTITY is no secret key");
  await expect(backUp(site, backup, "AGE-SECRET-KEY-1")).rejects.toThrow("BACKUP_RECIPIENT is no public key");
  vi.stubEnv("BACKUP_IDENTITY", other);
  await expect(restore(site, await inFolder(backup))).rejects.toThrow("cannot be decrypted");
  vi.stubEnv("BACKUP_IDENTITY", identity);
  const elsewhere = memorySite();
  const { target } = await restore(elsewhere, await inFolder(backup));
  expectSame(await contentsOf(target), await contentsOf(site));
  expect(await elsewhere.media.get("a.png")).toEqual(await site.media.get("a.png"));
});
