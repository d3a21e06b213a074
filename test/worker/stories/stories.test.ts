import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { StoryForm } from "../../../db/model/stories/story.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { type Colleague, signedIn } from "../staff/staff.ts";

freshDatabase();

const story: StoryForm = {
  name: "Maria L.",
  city: "San Antonio",
  stars: 4,
  text: "They called me the same day, and nobody judged me.",
  language: "en",
  isCompensated: false,
  agreedBy: "Maria Lozano",
  agreedOn: "2026-11-20",
  agreedHow: "signed letter, folder Stories",
};

let max: Colleague;
beforeEach(async () => {
  max = await signedIn("manager", "max");
});

interface Stored {
  id: string;
  version: number;
}
async function added(changes: Partial<StoryForm> = {}) {
  expect((await max.post("/api/desk/stories", { ...story, ...changes })).status).toBe(201);
  const { stories } = await (await max.get("/api/desk/stories")).json<{ stories: Stored[] }>();
  return stories[0] as Stored;
}

const takenDown = (id: string) => max.post(`/api/desk/stories/${id}/remove`);

test("invented examples are shown while there is no real story", async () => {
  expect((await readPage("/stories")).html).toContain("illustrative examples");
  const { id } = await added();
  for (const path of ["/stories", "/es/stories"]) {
    const { html } = await readPage(path);
    expect(html).not.toMatch(/illustrative examples|ejemplos ilustrativos|Ashley/);
    expect(html).toMatch(/<blockquote lang="en"[^>]*>“<!-- -->They called me the same day/);
    expect(html).toContain("Maria L.");
  }
  expect((await takenDown(id)).status).toBe(200);
  expect((await readPage("/stories")).html).toContain("illustrative examples");
  expect((await takenDown(id)).status).toBe(404);
});

test("who agreed and how is for managers alone", async () => {
  await added();
  const { html } = await readPage("/stories");
  expect(html).not.toMatch(/Lozano|signed letter|2026-11-20/);
});

test("no story is shown without who agreed, when and how", async () => {
  for (const gap of ["agreedBy", "agreedOn", "agreedHow"]) {
    const response = await max.post("/api/desk/stories", { ...story, [gap]: "" });
    expect({
      gap,
      status: response.status,
      fields: Object.keys((await response.json<{ fields: object }>()).fields),
    }).toEqual({
      gap,
      status: 400,
      fields: [gap],
    });
  }
  expect((await readPage("/stories")).data("json")).toEqual({ stories: [] });
});

test("a story that somebody got something for says so", async () => {
  await added({ isCompensated: true });
  expect((await readPage("/stories")).html).toContain("This person got something from us for this story");
});

test("a change of an older version is refused", async () => {
  const { id, version } = await added();
  const change = { ...story, text: "They called me.", version };
  expect((await max.put(`/api/desk/stories/${id}`, change)).status).toBe(200);
  expect((await max.put(`/api/desk/stories/${id}`, change)).status).toBe(409);
  expect((await readPage("/stories")).data("json")).toMatchObject({ stories: [{ text: "They called me." }] });
  await takenDown(id);
  const { results } = await env.DB.prepare(
    "select change from audit where action = 'showStories' and change is not null order by id",
  ).all<{ change: string }>();
  const facts = { isCompensated: false, agreedOn: "2026-11-20" };
  expect(results.map(({ change }) => JSON.parse(change))).toEqual([
    { old: null, new: { ...facts, version: 1 } },
    { old: { ...facts, version: 1 }, new: { ...facts, version: 2 } },
    { old: { ...facts, version: 2 }, new: { isShown: false } },
  ]);
});

test("while the database is away, the page shows neither examples nor stories", async () => {
  const page = await readPage("/stories", {}, { DB: faultyEnv(() => "before").env.DB });
  expect(page.status).toBe(503);
  expect(page.html).toMatch(/The stories can’t be shown right now/);
  expect(page.html).not.toContain("illustrative examples");
});
