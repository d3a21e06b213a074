import { env } from "cloudflare:workers";
import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { BlogPostForm } from "../../../db/model/blog/blog-post.ts";
import { ContactMessage } from "../../../db/model/contact/contact-message.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { ApplicationForm } from "../../../db/model/form/submission.ts";
import { applications, blogPosts, contactMessages } from "../../../db/schema.ts";
import { callWith, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

/** A client cannot set what the server owns. Trying is ignored, not refused. */

freshDatabase();

/** Anybody may write until the first author is added. */
const open = { ...env, AUTHORING: "local" } as const;

const forms = [
  {
    path: "/api/applications/submit",
    form: exampleApplication(),
    fields: Object.keys(ApplicationForm._zod.def.out._zod.def.shape),
    table: applications,
  },
  {
    path: "/api/contact",
    form: { name: "Maria Lopez", message: "Do you help with a truck for work?" },
    fields: Object.keys(ContactMessage.shape),
    table: contactMessages,
  },
  {
    path: "/api/blog",
    form: { title: "A title", slug: "a-title", content: "Some content", tags: "one", published: false },
    fields: Object.keys(BlogPostForm.shape),
    table: blogPosts,
  },
] as const;

const intrusions = ["intruder", 1, null, [{ code: "NONE" }], "2001-01-01T00:00:00Z"];

for (const { path, form, fields, table } of forms) {
  const columns = Object.values(getTableColumns(table));
  const owned = columns.map(({ name }) => name).filter((name) => !fields.includes(name as never));
  const name = path.split("/").slice(2).join("/");

  test(`${name}: the server owns ${owned.join(", ")}`, { timeout: 60_000 }, async () => {
    await postWith(open, path, form);
    const [honest] = await rows(path);
    for (const intrusion of intrusions) {
      await env.DB.exec(`delete from ${tableOf(path)}`);
      const forged = Object.fromEntries(owned.map((column) => [column, intrusion]));
      const response = await postWith(open, path, { ...forged, ...form, unknown: intrusion, constructor: intrusion });
      expect(response.status, JSON.stringify(intrusion)).toBe(201);
      const [stored, ...others] = await rows(path);
      expect(others).toEqual([]);
      expect(Object.keys(stored ?? {})).toEqual(Object.keys(honest ?? {}));
      for (const column of owned) {
        const value = stored?.[column];
        // The server makes these anew for each row.
        if (/id$|At$|number|referenceHash|consentRecord/.test(column))
          expect(typeof value, column).toBe(typeof honest?.[column]);
        else expect(value, column).toEqual(honest?.[column]);
        if (intrusion !== null && /^id$|createdAt/.test(column)) expect(value, column).not.toEqual(intrusion);
      }
    }
  });
}

test("a change of a post cannot move times, number or id", async () => {
  const created = await postWith(open, "/api/blog", { title: "A title", slug: "a-title", content: "Some content" });
  const { id, updatedAt } = await created.json<{ id: string; updatedAt: string }>();
  const [before] = await rows("/api/blog");
  const forged = { id: "mine", number: 99, createdAt: "2001-01-01", deletedAt: "2001-01-01", searchText: "forged" };
  const change = {
    title: "Another",
    slug: "a-title",
    content: "Some content",
    updatedAt: Date.parse(updatedAt),
    ...forged,
  };
  const response = await postWith(open, `/api/blog/id/${id}`, change);
  expect(response.status).toBe(405);
  const changed = await callWith(open, `/api/blog/id/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(changed.status).toBe(200);
  const [after] = await rows("/api/blog");
  expect(after).toMatchObject({ id, number: before?.number, createdAt: before?.createdAt, deletedAt: null });
  expect(after?.searchText).not.toContain("forged");
});

test("contact again sets only what follows from it, by our clock", async () => {
  const submitted = await postWith(open, "/api/applications/submit", exampleApplication());
  const { ref } = await submitted.json<{ ref: string }>();
  await postWith(open, `/api/applications/${ref}/stop-contact`, {});
  const [before] = await rows("/api/applications/submit");
  const columns = Object.values(getTableColumns(applications)).map(({ name }) => [name, "intruder"]);
  const time = "2001-01-01T00:00:00Z";
  const response = await postWith(open, `/api/applications/${ref}/resume-contact`, {
    ...Object.fromEntries(columns),
    consentRecord: { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time, receivedAt: time },
  });
  expect(response.status).toBe(200);
  const [after] = await rows("/api/applications/submit");
  const isOurs = expect.toSatisfy((value: number) => value >= Date.now() - 60_000);
  const changed = { contactStoppedAt: null, contactResumedAt: isOurs, dueAt: isOurs, queueAt: isOurs, heardAt: isOurs };
  expect(after).toEqual({ ...before, ...changed });
});

function tableOf(path: string) {
  return { "/api/applications/submit": "applications", "/api/contact": "contact_messages" }[path] ?? "blog_posts";
}

async function rows(path: string) {
  return (await env.DB.prepare(`select * from ${tableOf(path)}`).all<Record<string, unknown>>()).results;
}
