import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Status, stages } from "../../../db/model/case/status.ts";
import { freshDatabase } from "../database.ts";
import { COPIED_COLUMNS, manyApplications } from "../form/many-applications.ts";
import { randomFrom, scaled, seed } from "../routes/faults.ts";
import { apply, type Colleague, refusal, signedIn } from "../staff/staff.ts";
import { takePlaces } from "./queue-places.ts";

freshDatabase();

interface Page {
  applications: { id: string; fullName: string; owner: string | null }[];
  next: string | null;
}

async function names(member: Colleague, query = "") {
  const page = await (await member.get(`/api/desk/queue?${query}`)).json<Page>();
  return page.applications.map(({ fullName }) => fullName);
}

/** As if the application had come in at that time. */
function due(ref: string, dueAt: number) {
  return env.DB.prepare("update applications set dueAt = ?1, queueAt = ?1 where id = ?2").bind(dueAt, ref).run();
}

test("the queue goes by promise, purchase timeline and down payment", async () => {
  const member = await signedIn("specialist");
  const soon = { purchaseTimeline: "Immediately", downPaymentAvailable: "Today" };
  await due(await apply({ fullName: "Third", ...soon, downPaymentAvailable: "Need More Time" }), 2000);
  await due(
    await apply({ fullName: "Fourth", ...soon, purchaseTimeline: "I'm Still Looking", grossMonthlyIncome: 9000 }),
    2000,
  );
  await due(await apply({ fullName: "Second", ...soon, grossMonthlyIncome: 1000, bankruptcyStatus: "Open" }), 2000);
  await due(await apply({ fullName: "First", purchaseTimeline: "I'm Still Looking" }), 1000);
  expect(await names(member)).toEqual(["First", "Second", "Third", "Fourth"]);
});

test("the queue says who wrote in Spanish, and refuses unknown filters", async () => {
  const member = await signedIn("specialist");
  const near = await apply({ fullName: "Near", city: "Peñitas" });
  await apply({ fullName: "Far", city: "Austin" });
  await env.DB.exec("update applications set language = 'es' where fullName = 'Near'");
  const { applications } = await (await member.get("/api/desk/queue")).json<{
    applications: { fullName: string; language: string }[];
  }>();
  const languages = applications.map(({ fullName, language }) => `${fullName} ${language}`);
  expect(languages.toSorted()).toEqual(["Far en", "Near es"]);
  expect(await (await member.get(`/api/desk/case/${near}`)).json()).toMatchObject({ language: "es" });
  for (const bad of ["show=x", "language=x", "metro=x", "band=x", "overdue=x", `city=${"x".repeat(81)}`, "owner=x"])
    expect(await refusal(await member.get(`/api/desk/queue?${bad}`)), bad).toMatch(/^400 [A-Z].+/);

  await env.DB.exec(
    "insert into appointments (id, applicationId, dueAt) select 'call-' || fullName, id, 1 from applications",
  );
  await env.DB.exec("update applications set dueAt = 1 where fullName = 'Far'");
  for (const [narrowed, found] of [
    ["city=PENI", ["Near"]],
    ["language=es", ["Near"]],
    ["band=low", []],
    ["owner=me", []],
    ["overdue=yes", ["Far"]],
  ] as const)
    expect(await names(member, `show=calls&${narrowed}`), narrowed).toEqual(found);
  await env.DB.exec("update applications set firstContactAt = 1 where fullName = 'Far'");
  expect(await names(member, "show=calls&overdue=yes")).toEqual([]);
});

interface Row {
  id: string;
  fullName: string;
  city: string;
  status: Status;
  language: string;
  metro: string | null;
  ownerId: string | null;
  scoresForecast: number | null;
  dueAt: number;
  queueRank: number;
  firstContactAt: number | null;
  contactStoppedAt: number | null;
  /** The hour they chose, still to come or over. */
  callAt: number | null;
  nextAt: number | null;
  number: number;
}

