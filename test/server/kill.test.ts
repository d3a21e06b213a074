import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleApplication } from "../../db/model/form/example.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { buildWhenStale } from "../../worker/run/build/build-when-stale.ts";
import { end } from "../../worker/run/processes.ts";
import { openDatabase } from "../database-file.ts";
import { freePort } from "../free-port.ts";
import { migratedState } from "../migrated.ts";

/** Kills the local site under load, again and again. */

/** The short run has one, because each round starts a server. */
const ROUNDS = process.env.LONG ? 200 : 1;
const VISITORS = 20;
const LONGEST_WAIT_MS = 50;
/** A start sends what is owed, so many mails at most. */
const SENT_AT_ONCE = 80;
/** More than are needed: what a kill has interrupted is sent after the next start. */
const MOST_STARTS = 20;
const MOST_TRIES = 20;
const STATE = migratedState();

interface Visitor {
  key: string;
  ref: string | null;
}

let port: number;
let server: ChildProcess | undefined;

beforeAll(async () => {
  buildWhenStale();
  port = await freePort();
}, MINUTE_MS * 3);

afterAll(async () => {
  await kill();
  rmSync(STATE, { recursive: true });
});

test("what was acknowledged before a kill is stored and mailed once", {
  timeout: MINUTE_MS * 60,
}, async () => {
  const visitors: Visitor[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    if (round % 10 === 0) console.log(`kill: ${round} of ${ROUNDS} rounds`);
    await start();
    while (visitors.filter(({ ref }) => !ref).length < VISITORS) visitors.push({ key: crypto.randomUUID(), ref: null });
    let answers = 0;
    const count = () => answers++;
    const submits = visitors.filter(({ ref }) => !ref).map((visitor) => submit(visitor).then(count));
    // Each round dies at another moment.
    const enough = (round * 13) % VISITORS;
    while (answers < enough) await pause(1);
    await pause((round * 11) % LONGEST_WAIT_MS);
    await kill();
    await Promise.all(submits);
  }
  dueNow();
  await start();
  for (let tries = 0; tries < MOST_TRIES && visitors.some(({ ref }) => !ref); tries++)
    await Promise.all(visitors.filter(({ ref }) => !ref).map(submit));
  await kill();
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const owed = dueNow();
    if (owed === 0) break;
    console.log(`kill: ${owed} mails owed`);
    await start();
    for (let tries = 0; tries < 200 && owedNow() > Math.max(0, owed - SENT_AT_ONCE); tries++) await pause(100);
    await kill();
  }

  const stored = read<{ referenceHash: string; keyHash: string; mails: number; status: string }>(
    `select referenceHash, idempotencyKeyHash as keyHash, count(o.id) as mails, o.status
     from applications a left join outbox o on o.subjectId = a.id group by a.id`,
  );
  const known = new Set(stored.map(({ referenceHash }) => referenceHash));
  const isStored = (ref: string) => known.has(createHash("sha256").update(ref).digest("hex"));
  const figures = {
    lost: visitors.filter(({ ref }) => !ref || !isStored(ref)).length,
    doubled: stored.length - visitors.length,
    withoutOneMail: stored.filter(({ mails }) => mails !== 1).length,
    owed: stored.filter(({ status }) => status === "owed").length,
    dead: stored.filter(({ status }) => status === "dead").length,
  };
  console.log(`kill: ${ROUNDS} rounds, ${visitors.length} visitors, ${JSON.stringify(figures)}`);
  expect(figures).toMatchObject({ lost: 0, doubled: 0, withoutOneMail: 0, owed: 0 });
});

async function submit(visitor: Visitor) {
  try {
    const response = await fetch(`http://localhost:${port}/api/applications/submit`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": visitor.key },
      body: JSON.stringify(exampleApplication()),
    });
    if (response.status === 201) visitor.ref = ((await response.json()) as { ref: string }).ref;
  } catch {
    // The server died first. The visitor tries again in a later round.
  }
}

async function start() {
  const serving = `import("./worker/run/serve.ts").then(({ serve }) => serve(${port}, { LIMITS: "off" }, ${JSON.stringify(STATE)}))`;
  server = spawn(process.execPath, ["--eval", serving], {
    detached: process.platform !== "win32",
    stdio: "ignore",
  });
  await untilUp(true);
}

/** Waits until the site answers, or does not. */
async function untilUp(wanted: boolean) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const isUp = await fetch(`http://localhost:${port}/api/nothing`).then(
      ({ status }) => status === 404,
      () => false,
    );
    if (isUp === wanted) return;
    await pause(100);
  }
  throw new Error(wanted ? "The site did not start" : "The site did not die");
}

/** Kills the server and its workerd, which have their own process group. */
async function kill() {
  if (server && process.platform === "win32") end(server);
  else if (server?.pid) process.kill(-server.pid, "SIGKILL");
  server = undefined;
  await untilUp(false);
}

/** How many mails are owed, all due now. Replaces waiting until they are due again and leases left by a kill have run out. */
function dueNow() {
  const due = "nextAttemptAt = 0, leasedUntil = iif(leasedUntil is null, null, 1)";
  return read(`update outbox set ${due} where status = 'owed' returning id`).length;
}

function owedNow() {
  return read("select 1 from outbox where status = 'owed'").length;
}

function read<Row>(sql: string) {
  const db = openDatabase(STATE);
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
