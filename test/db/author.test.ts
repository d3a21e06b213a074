import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openDatabase } from "../database-file.ts";

for (const [what, name] of [
  ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
  ["a capital that gets a second dot in lower case", "mar\u0130a"],
  ["an invisible character", "ma\u200bria"],
  ["a blank", "maria lopez"],
] as const) {
  test(`\`npm run author -- add\` refuses a name with ${what}`, () => {
    const { status, stderr, stdout } = spawnSync("node", ["db/admin/author.ts", "add", name], {
      encoding: "utf8",
      env: { ...process.env, STATE: ".wrangler/nobody" },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first.\n",
    );
  });
}

test("`npm run author` deactivates somebody who leaves but never the last manager, and resets a lost second factor", {
  timeout: 300_000,
}, () => {
  const STATE = ".wrangler/author-test";
  rmSync(STATE, { recursive: true, force: true });
  const author = (...args: string[]) => {
    const env = { ...process.env, STATE };
    const { status, stdout, stderr } = spawnSync("node", ["db/admin/author.ts", ...args], {
      encoding: "utf8",
      env,
      input: "",
    });
    return status === 0 ? stdout : stderr;
  };
  expect(author("list")).toContain("Nobody yet.");
  const db = openDatabase(STATE);
  db.exec(`insert into users (id, username, password, role, appSecret)
      values ('m', 'max', '', 'manager', 'x'), ('d', 'dana', '', 'specialist', 'x');
    insert into passkeys (id, userId, publicKey, counter) select 'p-' || username, id, 'x', 0 from users;
    insert into recovery_codes (codeHash, userId) select 'c-' || username, id from users;
    insert into sessions (tokenHash, userId) select 's-' || username, id from users;
    insert into contact_messages (id, name, message, ownerId, status) select status, 'Jo', 'Hello', id, status
      from users, (select 'in_progress' as status union select 'closed') where username = 'dana'`);
  expect(author("deactivate", "max")).toContain("There would be no manager left. Add another one first.");
  expect(author("reset-second-factor", "max")).toContain("sets up a second factor at the next sign-in");
  const left = `select (select group_concat(id) from passkeys) as passkeys, (select group_concat(codeHash) from recovery_codes) as codes,
    (select group_concat(tokenHash) from sessions) as sessions, (select group_concat(id) from users where appSecret is not null) as apps,
    (select group_concat(id) from contact_messages where ownerId is not null) as messages,
    (select group_concat(username || ' ' || json_extract(change, '$.name')) from audit) as audit`;
  const danas = { passkeys: "p-dana", codes: "c-dana", sessions: "s-dana", apps: "d" };
  expect(db.prepare(left).all()).toEqual([{ ...danas, messages: "closed,in_progress", audit: "npm run author max" }]);
  expect(author("deactivate", "dana")).toContain("dana can no longer sign in.");
  const audit = "npm run author max,npm run author dana";
  expect(db.prepare(left).all()).toEqual([{ ...danas, sessions: null, messages: "closed", audit }]);
  expect(author("list")).toContain("dana (specialist, deactivated)\nmax (manager)");
});
