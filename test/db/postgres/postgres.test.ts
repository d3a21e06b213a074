import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql as sqlite } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { backUp } from "../../../db/admin/backup.ts";
import { inFolder } from "../../../db/admin/restore.ts";
import { database } from "../../../db/database.ts";
import { slotsFor } from "../../../db/model/calls/call-slots.ts";
import type { Member, MemberPress, Press } from "../../../db/model/case/case.ts";
import { claim } from "../../../db/model/case/owner.ts";
import { stages } from "../../../db/model/case/status.ts";
import { note } from "../../../db/model/case/work.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { ApplicationForm } from "../../../db/model/form/submission.ts";
import { applications } from "../../../db/schema.ts";
import { readCases as readFromD1, type StoredCase } from "../../../worker/case/store.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { sha256 } from "../../../worker/hash.ts";
import { queuePage as pageFromD1, type QueueFilter, readQueue } from "../../../worker/queue/queue.ts";
import { memorySite } from "../memory-site.ts";
import { tables } from "../random-rows.ts";
import { connect, type Pool } from "./connect.ts";
import { type Contents, contentsOf, load } from "./load.ts";
import { queuePage } from "./queue.ts";
import { startPostgres } from "./server.ts";
import { dana, fill, noor, openCases, openSite, type Site } from "./sites.ts";
import { actOnCase, bookCall, OverLimit, readCases, type Store, stopContact, submit } from "./store.ts";

/** A rehearsal of the way beyond one D1: a backup goes into a Postgres, where a second store does what the first one does. */

const APPLICATIONS = process.env.LONG ? 100_000 : 2000;
const AT_ONCE = process.env.LONG ? 400 : 100;
const ROUNDS = process.env.LONG ? 200 : 40;
const SEED = Number(process.env.SEED);
/** A Tuesday morning in Texas. */
const NOW = Date.UTC(2026, 10, 24, 16);

vi.setConfig({ testTimeout: 30 * 60_000, hookTimeout: 30 * 60_000 });

