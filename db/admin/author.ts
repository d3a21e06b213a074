import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { ROLES, Username } from "../model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../password.ts";
import { openLocal, openRemote } from "./d1.ts";
import { openUpToDate } from "./migrate.ts";

/**
 * `npm run author`: adds people who may sign in, and lets in again who is locked out; the rest is done at the desk.
 * Passwords are made here, as at the desk, and never an argument.
 */

const USAGE = `Usage: npm run author -- add NAME [--role author|specialist|manager]
                     password NAME
                     reset-second-factor NAME
Add --remote for the deployed database. The password is made and printed.`;

const { command, name, role, isRemote } = readArguments();
const site = isRemote ? openRemote() : await openLocal(openUpToDate());

const [found = []] = await site.query([`select 1 from users where username = ${quoted(name)}`]);
const isKnown = found.length > 0;
if (isKnown === (command === "add")) fail(`There is ${isKnown ? "already somebody" : "nobody"} called ${name}.`);
const theirId = `(select id from users where username = ${quoted(name)})`;
const password = oneTimePassword();
const shownOnce = `Password, shown only this once: ${password}`;
const signOutEverywhere = `delete from sessions where userId = ${theirId}`;

switch (command) {
  case "add": {
    const values = [randomUUID(), name, await hashPassword(password), role].map(quoted);
    await site.query([`insert into users (id, username, password, role) values (${values.join(", ")})`]);
    console.log(`${name} can sign in as ${role}.\n${shownOnce}`);
    break;
  }
  case "password": {
    const hash = quoted(await hashPassword(password));
    await site.query([signOutEverywhere, `update users set password = ${hash} where username = ${quoted(name)}`]);
    console.log(`${name} has a new password and is signed out everywhere.\n${shownOnce}`);
    break;
  }
  case "reset-second-factor": {
    const change = JSON.stringify({ name, old: {}, new: { secondFactor: "to be set up again" } });
    await site.query([
      signOutEverywhere,
      `delete from passkeys where userId = ${theirId}`,
      `delete from recovery_codes where userId = ${theirId}`,
      `update users set appSecret = null where username = ${quoted(name)}`,
      // It names no member, since whoever runs this need not be one.
      `insert into audit (userId, username, action, subjectId, isAllowed, change)
        values ('', 'npm run author', 'manageMembers', ${theirId}, 1, ${quoted(change)})`,
    ]);
    console.log(`${name} is signed out everywhere, and sets up a second factor at the next sign-in.`);
    break;
  }
}
await site.close();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { remote: { type: "boolean", default: false }, role: { type: "string", default: "author" } },
      allowPositionals: true,
    });
    const [command = "", typed = "", ...more] = positionals;
    // Signing in ignores case, so we store names in lower case.
    const name = typed.trim().toLowerCase();
    const isCommand = ["add", "password", "reset-second-factor"].includes(command);
    const isRole = ROLES.some((role) => role === values.role);
    if (!isCommand || name === "" || more.length > 0 || !isRole) return fail(USAGE);
    const refusal = command === "add" && Username.safeParse(typed).error?.issues[0];
    if (refusal) return fail(`${refusal.message}.`);
    return { command, name, role: values.role, isRemote: values.remote };
  } catch {
    return fail(USAGE);
  }
}

function quoted(text: string) {
  return `'${text.replaceAll("'", "''")}'`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
