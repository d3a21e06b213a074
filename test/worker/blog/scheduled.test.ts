import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { publishDue } from "../../../worker/blog/writing.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { publish, type SavedPost } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";

freshDatabase();

let cookie: string;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
});

test("a draft publishes itself at its time in Texas", async () => {
  const draft = (await publish(cookie, { published: false, publishAt: "2026-12-01T09:00" })) as SavedPost & {
    publishAt: string;
  };
  expect(draft.publishAt).toBe("2026-12-01T15:00:00.000Z");
  await publishDue(env, new Date("2026-12-01T14:59:59Z"));
  expect((await call(`/api/blog/${draft.slug}`)).status).toBe(404);
  await publishDue(env, new Date("2026-12-01T15:00:10Z"));
  const read = await (await call(`/api/blog/${draft.slug}`)).json();
  expect(read).toMatchObject({ published: true, createdAt: "2026-12-01T15:00:00.000Z" });
});

test("a time that is none is refused at its field", async () => {
  const wrong = await post("/api/blog", { title: "A", content: "B", publishAt: "soon" }, { cookie });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ fields: { publishAt: "Enter a day and a time" } });
  expect(await publish(cookie, { publishAt: "2030-01-01T09:00" })).not.toHaveProperty("publishAt");
  const binned = await publish(cookie, { title: "Gone", published: false, publishAt: "2026-12-01T09:00" });
  await call(`/api/blog/id/${binned.id}`, { method: "DELETE", headers: { cookie } });
  await publishDue(env, new Date("2027-01-01T00:00:00Z"));
  expect((await call(`/api/blog/${binned.slug}`)).status).toBe(404);
});
