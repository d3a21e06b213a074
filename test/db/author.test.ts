import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { Username } from "../../db/model/staff/staff.ts";
import { openDatabase } from "../database-file.ts";
import { migratedState } from "../migrated.ts";

const STATE = migratedState();
const REFUSAL = "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first.";

afterAll(() => rmSync(STATE, { recursive: true }));

for (const [what, name] of [
  ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
  ["an invisible character", "ma\u200bria"],
] as const) {
  test(`nobody can be called by a name with ${what}`, () => {
    expect(Username.safeParse(name).error?.issues[0]?.message).toBe(REFUSAL.slice(0, -1));
  });
}

test("`npm run author -- add` refuses such a name without the database", () => {
  expect(inTerminal("add", "m\u0430ria")).toMatchObject({ status: 1, stdout: "", stderr: `${REFUSAL}\n` });
});

test("`npm run author` resets a member's second factor or password, everywhere", {
  timeout: 300_000,
}, async () => {
  expect(inTerminal("add", "max", "--role", "manager")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/max can sign in as manager\.\nPassword, shown only this once: \S{16}\n/),
  });
  const db = openDatabase(STATE);
  db.exec(`insert into users (id, username, password, role) values ('d', 'dana', '', 'specialist');
    update users set appSecret = 'x';
    insert into passkeys (id, userId, publicKey, counter) select 'p-' || username, id, 'x', 0 from users;
    insert into recovery_codes (codeHash, userId) select 'c-' || username, id from users;
    insert into sessions (tokenHash, userId) select 's-' || username, id from users`);
  expect(await author("add", "max")).toBe("There is already somebody called max.");
  expect(await author("reset-second-factor", "maxine")).toBe("There is nobody called maxine.");
  expect(await author("reset-second-factor", "Max")).toContain("sets up a second factor at the next sign-in");
  const left = `select (select group_concat(id) from passkeys) as passkeys, (select group_concat(codeHash) from recovery_codes) as codes,
    (select group_concat(tokenHash) from sessions) as sessions, (select group_concat(username) from users where appSecret is not null) as apps,
    (select group_concat(audit.username || ' ' || users.username || ' ' || json_extract(change, '$.name'))
      from audit join users on users.id = subjectId) as audit`;
  const danas = { passkeys: "p-dana", codes: "c-dana", apps: "dana", audit: "npm run author max max" };
  expect(db.prepare(left).all()).toEqual([{ ...danas, sessions: "s-dana" }]);
  expect(await author("password", "dana")).toContain("dana has a new password and is signed out everywhere.");
  expect(db.prepare(left).all()).toEqual([{ ...danas, sessions: null }]);
});

/** Runs the command as people do. */
function inTerminal(...args: string[]) {
  const env = { ...process.env, STATE };
  return spawnSync(process.execPath, ["db/admin/author.ts", ...args], { encoding: "utf8", env, input: "" });
}

/** Runs the command in this process, because starting processes takes seconds. Returns its output. */
async function author(...args: string[]) {
  vi.resetModules();
  vi.stubEnv("STATE", STATE);
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