/** The rows that an address asks for, in order, computed from the rows alone. */
function expected(rows: Row[], filter: Record<string, string>, me: string) {
  const show = filter.show ?? "waiting";
  const statuses: readonly Status[] = show in stages ? stages[show as keyof typeof stages] : [show as Status];
  const open: readonly Status[] = [...stages.waiting, ...stages.working];
  const isShown = (row: Row) => (filter.overdue && show === "waiting" ? open : statuses).includes(row.status);
  const isWaiting = (row: Row) =>
    ["submitted", "in_review"].includes(row.status) && row.firstContactAt === null && row.contactStoppedAt === null;
  const isOverdue = (row: Row) =>
    row.callAt === null
      ? isWaiting(row) && row.dueAt < Date.now()
      : row.callAt < Date.now() && open.includes(row.status) && row.contactStoppedAt === null;
  const from = { low: 0, middle: 40, high: 70 }[filter.band ?? ""] ?? 0;
  const to = { low: 39, middle: 69 }[filter.band ?? ""] ?? 100;
  const owner = { me, nobody: null }[filter.owner ?? ""] ?? (filter.owner === "nobody" ? null : filter.owner);
  const fits = (row: Row) =>
    isShown(row) &&
    (!filter.language || row.language === filter.language) &&
    (!filter.metro || row.metro === (filter.metro === "outside" ? null : filter.metro)) &&
    (!filter.owner || row.ownerId === owner) &&
    (!filter.city || row.city.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").startsWith(filter.city)) &&
    (!filter.band || (row.scoresForecast !== null && row.scoresForecast >= from && row.scoresForecast <= to)) &&
    (!filter.overdue || isOverdue(row));
  const dueOf = ({ callAt, nextAt, dueAt, ...row }: Row) => {
    const next = Math.min(callAt ?? Infinity, nextAt ?? Infinity);
    const isPromised = callAt === null && isWaiting({ callAt, nextAt, dueAt, ...row });
    return next === Infinity || (isPromised && dueAt < next) ? dueAt : next;
  };
  return rows
    .filter(fits)
    .sort((a, b) => dueOf(a) - dueOf(b) || a.queueRank - b.queueRank || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Applications that vary in everything the queue can filter by. */
async function storeMixed(count: number, me: string) {
  await apply();
  await fillTo(count);
  await env.DB.prepare(
    `update applications set
      status = case number % 11 when 1 then 'contacted' when 2 then 'with_lender' when 3 then 'duplicate' else status end,
      outcome = case number % 11 when 1 then null when 2 then null when 3 then 'undecided' else outcome end,
      ownerId = case number % 4 when 0 then ?1 when 1 then null else ownerId end,
      metro = iif(number % 9 = 0, null, metro),
      city = case number % 6 when 0 then 'San Marcos' when 1 then ' san ygnacio' when 2 then 'PEÑITAS' else city end,
      nextAt = iif(number % 3 = 0, null, number % 17),
      dueAt = iif(number % 5 = 0, ?2, dueAt),
      firstContactAt = iif(number % 8 = 0, 1, null),
      contactStoppedAt = iif(number % 16 = 7, 1, null),
      scoresForecast = iif(number % 13 = 0, null, scoresForecast)`,
  )
    .bind(me, Date.now() + 60_000)
    .run();
  await env.DB.prepare(
    `insert into appointments (id, applicationId, startsAt, dueAt)
     select 'call-' || id, id, at, at from (select id, number, ?1 + iif(number % 2, 0, -7_260_000) at from applications)
     where number % 7 = 1`,
  )
    .bind(Date.now() + 60_000)
    .run();
  await takePlaces();
}

test("however the queue is narrowed, its pages have exactly what fits", {
  timeout: 300_000,
}, async () => {
  const member = await signedIn("manager");
  await storeMixed(400, member.id);
  const { results: rows } = await env.DB.prepare(
    `select *, (select startsAt from appointments where applicationId = applications.id) callAt from applications`,
  ).all<Row>();
  const random = randomFrom(seed);
  const pick = (choices: string[]) => choices[Math.floor(random() * choices.length)] ?? "";
  const choices: Record<string, string[]> = {
    show: ["waiting", "waiting", "working", "closed", "contacted", "submitted", "duplicate"],
    owner: ["", "", "me", "nobody", "somebody"],
    language: ["", "", "en", "es"],
    metro: ["", "", "Austin", "outside"],
    city: ["", "", "san", "penit", "zz"],
    band: ["", "", "low", "middle", "high"],
    overdue: ["", "", "yes"],
  };
  for (let round = 0; round < scaled(1000); round++) {
    const filter = Object.fromEntries(
      Object.entries(choices).flatMap(([name, values]) => {
        const value = pick(values);
        return value ? [[name, value]] : [];
      }),
    );
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const query = new URLSearchParams({ ...filter, cursor });
      const page = await (await member.get(`/api/desk/queue?${query}`)).json<Page>();
      seen.push(...page.applications.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(seen, `SEED=${seed}: ${JSON.stringify(filter)}`).toEqual(expected(rows, filter, member.id));
  }
});

test("only managers see what one colleague works on", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  const hers = await apply({ fullName: "Hers" });
  await apply({ fullName: "Free" });
  await dana.post(`/api/desk/case/${hers}/claim`);
  expect(await names(max, `owner=${dana.id}`)).toEqual(["Hers"]);
  expect(await names(max, "owner=constructor")).toEqual([]);
  expect(await refusal(await dana.get(`/api/desk/queue?owner=${max.id}`))).toBe("400 Choose an owner from the list.");
});

interface Claimed {
  claimed: string[];
  taken: { id: string; by: string | null }[];
}

test("several are claimed at once, and others' owners are named", async () => {
  const [dana, noor] = [await signedIn("specialist", "dana"), await signedIn("specialist", "noor")];
  const [free, mine, hers] = [await apply(), await apply(), await apply()];
  await dana.post(`/api/desk/case/${mine}/claim`);
  await noor.post(`/api/desk/case/${hers}/claim`);
  const response = await dana.post("/api/desk/claims", { ids: [free, mine, hers, "x", free] });
  const { claimed, taken } = await response.json<Claimed>();
  expect(claimed.toSorted()).toEqual([free, mine].toSorted());
  expect(taken).toEqual([{ id: hers, by: "noor" }]);
  for (const ids of [[], Array(21).fill(free), "x", [1], undefined])
    expect(await refusal(await dana.post("/api/desk/claims", { ids }))).toBe("400 Choose 1 to 20 applications");
});

test("of two who claim at once, each application has one owner", async () => {
  const members = [await signedIn("specialist", "dana"), await signedIn("specialist", "noor")] as const;
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await apply());
  const answers = await Promise.all(
    [0, 1, 0, 1].map(async (who, index) => {
      const set = ids.slice(index * 2, index * 2 + 6);
      const response = await (members[who] ?? members[0]).post("/api/desk/claims", { ids: set });
      return { who, set, ...(await response.json<Claimed>()) };
    }),
  );
  const { results: owners } = await env.DB.prepare("select id, ownerId from applications").all<{
    id: string;
    ownerId: string;
  }>();
  const ownerOf = Object.fromEntries(owners.map(({ id, ownerId }) => [id, ownerId]));
  expect(owners.filter(({ ownerId }) => ownerId === null)).toEqual([]);
  for (const { who, set, claimed, taken } of answers) {
    expect(claimed.toSorted()).toEqual(set.filter((id) => ownerOf[id] === members[who]?.id).toSorted());
    expect(taken.map(({ id }) => id).toSorted()).toEqual(set.filter((id) => !claimed.includes(id)).toSorted());
  }
  const { results: events } = await env.DB.prepare(
    "select applicationId id, event ->> '$.ownerId' ownerId from case_events where event ->> '$.kind' = 'owner' order by 1",
  ).all();
  const { results: logged } = await env.DB.prepare(
    "select subjectId id, userId ownerId from audit where action = 'claim' and change is not null order by 1",
  ).all();
  const once = ids.toSorted().map((id) => ({ id, ownerId: ownerOf[id] }));
  expect(events).toEqual(once);
  expect(logged).toEqual(once);
});

/** Who is found by these words. */
async function search(member: Colleague, q: string, cursor?: string) {
  return (await member.post("/api/desk/queue/search", { q, cursor })).json<Page & { isMisread: boolean }>();
}

test("search finds beginnings of names, and whole phones, e-mails and ids", async () => {
  const member = await signedIn("specialist");
  const id = await apply({ fullName: "José Ángel Peña" });
  await apply({ fullName: "Ann Other", phone: "512 555 0188", email: "ann@example.org" });
  await env.DB.prepare("update applications set status = 'withdrawn' where id = ?").bind(id).run();
  const found = ["jose angel", "José Ángel", "pe JO", "PEÑA", "(210) 555-0123", "MARIA@EXAMPLE.com", id];
  const not = ["' or 1=1", "jo ann", "ngel", "555-0123", "maria@example", id.slice(0, 8)];
  for (const [q, finds] of [...found.map((q) => [q, true] as const), ...not.map((q) => [q, false] as const)])
    expect(
      (await search(member, q)).applications.map((each) => each.id),
      q,
    ).toEqual(finds ? [id] : []);
  for (const q of ['"', "a"])
    expect(await refusal(await member.post("/api/desk/queue/search", { q }))).toBe(
      "400 Type at least 2 characters to search.",
    );
  expect(await names(member, "q=jose")).toEqual(["Ann Other"]);
});

test("the spoken reference is found however it is typed", async () => {
  const member = await signedIn("specialist");
  const id = await apply({ fullName: "Maria Lopez" });
  await apply({ fullName: "Ann Other" });
  const { spokenReference: code } = await (await member.get(`/api/desk/case/${id}`)).json<{
    spokenReference: string;
  }>();
  const queue = await (await member.get("/api/desk/queue")).json<{ applications: object[] }>();
  expect(queue.applications).toContainEqual(expect.objectContaining({ id, spokenReference: code }));
  for (const q of [code, code.toLowerCase(), code.slice(4), code.replaceAll("-", ""), code.replaceAll("-", " ")]) {
    const found = await search(member, q);
    expect(
      found.applications.map((each) => each.id),
      q,
    ).toEqual([id]);
    expect(found.isMisread).toBe(false);
  }
  expect((await search(member, code, "1")).applications, "not on every page").toEqual([]);

  const misread = code.slice(0, -1) + (code.endsWith("X") ? "W" : "X");
  for (const q of [misread, misread.slice(4)])
    expect(await search(member, q)).toMatchObject({ applications: [], isMisread: true });
  expect(await search(member, "Nobody")).toMatchObject({ applications: [], isMisread: false });
});

test("the counts of an open page tell the newest application", async () => {
  const member = await signedIn("specialist");
  const newest = async () => (await member.get("/api/desk/my-day/counts")).json<{ newest: number; newestAt: number }>();
  await apply();
  const before = await newest();
  await apply();
  const after = await newest();
  expect(after.newest).toBe(before.newest + 1);
  expect(Math.abs(after.newestAt - Date.now())).toBeLessThan(60_000);
});

/** Applications like the first one, up to this number. */
async function fillTo(number: number) {
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  const STEP = 5000;
  for (let from = 1; from < number; from += STEP) {
    await env.DB.prepare(manyApplications(columns, from, Math.min(from + STEP, number) - 1)).run();
  }
  await env.DB.exec(
    "insert or ignore into name_words select printf('person%03d', number % 1000), number from applications where fullName like 'Person %'",
  );
}

test("what no index knows is looked for 5,000 applications at a time", {
  timeout: 300_000,
}, async () => {
  const member = await signedIn("specialist");
  await apply();
  await fillTo(15_000);
  await env.DB.exec("update applications set city = 'Alpine' where number in (1, 9000, 14000)");
  const seen: string[] = [];
  const lookedAt: (number | null)[] = [];
  for (let cursor = ""; ; ) {
    const page = await (await member.get(`/api/desk/queue?city=alp&metro=&cursor=${cursor}`)).json<
      Page & { lookedAt: number | null }
    >();
    seen.push(...page.applications.map(({ id }) => id));
    lookedAt.push(page.lookedAt);
    if (page.next === null) break;
    cursor = page.next;
  }
  const { results } = await env.DB.prepare(
    `select id from applications where city = 'Alpine' and status in ('submitted', 'in_review') order by queueAt, queueRank, id`,
  ).all<{ id: string }>();
  expect(seen).toEqual(results.map(({ id }) => id));
  expect(seen.length).toBeGreaterThan(1);
  const { waiting } = (await env.DB.prepare(
    "select count(*) waiting from applications where status in ('submitted', 'in_review')",
  ).first<{ waiting: number }>()) ?? { waiting: 0 };
  expect(lookedAt).toEqual([...Array(Math.floor(waiting / 5000)).fill(5000), null]);
});
