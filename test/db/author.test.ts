import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Username } from "../../db/model/staff/staff.ts";
import { openDatabase } from "../database-file.ts";

const STATE = mkdtempSync(join(tmpdir(), "authors-"));
const REFUSAL = "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first.";

afterAll(() => rmSync(STATE, { recursive: true }));

for (const [what, name] of [
  ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
  ["a capital that gets a second dot in lower case", "mar\u0130a"],
  ["an invisible character", "ma\u200bria"],
  ["a blank", "maria lopez"],
] as const) {
  test(`nobody can be called by a name with ${what}`, () => {
    expect(Username.safeParse(name).error?.issues[0]?.message).toBe(REFUSAL.slice(0, -1));
  });
}

test("`npm run author -- add` refuses such a name before it touches the database", () => {
  expect(inTerminal("add", "m\u0430ria")).toMatchObject({ status: 1, stdout: "", stderr: `${REFUSAL}\n` });
});

test("`npm run author` deactivates somebody who leaves but never the last manager, and resets a lost second factor", {
  timeout: 300_000,
}, async () => {
  expect(inTerminal("list")).toMatchObject({ status: 0, stdout: expect.stringContaining("Nobody yet.") });
  const db = openDatabase(STATE);
  db.exec(`insert into users (id, username, password, role, appSecret)
      values ('m', 'max', '', 'manager', 'x'), ('d', 'dana', '', 'specialist', 'x');
    insert into passkeys (id, userId, publicKey, counter) select 'p-' || username, id, 'x', 0 from users;
    insert into recovery_codes (codeHash, userId) select 'c-' || username, id from users;
    insert into sessions (tokenHash, userId) select 's-' || username, id from users;
    insert into contact_messages (id, name, message, ownerId, status) select status, 'Jo', 'Hello', id, status
      from users, (select 'in_progress' as status union select 'closed') where username = 'dana'`);
  expect(await author("deactivate", "max")).toContain("There would be no manager left. Add another one first.");
  expect(await author("reset-second-factor", "max")).toContain("sets up a second factor at the next sign-in");
  const left = `select (select group_concat(id) from passkeys) as passkeys, (select group_concat(codeHash) from recovery_codes) as codes,
    (select group_concat(tokenHash) from sessions) as sessions, (select group_concat(id) from users where appSecret is not null) as apps,
    (select group_concat(id) from contact_messages where ownerId is not null) as messages,
    (select group_concat(username || ' ' || json_extract(change, '$.name')) from audit) as audit`;
  const danas = { passkeys: "p-dana", codes: "c-dana", sessions: "s-dana", apps: "d" };
  expect(db.prepare(left).all()).toEqual([{ ...danas, messages: "closed,in_progress", audit: "npm run author max" }]);
  expect(await author("deactivate", "dana")).toContain("dana can no longer sign in.");
  const audit = "npm run author max,npm run author dana";
  expect(db.prepare(left).all()).toEqual([{ ...danas, sessions: null, messages: "closed", audit }]);
  expect(await author("list")).toContain("dana (specialist, deactivated)\nmax (manager)");
});

/** The command as people run it. */
function inTerminal(...args: string[]) {
  const env = { ...process.env, STATE };
  return spawnSync(process.execPath, ["db/admin/author.ts", ...args], { encoding: "utf8", env, input: "" });
}

/** What the command says, run in here on the same database: to start a process, and another that migrates, takes seconds. */
async function author(...args: string[]) {
  vi.resetModules();
  vi.stubEnv("STATE", STATE);
  vi.doMock("../../db/admin/local.ts", async (original) => ({
    ...(await original<object>()),
    migrateLocally: () => {},
  }));
  const said: string[] = [];
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line) => said.push(line));
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  const given = process.argv;
  process.argv = [...given.slice(0, 2), ...args];
  await import("../../db/admin/author.ts").catch((error: Error) => expect(error.message).toBe("ended with 1"));
  process.argv = given;
  vi.restoreAllMocks();
  return said.join("\n");
}
