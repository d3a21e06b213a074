import { beforeEach, expect, test } from "vitest";
import { type Answers, refused } from "./answers.ts";
import { beIdle, openPage, press, problems, screen, textsOf, toast, waitFor, write } from "./screen.tsx";

/** The editor of posts. Images, and an author's ways through the site: test/journeys/blog/writing.spec.ts. */

const CREATE = "POST /api/blog";
const CHANGE = "PUT /api/blog/id/:id";
const beforeAuthors: Answers = {
  "GET /api/session": { ok: true, success: true, member: null, isOpenForWriting: true },
  "GET /api/blog/drafts": () => Response.json([]),
  "GET /api/blog": () => Response.json([]),
};
const stored = {
  ...{ id: "p1", title: "Shared", slug: "shared", tags: "", content: "As it was", heroImageUrl: null, published: true },
  ...{ heroImageAlt: null, language: "en", translationOf: null, deletedAt: null },
  ...{ createdAt: "2026-11-20T12:00:00.000Z", updatedAt: "2026-11-20T12:00:00.000Z" },
};
const [title, slug, content] = [
  () => screen.getByLabelText(/^Title/) as HTMLInputElement,
  () => screen.getByLabelText("Slug") as HTMLInputElement,
  () => screen.getByLabelText(/^Content/) as HTMLTextAreaElement,
];
const save = () => press("Save Post");

beforeEach(() => {
  beIdle();
  localStorage.setItem("author", "1");
});

async function openEditor(answers: Answers = {}, address = "/blog/new") {
  const page = await openPage(address, { ...beforeAuthors, ...answers });
  await screen.findByText(/anybody can write|Signed in as|Saving is for our authors/);
  await waitFor(content);
  return page;
}

test("what is missing is said in a summary that leads there", async () => {
  const taken = "Another post has this slug";
  const { user } = await openEditor({
    [CREATE]: () => Response.json({ ok: false, error: taken, fields: { slug: taken } }, { status: 400 }),
  });
  await write(screen.getByLabelText("Hero Image URL"), "javascript:alert(1)");
  await save();
  const links = await problems();
  expect(textsOf(links)).toEqual([
    ...["Title is required", "Enter an https address, or upload an image", "Content is required"],
  ]);
  expect(document.title).toMatch(/^Error: New post/);
  await user.click(links[2] as HTMLElement);
  expect(document.activeElement).toBe(content());
  await write(screen.getByLabelText("Hero Image URL"), "");
  await write(content(), "What the lot charges");
  await write(title(), "Fees");
  await waitFor(() => expect(document.title).not.toMatch(/^Error: /));
  await write(slug(), "how-to-read-an-apr");
  await save();
  expect(textsOf(await problems())).toEqual([taken]);
  await user.type(slug(), "s");
  await waitFor(() => expect(screen.queryByText(taken, { selector: "a" })).toBeNull());
});

test.each<[string, () => Response, string]>([
  ["the server's own words", () => Response.json({ ok: false, error: "Not today" }, { status: 400 }), "Not today"],
  ["status and body when that is no JSON", () => new Response("Bad gateway", { status: 502 }), "502: Bad gateway"],
  [
    "the usual words when nothing comes back",
    () => {
      throw new TypeError("Failed to fetch");
    },
    "Failed to create blog post",
  ],
])("a post that cannot be saved is kept and told by %s", async (_, answer, words) => {
  await openEditor({ [CREATE]: answer });
  await write(title(), "Kept");
  await write(content(), "Every word");
  await save();
  expect((await toast()).textContent).toContain(`Error${words}The post wasn’t saved.`);
  expect(screen.getByRole("main").textContent).not.toContain(words);
  expect(content().value).toBe("Every word");
});

test("what was being written is offered back after a reload", async () => {
  await openEditor();
  await write(title(), "Half a post");
  await write(content(), "Half a sentence");
  await openEditor();
  await screen.findByText(/We kept what you were writing/);
  expect(content().value).toBe("");
  await press("Restore");
  expect([title().value, content().value]).toEqual(["Half a post", "Half a sentence"]);
  await openEditor();
  await press("Discard");
  await openEditor();
  expect(screen.queryByText(/We kept what you were writing/)).toBeNull();
});

