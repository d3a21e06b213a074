import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOverdue, isWaiting } from "../../../db/model/case/promise.ts";
import { OPEN_HOURS } from "../../../db/model/time/business-hours.ts";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import type { Answer, Call } from "../../../web/wire.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { answer, lender } from "../directory/directory.ts";
import { randomFrom, seed } from "../routes/faults.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";
import { takePlaces } from "./queue-places.ts";

freshDatabase();

/** A Monday, when we close. */
const CLOSE = Date.parse("2026-11-23T20:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: CLOSE - OPEN_HOURS * HOUR_MS }));
afterEach(() => vi.useRealTimers());

/** An office whose applications, calls, plans and messages are at any point of their way. */
async function office(members: Colleague[]) {
  const random = randomFrom(seed);
  const one = <Each>(...of: Each[]) => of[Math.floor(random() * of.length)] as Each;
  const near = () => CLOSE + one(-DAY_MS, -HOUR_MS, -1, 0, 1, HOUR_MS, DAY_MS) + one(0, 0, 10 * HOUR_MS);
  const recipient = await lender("Pecan");
  for (let number = 0; number < 50; number++) {
    const id = await apply({
      fullName: `Person ${number}`,
      phone: `210 555 ${2000 + number}`,
      email: `p${number}@example.com`,
    });
    const owner = one(...members, null);
    const status = one("submitted", "in_review", "in_review", "contacted", "docs_requested", "with_lender");
    const isStopped = random() < 0.1;
    const kind = one("call", "write", null);
    await env.DB.prepare(
      `update applications set ownerId = ?, status = ?, dueAt = ?, contactStoppedAt = ?, firstContactAt = ?, nextKind = ?,
       nextAt = ?, overdueToldAt = ? where id = ?`,
    )
      .bind(
        owner?.id ?? null,
        status,
        isStopped ? 8.64e15 : near(),
        isStopped ? 1 : null,
        status.includes("_") && status !== "in_review" ? 1 : one(null, null, 1),
        kind,
        kind && near(),
        one(null, 1),
        id,
      )
      .run();
    const startsAt = one(near(), near() + DAY_MS, null);
    if (random() < 0.6) {
      await env.DB.prepare(
        "insert into appointments (id, applicationId, startsAt, dueAt, endedAt) values (?, ?, ?, ?, ?)",
      )
        .bind(`call-${number}`, id, startsAt, startsAt ?? near(), one(null, null, 1))
        .run();
    }
    if (owner && !isStopped && random() < 0.3) {
      await owner.post(`/api/desk/case/${id}/permissions`, recipient);
      vi.setSystemTime(Date.now() + 1000);
      await answer(id, recipient, one("yes", "no"));
      if (random() < 0.3) await owner.post(`/api/desk/case/${id}/notes`, { text: "Seen" });
    }
  }
  for (const [index, member] of [...members, ...members].entries()) {
    await post("/api/contact", {
      name: `Writer ${index}`,
      message: "Do you help with trucks?",
      replyTo: `w${index}@example.com`,
    });
    const id = await env.DB.prepare("select id from contact_messages where ownerId is null").first<string>("id");
    await member.post(`/api/desk/messages/${id}/claim`);
  }
  await takePlaces();
}

async function read<Name extends Extract<Call, `GET /desk/${string}`>>(member: Colleague, name: Name, query = "") {
  const response = await member.get(`/api${name.slice(4)}${query}`);
  return response.json<Answer<Name>>();
}

/** All pages of the queue. */
async function queue(member: Colleague, query: string) {
  const found: Answer<"GET /desk/queue">["applications"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Answer<"GET /desk/queue"> = await read(member, "GET /desk/queue", `?${query}&cursor=${cursor}`);
    found.push(...page.applications);
    cursor = page.next;
  }
  return found;
}

test("every place of the desk counts the same due, waiting and overdue", async () => {
  const max = await signedIn("manager", "max");
  const members = { max, dana: await signedIn("specialist", "dana"), lee: await signedIn("specialist", "lee") };
  await office(Object.values(members));
  for (const at of [-1, 1, 2 * DAY_MS]) {
    const now = new Date(CLOSE + at);
    vi.setSystemTime(now);
    await env.DB.prepare("update sessions set lastUsedAt = ?1, createdAt = ?1").bind(now.getTime()).run();
    const dashboard = await read(max, "GET /desk/dashboard");
    const health = await read(max, "GET /desk/site-health");
    const waiting = await queue(max, "show=waiting");
    const overdue = [...waiting, ...(await queue(max, "show=working"))].filter((each) => isOverdue(each, now)).length;
    const words = `at ${now.toISOString()}, seed ${seed}`;
    expect(overdue, words).toBeGreaterThan(0);
    expect(dashboard.now, words).toEqual({ waiting: waiting.filter(isWaiting).length, overdue });
    expect(health.now, words).toMatchObject(dashboard.now);
    expect(await queue(max, "overdue=yes"), words).toHaveLength(overdue);
    for (const [name, member] of Object.entries(members)) {
      const counts = await read(member, "GET /desk/my-day/counts");
      const day = await read(member, "GET /desk/my-day");
      const due = day.due.reduce((sum, { items }) => sum + items.length, 0);
      expect(due, words).toBeGreaterThan(0);
      const newMessages = await env.DB.prepare("select count(*) from contact_messages where status = 'new'").first();
      expect(counts, words).toMatchObject({ due, overdue, newMessages: newMessages?.["count(*)"] });
      expect(day.overdue, words).toBe(overdue);
      const shown = dashboard.members.find(({ username }) => username === name);
      expect(shown?.due, words).toBe(due);
    }
  }
});
