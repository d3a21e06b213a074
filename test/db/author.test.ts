import { execFileSync, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";

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

test("`npm run author` deactivates who leaves but never the last manager, and resets a lost second factor", {
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
  const query = (sql: string) => {
    const args = [
      "d1",
      "execute",
      "DB",
      "--local",
      "--persist-to",
      STATE,
      "--config",
      "wrangler.toml",
      "--json",
      "--command",
      sql,
    ];
    return JSON.parse(execFileSync(process.execPath, [wrangler, ...args], { encoding: "utf8", env: wranglerEnv }))[0]
      .results;
  };
  author("add", "max", "--role", "manager");
  author("add", "dana", "--role", "specialist");
  expect(author("deactivate", "max")).toContain("There would be no manager left. Add another one first.");
  query(`update users set appSecret = 'x', appStep = 7;
    insert into passkeys (id, userId, publicKey, counter) select 'p-' || username, id, 'x', 0 from users;
    insert into recovery_codes (codeHash, userId) select 'c-' || username, id from users;
    insert into sessions (tokenHash, userId) select 's-' || username, id from users;
    insert into contact_messages (id, name, message, ownerId, status) select status, 'Jo', 'Hello', id, status
      from users, (select 'in_progress' as status union select 'closed') where username = 'dana'`);
  expect(author("reset-second-factor", "max")).toContain("sets up a second factor at the next sign-in");
  const left = "select id from passkeys union select codeHash from recovery_codes union select tokenHash from sessions";
  expect(query(left)).toEqual([{ id: "c-dana" }, { id: "p-dana" }, { id: "s-dana" }]);
  expect(query("select appSecret from users order by username")).toEqual([{ appSecret: "x" }, { appSecret: null }]);
  expect(author("deactivate", "dana")).toContain("dana can no longer sign in.");
  expect(author("list")).toContain("dana (specialist, deactivated)\nmax (manager)");
  expect(query("select tokenHash from sessions")).toEqual([]);
  expect(query("select id from contact_messages where ownerId is not null")).toEqual([{ id: "closed" }]);
  const noted = query("select username, json_extract(change, '$.name') as name from audit order by id");
  expect(noted).toEqual([
    { username: "npm run author", name: "max" },
    { username: "npm run author", name: "dana" },
  ]);
});