test("two authors of one post both keep their words", async () => {
  let current = stored;
  const sent: Record<string, unknown>[] = [];
  const answers: Answers = {
    "GET /api/blog/id/:id": () => Response.json(current),
    [CHANGE]: ({ body }) => {
      const form = body as { updatedAt: number; content: string };
      sent.push(form);
      if (form.updatedAt === Date.parse(current.updatedAt)) return Response.json({ ...current, ...form });
      return Response.json({ ok: false, error: "Somebody else saved this post", current }, { status: 409 });
    },
  };
  for (const [button, after] of [
    ["Merge by hand", "Mine"],
    ["Use theirs", "Theirs"],
    ["Keep mine", "Mine"],
  ] as const) {
    localStorage.clear();
    current = stored;
    await openEditor(answers, "/blog/new?edit=p1");
    await waitFor(() => expect(content().value).toBe("As it was"));
    await write(content(), "Mine");
    current = { ...stored, content: "Theirs", updatedAt: "2026-11-20T13:00:00.000Z" };
    await save();
    const conflict = await screen.findByRole("region", { name: /Somebody else saved this post/ });
    await waitFor(() => expect(document.activeElement).toBe(conflict));
    expect(screen.getByLabelText("Theirs: Content")).toHaveProperty("value", "Theirs");
    expect(screen.getByLabelText("Mine: Content")).toHaveProperty("value", "Mine");
    await press(button);
    await waitFor(() => expect(content().value).toBe(after));
    if (button === "Merge by hand") await save();
    if (button !== "Use theirs") await waitFor(() => expect(location.pathname).toBe("/blog"));
    if (button !== "Use theirs") expect(sent.at(-1)).toMatchObject({ content: "Mine" });
  }
});

test("a specialist is told that their role writes no posts", async () => {
  const member = { username: "sam", role: "specialist" as const };
  const words = "A specialist does not write posts.";
  const answers: Answers = {
    ...beforeAuthors,
    "GET /api/session": { ok: true, success: true, member, isOpenForWriting: false },
    "GET /api/blog/id/:id": () => refused(403, words),
  };
  await openPage("/blog/new?edit=p1", answers);
  await screen.findByText(words);
  screen.getByText(/Your role \(specialist\) does not include writing posts\./);
  const { asked } = await openPage("/blog", answers);
  await waitFor(() => expect(asked.map(({ name }) => name)).toContain("GET /api/session"));
  await screen.findByText("No published posts available at this time.");
  // Parts for authors arrive after the page.
  await expect(screen.findByText(/For authors|Write a new post/, {}, { timeout: 1000 })).rejects.toThrow();
});

test("a draft may have a time to publish itself, in Texas", async () => {
  const read = () => Response.json({ ...stored, published: false, publishAt: "2026-12-01T15:00:00.000Z" });
  const change = () => Response.json({ ...stored, ok: true });
  const { asked, user } = await openEditor({ "GET /api/blog/id/:id": read, [CHANGE]: change }, "/blog/new?edit=p1");
  const later = await waitFor(() => screen.getByLabelText("Publish later") as HTMLInputElement);
  expect(later.value).toBe("2026-12-01T09:00");
  const publish = screen.getByLabelText("Publish immediately");
  await user.click(publish);
  expect(screen.queryByLabelText("Publish later")).toBeNull();
  await user.click(publish);
  await user.clear(screen.getByLabelText("Publish later"));
  await user.type(screen.getByLabelText("Publish later"), "2026-12-02T10:30");
  await save();
  await waitFor(() => expect(asked.map(({ name }) => name)).toContain("PUT /api/blog/id/p1"));
  expect(asked.find(({ name }) => name.startsWith("PUT"))?.body).toMatchObject({
    publishAt: "2026-12-02T10:30",
  });
});
