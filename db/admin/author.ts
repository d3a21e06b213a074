import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { stages } from "../model/case/status.ts";
import { ROLES, Username } from "../model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../password.ts";
import { openLocal, openRemote } from "./d1.ts";
import { migrateLocally } from "./local.ts";

/** `npm run author`: adds, lists and deactivates people who may sign in. A password is asked for or generated, never an argument. */

const USAGE = `Usage: npm run author -- add NAME [--role author|specialist|manager]
                     password NAME
                     reset-second-factor NAME
                     deactivate NAME
                     reactivate NAME
                     list
Add --remote for the deployed database. Without a password a random one is made and printed.`;
const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 200;

const { command, name, role, isRemote } = readArguments();
if (!isRemote) migrateLocally();
const site = isRemote ? openRemote() : await openLocal();

const [stored = []] = await site.query(["select username, role, isDemo, deactivatedAt from users order by username"]);
const isKnown = stored.some(({ username }) => username === name);
const managers = stored
  .filter(({ role, deactivatedAt }) => role === "manager" && deactivatedAt === null)
  .map(({ username }) => username);
const theirId = `(select id from users where username = ${quoted(name)})`;
const signOutEverywhere = `delete from sessions where userId = ${theirId};`;

switch (command) {
  case "list":
    for (const { username, role, isDemo, deactivatedAt } of stored) {
      console.log(`${username} (${role}${isDemo ? ", demo" : ""}${deactivatedAt === null ? "" : ", deactivated"})`);
    }
    if (stored.length === 0) console.log("Nobody yet.");
    break;
  case "add": {
    if (isKnown) fail(`There is already somebody called ${name}.`);
    const password = await choosePassword();
    const values = [randomUUID(), name, await hashPassword(password.text), role].map(quoted);
    await site.run([`insert into users (id, username, password, role) values (${values.join(", ")});`]);
    console.log(`${name} can sign in as ${role}.`);
    tell(password);
    break;
  }
  case "password": {
    if (!isKnown) fail(`There is nobody called ${name}.`);
    const password = await choosePassword();
    const hash = quoted(await hashPassword(password.text));
    await site.run([signOutEverywhere, `update users set password = ${hash} where username = ${quoted(name)};`]);
    console.log(`${name} has a new password and is signed out everywhere.`);
    tell(password);
    break;
  }
  case "reset-second-factor":
    if (!isKnown) fail(`There is nobody called ${name}.`);
    await site.run([
      signOutEverywhere,
      `delete from passkeys where userId = ${theirId};`,
      `delete from recovery_codes where userId = ${theirId};`,
      `update users set appSecret = null where username = ${quoted(name)};`,
      noted({ secondFactor: "to be set up again" }),
    ]);
    console.log(`${name} is signed out everywhere, and sets up a second factor at the next sign-in.`);
    break;
  case "deactivate":
    if (!isKnown) fail(`There is nobody called ${name}.`);
    if (managers.length === 1 && managers[0] === name) fail("There would be no manager left. Add another one first.");
    // Their open work goes back to the queue. At the desk a manager can hand it to somebody instead.
    await site.run([
      signOutEverywhere,
      `update applications set ownerId = null where ownerId = ${theirId} and status not in (${stages.closed.map(quoted).join()});`,
      `update contact_messages set ownerId = null where ownerId = ${theirId} and status <> 'closed';`,
      `update users set deactivatedAt = ${Date.now()} where username = ${quoted(name)};`,
      noted({ isActive: false }),
    ]);
    console.log(`${name} can no longer sign in.`);
    break;
  case "reactivate":
    if (!isKnown) fail(`There is nobody called ${name}.`);
    await site.run([
      `update users set deactivatedAt = null where username = ${quoted(name)};`,
      noted({ isActive: true }),
    ]);
    console.log(`${name} can sign in again.`);
    break;
  default:
    fail(USAGE);
}
await site.close();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { remote: { type: "boolean", default: false }, role: { type: "string", default: "author" } },
      allowPositionals: true,
    });
    const [command = "", typed = "", ...more] = positionals;
    // Signing in ignores case, so names are kept in lower case.
    const name = typed.trim().toLowerCase();
    const isNamed = (command === "list") === (name === "");
    const isRole = ROLES.some((role) => role === values.role);
    if (!isNamed || more.length > 0 || !isRole) return fail(USAGE);
    const refusal = command === "add" && Username.safeParse(typed).error?.issues[0];
    if (refusal) return fail(`${refusal.message}.`);
    return { command, name, role: values.role, isRemote: values.remote };
  } catch {
    return fail(USAGE);
  }
}

/** The statement that writes the change into the audit log. It names no member, since whoever runs this need not be one. */
function noted(change: Record<string, unknown>) {
  const whole = quoted(JSON.stringify({ name, old: {}, new: change }));
  return `insert into audit (userId, username, action, subjectId, isAllowed, change)
    select '', 'npm run author', 'manageMembers', id, 1, ${whole} from users where username = ${quoted(name)};`;
}

async function choosePassword() {
  const typed = process.stdin.isTTY ? await ask(`Password for ${name} (Enter makes one): `) : "";
  if (typed === "") return { text: oneTimePassword(), isMade: true };
  if (typed.length < MIN_PASSWORD_CHARACTERS || typed.length > MAX_PASSWORD_CHARACTERS) {
    return fail(`A password has ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`);
  }
  if ((await ask("Once more: ")) !== typed) return fail("The two passwords differ. Nothing was changed.");
  return { text: typed, isMade: false };
}

function tell({ text, isMade }: { text: string; isMade: boolean }) {
  if (isMade) console.log(`Password, shown only this once: ${text}`);
}

/** One line from the terminal, without showing what is typed. */
function ask(question: string) {
  const { stdin, stderr } = process;
  stdin.setRawMode(true).setEncoding("utf8").resume();
  stderr.write(question);
  return new Promise<string>((resolve) => {
    let typed = "";
    function onData(text: string) {
      for (const character of text) {
        switch (character) {
          case "\r":
          case "\n":
            stdin.off("data", onData).setRawMode(false).pause();
            stderr.write("\n");
            return resolve(typed);
          case "\u0003":
            stdin.setRawMode(false);
            stderr.write("\n");
            return process.exit(130);
          case "\u007f":
          case "\b":
            typed = [...typed].slice(0, -1).join("");
            break;
          default:
            typed += character;
        }
      }
    }
    stdin.on("data", onData);
  });
}

/** SQLite's text literal. */
function quoted(text: string) {
  return `'${text.replaceAll("'", "''")}'`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
