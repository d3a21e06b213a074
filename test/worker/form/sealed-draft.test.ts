import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { ANSWERS_KEPT_DAYS } from "../../../db/model/time/retention.ts";
import { call, post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

/** Unsent applications on their way to another device. What seals and opens them: test/screens/apply/elsewhere. */

freshDatabase();
afterEach(() => void vi.useRealTimers());

const keep = async (sealed: unknown) => post("/api/drafts", { sealed });
const read = (id: string) => call(`/api/drafts/${id}`);

test("a sealed draft comes back as it was for seven days, to whoever has its id, and then no more", async () => {
  const kept = await keep("c2VhbGVk-_");
  expect(kept.status).toBe(201);
  const { id } = await kept.json<{ id: string }>();
  expect(id).toMatch(/^[\w-]{43}$/);
  expect(await (await read(id)).json()).toEqual({ sealed: "c2VhbGVk-_" });
  expect((await read(`${id.slice(1)}x`)).status).toBe(404);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ANSWERS_KEPT_DAYS * DAY_MS + 60_000 });
  expect((await read(id)).status).toBe(404);
});

test("what is no draft is refused at its field, and the store cannot be flooded from one place", async () => {
  for (const sealed of ["", 7, null, undefined, "a\nb", "x".repeat(12_001)]) {
    const response = await keep(sealed);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { sealed: expect.any(String) } });
  }
  const statuses: number[] = [];
  for (let number = 0; number < 12; number++)
    statuses.push((await postWith(strict, "/api/drafts", { sealed: "a" })).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  expect(await env.DB.prepare("select count(*) n from sealed_drafts").first("n")).toBe(10);
});