describe.runIf(process.env.LONG || process.env.POSTGRES)("beyond one D1", () => {
  const folder = mkdtempSync(join(tmpdir(), "backup-for-postgres-"));
  let server: ReturnType<typeof startPostgres>;
  let site: Site;
  let sql: Pool;
  let written: Contents;
  let store: Store;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    server = startPostgres();
    site = await openSite();
    await fill(site, APPLICATIONS, NOW);
    await storePeople(site);
    const { rows } = await timed("backup", () =>
      backUp({ ...memorySite(), query: site.query }, join(folder, "backup")),
    );
    sql = connect(server.socket);
    written = await timed(`load of ${rows} rows`, async () => load(sql, await inFolder(join(folder, "backup"))));
    store = { pool: sql, isolation: "read committed", caller: site.caller(), tries: 0 };
  });

  afterAll(async () => {
    vi.useRealTimers();
    await sql?.end();
    await site?.close();
    server?.stop();
    rmSync(folder, { recursive: true });
  });

  describe("the load", () => {
    test("Postgres has every row of the backup, and goes on counting after the highest number", async () => {
      expect(Object.keys(written)).toEqual(tables.map(({ name }) => name));
      expect(written.applications?.rows).toBeGreaterThan(APPLICATIONS);
      expect(await contentsOf(sql)).toEqual(written);
      const [[d1] = []] = await site.query(["select seq from sqlite_sequence where name = 'applications'"]);
      const [postgres] = await sql`select last_value as seq from applications_number_seq`;
      expect(postgres?.seq).toBe(d1?.seq);
    });

    test("any text and number of any table comes back byte by byte, and a value that differs is noticed", async () => {
      await sql.unsafe("create database edges");
      const edges = connect(server.socket, "edges");
      const scratch = memorySite();
      await scratch.query(
        tables.map(({ name, columns }) => {
          const values = columns.map((column) =>
            column.getSQLType() === "integer"
              ? Number.MAX_SAFE_INTEGER
              : `'José 🚗 \\N \\. \t \n \r \b \f \v "" '' ${column.name}'`,
          );
          return `insert into ${name} (${columns.map((column) => `"${column.name}"`)}) values (${values})`;
        }),
      );
      await backUp(scratch, join(folder, "edges"));
      const loaded = await load(edges, await inFolder(join(folder, "edges")));
      expect(new Set(Object.values(loaded).map(({ rows }) => rows > 0))).toEqual(new Set([true]));
      expect(await contentsOf(edges)).toEqual(loaded);
      await edges`update jobs set name = name || ' '`;
      const { jobs, ...others } = await contentsOf(edges);
      expect({ jobs, ...others }).toEqual({ ...loaded, jobs: expect.not.objectContaining(loaded.jobs ?? {}) });
      await edges.end();
    });

    test("events are append-only, and keys are unique", async () => {
      await expect(sql`update case_events set userId = 'x' where version = 0`).rejects.toThrow("append-only");
      await expect(sql`insert into jobs (name) values ('a'), ('a')`).rejects.toThrow("duplicate key");
    });
  });

  // Before the deeds below: each store makes its own ids for what they add.
  test("a page of the queue is the page from D1, however it is narrowed, to the last one", async () => {
    const db = database(site.env.DB);
    for (const filter of fc.sample(filters, { seed: SEED, numRuns: ROUNDS })) {
      for (let [cursor, pages] = ["", 0]; pages < 4; pages++) {
        const there = await pageFromD1(db, { ...filter, cursor });
        const here = await queuePage(sql, { ...filter, cursor });
        const columns = Object.keys(there[0] ?? {});
        const shown = here.map((row) =>
          Object.fromEntries(columns.map((column) => [column, row[column as keyof typeof row]])),
        );
        expect(shown, JSON.stringify({ SEED, ...filter, cursor })).toEqual(there);
        const { next } = await readQueue(db, { ...filter, cursor });
        if (next === null) break;
        cursor = next;
      }
    }
  });

  describe("the same deed in both", () => {
    test("a case is read as from D1, with everything that belongs to it", async () => {
      const ids = [...(await openCases(site, 20)), ...(await idsOf(site, "%@example.org"))];
      expect(ids.length).toBeGreaterThan(20);
      await expectSame(ids);
    });

    test("submitting stores the same row, evidence and mail, and flags a possible duplicate", async () => {
      for (const email of ["new@example.net", "new@example.net"]) {
        await site.submit({ email });
        const [id = ""] = (await idsOf(site, email)).slice(-1);
        const stored = await submit(store, formOf({ email }));
        expect(stored?.outboxId).toMatch(/^[\da-f-]{36}$/);
        expect(comparable(await fromPostgres([stored?.id ?? ""]))).toEqual(comparable(await fromD1([id])));
      }
    });

    test("a claim, and a refusal of somebody else's", async () => {
      const [id = ""] = await openCases(site, 1);
      for (const member of [dana, noor]) {
        const there = await site.ask(`/api/desk/case/${id}/claim`, {}, member.id);
        const here = await actOnCase(store, id, pressOf(member), claimBy(member));
        expect(here && "refused" in here ? here.refused : undefined).toEqual(there.error);
        await expectSame([id]);
      }
    });

    test("a booked hour, in place of an earlier call", async () => {
      const [id = ""] = (await openCases(site, 2)).slice(1);
      const [startsAt = new Date()] = slotsFor("78205", new Date(NOW));
      const ref = await referenceOf(site.env, id);
      await site.query([`update applications set referenceHash = '${await sha256(ref)}' where id = '${id}'`]);
      await site.ask(`/api/applications/${ref}/appointment`, { startsAt: startsAt.toISOString() });
      await bookCall(store, id, startsAt, pressOf(null));
      const [booked] = await fromPostgres([id]);
      expect(booked?.appointments.map(({ endedAt, place }) => [endedAt !== null, place])).toEqual([
        [true, null],
        [false, 0],
      ]);
      await sql`update applications set referenceHash = ${await sha256(ref)} where id = ${id}`;
      await expectSame([id]);
    });

    test("a stop ends everything of the person: mail, leads, calls, messages; who is unsure is flagged", async () => {
      const ids = await idsOf(site, "%@example.org");
      const [id = ""] = ids;
      expect(await site.ask(`/api/applications/${await referenceOf(site.env, id)}/stop-contact`, {})).toMatchObject({
        ok: true,
      });
      await stopContact(store, id, pressOf(null));
      await expectSame(ids);
      const people = await fromPostgres(ids);
      expect(people.map(({ application }) => application.contactStoppedAt !== null)).toEqual([true, true, false]);
      const mails = people.flatMap((kase) => kase.mails.map(({ kind, status }) => `${kind} ${status}`));
      expect(mails.toSorted()).toEqual([
        ...["confirmation dropped", "confirmation dropped", "confirmation owed"],
        ...["lenderLead dropped", "lenderLead dropped", "permissionWithdrawn owed"],
      ]);
      const messages = "select id, contactStoppedAt from contact_messages order by id";
      expect(await sql.unsafe(messages)).toEqual((await site.query([messages]))[0]);
    });

    test("what triggers count is the same", async () => {
      for (const counts of [
        "select status, count from mail_counts order by 1",
        "select hour, name, count from hourly_counts order by 1, 2",
      ])
        expect([...(await sql.unsafe(counts))]).toEqual((await site.query([counts]))[0]);
    });
  });

  describe.each(["read committed", "serializable"] as const)("at once, %s", (isolation) => {
    const inTurn = () => ({ pool: sql, isolation, caller: site.caller(), tries: 0 }) satisfies Store;

    test("of two who claim a case one gets it, and the other reads who", async () => {
      const cases = await freeCases(20);
      const both = inTurn();
      const answers = await atOnce(
        cases.flatMap((id) => [dana, noor].map((member) => ({ id, member }))),
        ({ id, member }) => actOnCase(both, id, pressOf(member), claimBy(member)),
      );
      tell(`${isolation}: 2 claims at once on each of 20 cases`, both);
      const refusals = answers.flatMap((answer) => (answer && "refused" in answer ? [answer.refused] : []));
      expect(refusals).toHaveLength(20);
      for (const refusal of refusals) expect(refusal).toMatch(/^(dana|noor) has already claimed this application\.$/);
      const owners = await sql`select id from applications where id in ${sql(cases)} and ownerId in ('dana', 'noor')`;
      expect(owners).toHaveLength(20);
    });

    test("of 20 notes on one case each is there once, one version after another", async () => {
      const [id = ""] = await freeCases(1);
      const busy = inTurn();
      await atOnce([...Array(20).keys()], (n) =>
        actOnCase(busy, id, pressOf(dana), (kase) => note(kase, `note ${n}`, pressOf(dana))),
      );
      tell(`${isolation}: 20 notes at once on one case`, busy);
      const events = await sql`select version, event::json ->> 'text' as text from case_events
        where applicationId = ${id} and version > 0 order by version`;
      expect(events.map(({ version }) => version)).toEqual([...Array(20).keys()].map((n) => n + 1));
      expect(new Set(events.map(({ text }) => text)).size).toBe(20);
    });

    test.each([false, true])(
      "of 20 who want one hour as many get it as it has places (the hour is held: %s)",
      async (isHeld) => {
        const cases = await freeCases(20);
        const startsAt = nextHour();
        const wanted = inTurn();
        const answers = await atOnce(cases, (id) => bookCall(wanted, id, startsAt, pressOf(null), isHeld));
        tell(`${isolation}: 20 bookings at once of one hour${isHeld ? ", which each holds" : ""}`, wanted);
        expect(answers.filter((answer) => answer && "refused" in answer)).toEqual(Array(18).fill({ refused: "taken" }));
        const booked =
          await sql`select place from appointments where startsAt = ${startsAt.getTime()} and endedAt is null order by place`;
        expect(booked.map(({ place }) => place)).toEqual([0, 1]);
      },
    );

    test("a stop and a booking leave no open call, whichever comes first", async () => {
      const cases = await freeCases(10);
      await atOnce(
        cases.flatMap((id) => [
          { id, isStop: true },
          { id, isStop: false },
        ]),
        ({ id, isStop }) =>
          isStop ? stopContact(inTurn(), id, pressOf(null)) : bookCall(inTurn(), id, nextHour(), pressOf(null)),
      );
      expect(await sql`select id from appointments where endedAt is null and applicationId in ${sql(cases)}`).toEqual(
        [],
      );
    });

    test("of 20 applications with one key one is stored, and other answers under it are refused", async () => {
      const [same, email] = [inTurn(), `${isolation.length}@key.example`];
      const send = (changes: object) => submit(same, formOf(changes), email);
      const answers = await atOnce([...Array(20).keys()], () => send({ email }));
      tell(`${isolation}: 20 applications at once with one key`, same);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await send({ email: "other@key.example" })).toBeNull();
      const stored =
        await sql`select outbox.id from applications join outbox on subjectId = applications.id where email = ${email}`;
      expect(stored.map(({ id }) => id)).toEqual([answers[0]?.outboxId]);
    });

    test("of 20 applications with one phone number all but the first are flagged", async () => {
      const several = inTurn();
      const phone = `512 555 ${isolation === "serializable" ? "0199" : "0198"}`;
      await atOnce([...Array(20).keys()], (n) =>
        submit(several, formOf({ phone, email: `${isolation.length}-${n}@example.edu` })),
      );
      tell(`${isolation}: 20 applications at once from one phone`, several);
      const digits = phone.replaceAll(" ", "");
      const flagged = await sql`select flagsJson like '%POSSIBLE_DUPLICATE%' as "isFlagged" from applications
        where phoneDigits = ${digits} order by number`;
      expect(flagged.filter(({ isFlagged }) => isFlagged)).toHaveLength(19);
    });

    test("a limit lets through exactly as many as it says, and a mailbox gets its share of mails", async () => {
      const limited = { ...inTurn(), caller: site.caller(`198.51.100.${isolation.length}`, "strict") };
      const email = `${isolation.length}@limited.example`;
      const answers = await atOnce([...Array(30).keys()], (n) =>
        submit(limited, formOf({ email, phone: `512 555 1${200 + n}` })).catch((error) => error),
      );
      tell(`${isolation}: 30 applications at once from one client, which may send 10`, limited);
      expect(answers.filter((answer) => answer instanceof OverLimit)).toHaveLength(20);
      const mails =
        await sql`select outbox.status, count(*) from outbox join applications on applications.id = subjectId
        where email = ${email} group by 1 order by 1`;
      expect([...mails]).toEqual([
        { status: "dropped", count: 7 },
        { status: "owed", count: 3 },
      ]);
    });

    test("of many applications at once each is stored once, with its mail, and counted", async () => {
      const crowd = inTurn();
      const countsOf = async () =>
        (
          await sql`select
        (select count(*) from applications) as stored, (select count(*) from outbox) as mails,
        (select sum(count) from mail_counts)::bigint as "countedMails",
        (select count from hourly_counts where name = 'applications' and hour = ${Math.floor(NOW / 3_600_000)}) as counted`
        )[0];
      const before = await countsOf();
      await timed(`${isolation}: ${AT_ONCE} applications at once`, () =>
        atOnce([...Array(AT_ONCE).keys()], (n) =>
          submit(crowd, formOf({ email: `${isolation.length}-${n}@crowd.example`, phone: phoneOf(isolation, n) })),
        ),
      );
      tell(`${isolation}: ${AT_ONCE} applications at once`, crowd);
      const grown = Object.fromEntries(Object.entries(before ?? {}).map(([name, value]) => [name, value + AT_ONCE]));
      expect(await countsOf()).toEqual(grown);
    });
  });

  test("a first page of the queue is full; what it, a deed and an application take is told", async () => {
    const cases = await freeCases(50);
    expect(await queuePage(sql, { statuses: stages.waiting })).toHaveLength(51);
    let last = 9000;
    await told("a note on a case", cases, (id) =>
      actOnCase(store, id, pressOf(dana), (kase) => note(kase, "A note", pressOf(dana))),
    );
    await told("a page of the queue", cases, () => queuePage(sql, { statuses: stages.waiting }));
    await told("the same page from D1", cases, () => pageFromD1(database(site.env.DB), { statuses: stages.waiting }));
    await told("an application", cases, (id) =>
      submit(store, formOf({ email: `${id}@told.example`, phone: phoneOf(id, ++last) })),
    );
  });

  let hours = 0;
  /** An hour that nobody has booked yet. */
  function nextHour() {
    return slotsFor("78205", new Date(NOW))[++hours] as Date;
  }

  let taken = 10;
  /** Open cases that no other test has. */
  async function freeCases(count: number) {
    taken += count;
    return (await openCases(site, taken)).slice(-count);
  }

  function fromPostgres(ids: string[]) {
    return readCases(sql, sql`applications.id in ${sql(ids)}`);
  }

  async function fromD1(ids: string[]) {
    return (await readFromD1(database(site.env.DB), isOneOf(ids), {})).cases;
  }

  function isOneOf(ids: string[]) {
    return sqlite`${applications.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  }

  async function expectSame(ids: string[]) {
    expect(comparable(await fromPostgres(ids))).toEqual(comparable(await fromD1(ids)));
  }
});

const filters: fc.Arbitrary<QueueFilter> = fc.record(
  {
    isCalls: fc.constantFrom(false, false, true),
    statuses: fc.constantFrom<QueueFilter["statuses"]>(
      stages.waiting,
      stages.waiting,
      stages.working,
      stages.closed,
      [...stages.waiting, ...stages.working],
      ["contacted"],
      [],
    ),
    ownerId: fc.constantFrom("dana", "nobody", null),
    language: fc.constantFrom("en", "es"),
    metro: fc.constantFrom("Austin", null),
    city: fc.constantFrom("san", "penit", "zz"),
    band: fc.constantFrom("low", "middle", "high"),
    isOverdue: fc.boolean(),
  },
  { requiredKeys: ["isCalls", "statuses"] },
);

/** Three applications of what may be one person, with leads on their way, a call and a message. */
async function storePeople(site: Site) {
  const phone = "512 555 0101";
  for (const changes of [
    { email: "pat@example.org", phone },
    { email: "pat@example.org" },
    { email: "x@example.org", phone },
  ])
    await site.submit(changes);
  const [id = ""] = await idsOf(site, "%@example.org");
  const at = NOW - 60_000;
  const event = JSON.stringify({ kind: "linkOpened", email: "pat@example.org" });
  const referral = (n: number) =>
    `('lead-${n}', '${id}', 'lender', 'lender-${n}', 'Lender ${n}', 'l@example.com', '[]', 'dana', ${at}, 'yes-${n}', ${at})`;
  const permission = (n: number, state: string) =>
    `('yes-${n}', '${id}', 'lender', 'lender-${n}', 'Lender ${n}', '[]', 'words', 'introduction-1', 'hash', 'dana', ${at}, '${state}', ${at})`;
  await site.query([
    `insert into case_events (applicationId, at, event, version) values ('${id}', ${at}, '${event}', 1)`,
    `insert into permissions (id, applicationId, kind, recipientId, recipientName, fields, words, textId, wordsSha256, askedBy, askedAt, state, decidedAt)
      values ${[permission(1, "yes"), permission(2, "yes"), permission(3, "asked")]}`,
    `insert into referrals (id, applicationId, kind, recipientId, recipientName, recipientAddress, fields, userId, createdAt, permissionId, permittedAt)
      values ${[referral(1), referral(2)]}`,
    `insert into outbox (id, kind, subjectId, status, createdAt, leasedUntil) values
      ('mail-a', 'lenderLead', 'lead-1', 'owed', ${at}, null), ('mail-b', 'lenderLead', 'lead-2', 'owed', ${at}, ${NOW + 60_000})`,
    `insert into appointments (id, applicationId, startsAt, dueAt, createdAt, place) values ('call-a', '${id}', ${NOW + 86_400_000}, ${NOW + 86_400_000}, ${at}, 0)`,
    `insert into contact_messages (id, name, message, sender, createdAt) values ('m', 'Pat', 'Hello', 'pat@example.org', ${at})`,
  ]);
}

async function idsOf({ query }: Site, email: string) {
  const [rows = []] = await query([`select id from applications where email like '${email}' order by number`]);
  return rows.map(({ id }) => String(id));
}

/** Cases without what may differ: random ids and hashes, the numbers of rows, and what D1 suggests after it has answered. */
function comparable(cases: StoredCase[]) {
  const text = JSON.stringify(cases)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "an id")
    .replaceAll(/\b[\da-f]{64}\b/g, "a hash");
  return (JSON.parse(text) as StoredCase[]).map(
    ({ application: { number, routedWith, suggestedLenders, ...application }, events, mails, ...kase }) => ({
      ...kase,
      application,
      events: events.map(({ id, ...event }) => event),
      mails: mails.toSorted((a, b) => (a.kind + a.subjectId < b.kind + b.subjectId ? -1 : 1)),
    }),
  );
}

function formOf(changes: object) {
  return ApplicationForm.parse(exampleApplication(changes));
}

function phoneOf(isolation: string, n: number) {
  return `${isolation === "serializable" ? "713" : "214"} 555 ${String(n).padStart(4, "0")}`;
}

function pressOf(member: Member): MemberPress;
function pressOf(member: null): Press;
function pressOf(member: Member | null): Press {
  return { at: new Date(), by: member, id: crypto.randomUUID() };
}

function claimBy(member: Member) {
  return (kase: StoredCase) => claim(kase, pressOf(member));
}

function atOnce<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
  return Promise.all(items.map(work));
}

async function timed<Result>(what: string, work: () => Promise<Result>) {
  const began = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

/** Says the median of the milliseconds that each takes. */
async function told<Item>(what: string, items: Item[], work: (item: Item) => Promise<unknown>) {
  const times: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  }
  console.log(
    `${what}: ${times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(1)} ms, the median of ${times.length}`,
  );
}

function tell(what: string, { tries }: Store) {
  console.log(`${what}: ${tries} tries`);
}
