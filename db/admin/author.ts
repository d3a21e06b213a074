import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { ROLES, Username } from "../model/staff/staff.ts";
import { hashPassword, oneTimePassword } from "../password.ts";
import { openLocal, openRemote } from "./d1.ts";
import { migrateLocally } from "./local.ts";

/**
 * `npm run author`: adds people who may sign in, and lets in again who is locked out; the rest is done at the desk. A password
 * is asked for or generated, never an argument.
 */

const USAGE = `Usage: npm run author -- add NAME [--role author|specialist|manager]
                     password NAME
                     reset-second-factor NAME
Add --remote for the deployed database. Without a password a random one is made and printed.`;
const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 200;

const { command, name, role, isRemote } = readArguments();
if (!isRemote) migrateLocally();
const site = isRemote ? openRemote() : await openLocal();

const [found = []] = await site.query([`select 1 from users where username = ${quoted(name)}`]);
const isKnown = found.length > 0;
if (isKnown === (command === "add")) fail(`There is ${isKnown ? "already somebody" : "nobody"} called ${name}.`);
const theirId = `(select id from users where username = ${quoted(name)})`;
const signOutEverywhere = `delete from sessions where userId = ${theirId}`;

switch (command) {
  case "add": {
    const password = await choosePassword();
    const values = [randomUUID(), name, await hashPassword(password.text), role].map(quoted);
    await site.query([`insert into users (id, username, password, role) values (${values.join(", ")})`]);
    console.log(`${name} can sign in as ${role}.`);
    tell(password);
    break;
  }
  case "password": {
    const password = await choosePassword();
    const hash = quoted(await hashPassword(password.text));
    await site.query([signOutEverywhere, `update users set password = ${hash} where username = ${quoted(name)}`]);
    console.log(`${name} has a new password and is signed out everywhere.`);
    tell(password);
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

/** Reads a line from the terminal without showing what is typed. */
async function ask(question: string) {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const typed = await new Promise<string | null>((resolve) =>
    terminal.once("line", resolve).once("close", () => resolve(null)),
  );
  terminal.close();
  process.stderr.write("\n");
  return typed ?? process.exit(130);
}

function quoted(text: string) {
  return `'${text.replaceAll("'", "''")}'`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
