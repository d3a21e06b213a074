import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { buildWhenStale } from "../../worker/run/build/build-when-stale.ts";
import { end } from "../../worker/run/processes.ts";
import { openDatabase } from "../database-file.ts";
import { freePort } from "../free-port.ts";
import { migratedState } from "../migrated.ts";

/** Kills a real `wrangler dev` under load, again and again. */

/** The short run has one, because each round starts a server. */
const ROUNDS = process.env.LONG ? 200 : 1;
const VISITORS = 20;
const LONGEST_WAIT_MS = 50;
/** More than are needed. One sends 80 mails at most; what a kill has interrupted is sent by the one after. */
const MOST_SWEEPS = 20;
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

afterAll(() => {
  kill();
  rmSync(STATE, { recursive: true });
});

test("what was acknowledged before a kill is stored once, and its mail goes out", {
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
    const swept = sweep().catch(() => undefined);
    // Each round dies at another moment.
    const enough = (round * 13) % VISITORS;
    while (answers < enough) await pause(1);
    await pause((round * 11) % LONGEST_WAIT_MS);
    kill();
    await Promise.all([...submits, swept]);
  }
  dueNow();
  await start();
  while (visitors.some(({ ref }) => !ref)) await Promise.all(visitors.filter(({ ref }) => !ref).map(submit));
  await sweep();
  kill();
  for (let sweeps = 0; sweeps < MOST_SWEEPS; sweeps++) {
    const owed = dueNow();
    if (owed === 0) break;
    console.log(`kill: ${owed} mails owed`);
    await start();
    await sweep();
    kill();
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
    const response = await fetch(`http://127.0.0.1:${port}/api/applications/submit`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": visitor.key },
      body: JSON.stringify(exampleApplication()),
    });
    if (response.status === 201) visitor.ref = ((await response.json()) as { ref: string }).ref;
  } catch {
    // The server died first. The visitor tries again in a later round.
  }
}

function sweep() {
  return fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`);
}

async function start() {
  const vars = ["--var", "LIMITS:off", "--var", "HASH_KEY:test"];
  const options = ["--ip=127.0.0.1", "--inspector-port=0", "--log-level=none", "--show-interactive-dev-session=false"];
  server = spawn(process.execPath, [wrangler, "dev", `--port=${port}`, `--persist-to=${STATE}`, ...vars, ...options], {
    detached: process.platform !== "win32",
    stdio: "ignore",
    env: wranglerEnv,
  });
  for (let attempt = 0; attempt < 600; attempt++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/nothing`).then(
      ({ status }) => status === 404,
      () => false,
    );
    if (isUp) return;
    await pause(100);
  }
  throw new Error("wrangler dev did not start");
}

/** Kills wrangler and its workerd, which have their own process group. */
function kill() {
  if (server && process.platform === "win32") end(server);
  else if (server?.pid) process.kill(-server.pid, "SIGKILL");
  server = undefined;
}

/** How many mails are owed, all due now. Replaces waiting until they are due again and leases left by a kill have run out. */
function dueNow() {
  const due = "nextAttemptAt = 0, leasedUntil = iif(leasedUntil is null, null, 1)";
  return read(`update outbox set ${due} where status = 'owed' returning id`).length;
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
