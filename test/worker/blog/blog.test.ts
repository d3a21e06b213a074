import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { BIN_DAYS } from "../../../db/model/blog/blog-post.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { readPage } from "../site/page.ts";
import { edit, erase, publish, type SavedPost } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";

freshDatabase();

let cookie: string;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
});

function read(path: string, headers: Record<string, string> = {}) {
  return call(path, { headers });
}

async function list(query = "") {
  return (await read(`/api/blog${query}`)).json<SavedPost[]>();
}

async function search(q: string) {
  return (await list(`?q=${encodeURIComponent(q)}`)).map(({ title }) => title);
}

function restore(id: string) {
  return call(`/api/blog/id/${id}/restore`, {
    method: "PUT",
    headers: { "content-type": "application/json", cookie },
    body: "{}",
  });
}

/** Stores published posts directly, oldest first. `at`: the time of each, in milliseconds. */
async function store(count: number, at: (number: number) => number = (number) => number) {
  const insert = env.DB.prepare(
    `insert into blog_posts (id, title, slug, content, published, createdAt, updatedAt, searchText)
     values (?1, ?2, ?1, 'text', 1, ?3, ?3, ?2)`,
  );
  await env.DB.batch(
    Array.from({ length: count }, (_, number) => insert.bind(crypto.randomUUID(), `post ${number}`, at(number))),
  );
}

/** Follows `Link: rel="next"` from the first page to the last. */
async function walk(query: string) {
  const pages: SavedPost[][] = [];
  let path: string | undefined = `/api/blog${query}`;
  while (path) {
    const response: Response = await read(path);
    pages.push(await response.json());
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return pages;
}

test("the list is a bare array of published posts, newest first", async () => {
  expect(await list()).toEqual([]);
  await publish(cookie, { title: "First", tags: "credit, first car" });
  await publish(cookie, { title: "Second", heroImageUrl: "https://pictures.example/a.jpg", heroImageAlt: "A truck" });
  const posts = await list();
  expect(posts.map(({ title }) => title)).toEqual(["Second", "First"]);
  expect(posts[1]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: "First",
    slug: "first",
    heroImageUrl: null,
    heroImageAlt: null,
    content: "Start small.",
    tags: "credit, first car",
    language: "en",
    translationOf: null,
    published: true,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test("the newest 50 posts come, or up to 100 if asked", async () => {
  await store(120);
  const posts = await list();
  expect(posts).toHaveLength(50);
  expect(posts[0]?.title).toBe("post 119");
  const lengths = await Promise.all(
    ["7", "101", "-3", "x"].map(async (limit) => [limit, (await list(`?limit=${limit}`)).length]),
  );
  expect(Object.fromEntries(lengths)).toEqual({ "7": 7, "101": 100, "-3": 1, x: 50 });
});

test("pages of posts hold each once, in order, though times are equal", async () => {
  await store(53, (number: number) => 1_700_000_000_000 + Math.floor(number / 3));
  const pages = await walk("?limit=10");
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 3]);
  const ids = pages.flat().map(({ id }) => id);
  const [whole] = await walk("?limit=100");
  expect(new Set(ids).size).toBe(53);
  expect(ids).toEqual(whole?.map(({ id }) => id));
});

test("a page that ends with the last post names no next one", async () => {
  await store(20);
  expect(await walk("?limit=10")).toHaveLength(2);
});

test("posts that appear while somebody pages neither repeat nor hide others", async () => {
  await store(20);
  const first = await read("/api/blog?limit=10");
  const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  await publish(cookie, { title: "Newest" });
  const titles = [...(await first.json<SavedPost[]>()), ...(await (await read(next)).json<SavedPost[]>())];
  expect(titles.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, number) => `post ${19 - number}`));
});

test("a search is paged with its words kept", async () => {
  await store(30);
  const pages = await walk(`?q=${encodeURIComponent("post 1")}&limit=4`);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 3]);
  expect(pages.flat().every(({ title }) => title.startsWith("post 1"))).toBe(true);
});

test("drafts and posts in the bin have no list and no address", async () => {
  const draft = await publish(cookie, { title: "Draft", published: false });
  const binned = await publish(cookie, { title: "Binned" });
  await erase(cookie, binned.id);
  for (const headers of [{ cookie: "" }, { cookie }]) {
    expect(await (await read("/api/blog", headers)).json()).toEqual([]);
    expect(await (await read("/api/blog?q=n", headers)).json()).toEqual([]);
    expect(await (await read("/api/blog?q=binned", headers)).json()).toEqual([]);
    for (const { slug } of [draft, binned]) expect((await read(`/api/blog/${slug}`, headers)).status).toBe(404);
  }
});

test("one post is read with its content and its rendered tree", async () => {
  const content = "# Hello\n\n**Bold** <script>alert(1)</script>";
  await publish(cookie, { title: "One", content });
  const found = await (await read("/api/blog/one")).json<SavedPost & { tree: { type: string } }>();
  expect(found).toMatchObject({ title: "One", content, tree: { type: "root" } });
  expect(JSON.stringify(found.tree)).not.toContain("script");
});

test("content is kept byte for byte", async () => {
  const content = "  \r\n\tTabs\u00a0and e\u0301 é \ud83d\ude97\u200b <b>x</b> \u0001 'quotes\" \\n %_ \n\n   ";
  const { slug } = await publish(cookie, { content });
  expect((await (await read(`/api/blog/${slug}`)).json<SavedPost>()).content).toBe(content);
});

test("a search finds every substring of title or tags, and nothing else", async () => {
  await publish(cookie, { title: "Rebuilding Credit in San Antonio", tags: "Credit, Repo, first car" });
  await publish(cookie, { title: 'What "APR" means: 3.99% or 100%?', tags: "rate_of_interest, a*b" });
  await publish(cookie, { title: "Niño's café 🚗💨 — größer", tags: "Ñandú,日本語,🏠" });
  await publish(cookie, { title: "X", tags: "" });
  const expectations: Record<string, string[]> = {
    "rebuilding credit": ["Reb"],
    "REPO, FIRST": ["Reb"],
    "t in": ["Reb"],
    x: ["X"],
    "%": ["Wha"],
    "100_": [],
    _: ["Wha"],
    "*": ["Wha"],
    '"': ["Wha"],
    "'": ["Niñ"],
    "' or '1'='1": [],
    ñ: ["Niñ"],
    CAFÉ: ["Niñ"],
    "cafe\u0301": ["Niñ"],
    本語: ["Niñ"],
    "🏠": ["Niñ"],
    "🚗💨 —": ["Niñ"],
    "antonio credit": [],
    "credit AND repo": [],
    "\u0000": [],
    [`credit${"z".repeat(3000)}`]: [],
  };
  const found: Record<string, string[]> = {};
  for (const q of Object.keys(expectations)) found[q] = (await search(q)).map((title) => title.slice(0, 3));
  expect(found).toEqual(expectations);
  expect(await search("")).toHaveLength(4);
});

test("a search equals a plain includes() over title and tags", { timeout: 60_000 }, async () => {
  const letters = [..."aAb%_*\"'éÉßİΣς日🚗- \\", "ab"];
  const text = (minLength: number) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: 8 }).map((typed) => typed.trim());
  const words = fc.tuple(
    text(1).filter((title) => title !== ""),
    text(0),
  );
  const samples = fc.sample(words, { numRuns: 40, seed: 4 });
  for (const [index, [title, tags]] of samples.entries()) await publish(cookie, { title, tags, slug: `s${index}` });
  const stored = await list();
  const includes = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());

  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 5 }), async (q) => {
      const expected = stored.filter(({ title, tags }) => includes(title, q) || includes(tags, q));
      const found = await list(`?q=${encodeURIComponent(q)}`);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 300 },
  );
});

test("a search follows what an edit, the bin and restoring do", async () => {
  const saved = await publish(cookie, { title: "Trade-ins", tags: "equity" });
  expect((await edit(cookie, saved, { title: "Swaps", tags: "debt" })).status).toBe(200);
  expect(await search("trade")).toEqual([]);
  expect(await search("equity")).toEqual([]);
  expect(await search("swaps")).toEqual(["Swaps"]);
  await erase(cookie, saved.id);
  expect(await search("swaps")).toEqual([]);
  await restore(saved.id);
  expect(await search("debt")).toEqual(["Swaps"]);
});

const automaticSlugs: [title: string, slug: RegExp][] = [
  ["What to Bring: A List!", /^what-to-bring-a-list$/],
  ["日本語", /^post-[0-9a-f]{6}$/],
  ["x".repeat(200), /^x{100,120}$/],
];
for (const [title, slug] of automaticSlugs) {
  test(`the slug made of '${title.slice(0, 30)}' is ${slug}`, async () => {
    expect((await publish(cookie, { title })).slug).toMatch(slug);
  });
}

test("an automatic slug that is taken gets -2, -3 and so on", async () => {
  await publish(cookie, { title: "Down payments", published: false });
  const { slug, id } = await publish(cookie, { title: "Down Payments!" });
  expect(slug).toBe("down-payments-2");
  await erase(cookie, id);
  expect((await publish(cookie, { title: "down payments" })).slug).toBe("down-payments-3");
  const parallel = await Promise.all(Array.from({ length: 8 }, () => publish(cookie, { title: "Down payments" })));
  expect(parallel.map((saved) => saved.slug).sort()).toEqual(
    ["4", "5", "6", "7", "8", "9", "10", "11"].map((number) => `down-payments-${number}`).sort(),
  );
});

test("the longest automatic slug with its number can be saved again", async () => {
  await publish(cookie, { title: "x".repeat(200) });
  const second = await publish(cookie, { title: "x".repeat(200) });
  expect(second.slug).toMatch(/x-2$/);
  expect((await edit(cookie, second, {})).status).toBe(200);
});

test("an image in a post can be fetched in every stored width", async () => {
  const others =
    '![old](/media/old.webp) ![far](https://example.com/far-w1600.webp) <img src="/media/a, b-w1600.webp">';
  const content = `![car](/media/car-w1600.webp) ${others} <img src="/media/x.webp" srcset="https://example.com/x 1x" sizes="9px">`;
  const { slug } = await publish(cookie, { content });
  const { html } = await readPage(`/blog/${slug}`);
  const article = html.slice(html.indexOf("<main"));
  const images = (article.match(/<img[^>]*>/g) ?? []).map((image) => image.replace(/ (alt|loading)="[^"]*"/g, ""));
  expect(images).toEqual([
    expect.stringMatching(
      /^<img srcSet="\/media\/car-w640.webp 640w, \/media\/car-w1280.webp 1280w, \/media\/car-w1600.webp 1600w" sizes="[^"]+, 42rem" src="\/media\/car-w1600.webp"\/>$/,
    ),
    '<img src="/media/old.webp"/>',
    '<img src="https://example.com/far-w1600.webp"/>',
    '<img src="/media/a, b-w1600.webp"/>',
    '<img src="/media/x.webp"/>',
  ]);
});

test("a slug emptied while editing is made from the title again", async () => {
  await publish(cookie, { title: "Trade-ins" });
  const saved = await publish(cookie, { title: "Trade-ins", slug: "equity" });
  const changed = await (await edit(cookie, saved, { slug: "" })).json<SavedPost>();
  expect(changed.slug).toBe("trade-ins-2");
  expect((await (await edit(cookie, changed, { slug: "" })).json<SavedPost>()).slug).toBe("trade-ins-2");
  const earlier = await call("/blog/equity", { redirect: "manual" });
  expect(earlier.headers.get("location")).toBe("/blog/trade-ins-2");
});

test("a typed slug that is taken is 409 at the field", async () => {
  await publish(cookie, { slug: "taken" });
  const refusal = {
    ok: false,
    success: false,
    error: "Another post has this slug",
    fields: { slug: "Another post has this slug" },
  };
  const created = await post("/api/blog", { title: "T", content: "x", slug: "taken" }, { cookie });
  expect([created.status, await created.json()]).toEqual([409, refusal]);
  const other = await publish(cookie, { slug: "free" });
  const edited = await edit(cookie, other, { slug: "taken" });
  expect([edited.status, await edited.json()]).toEqual([409, refusal]);
  expect(await list()).toHaveLength(2);
});

test("the slugs of pages are reserved", async () => {
  for (const slug of ["New", "drafts"]) {
    const response = await post("/api/blog", { title: "T", content: "x", slug }, { cookie });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { slug: "This slug is taken by a page of the site" } });
  }
});

test("a published post's earlier slugs lead to its present one", async () => {
  let saved = await publish(cookie, { slug: "one" });
  for (const slug of ["two", "three"]) saved = await (await edit(cookie, saved, { slug })).json();
  for (const slug of ["one", "two"]) {
    const page = await call(`/blog/${slug}`, { redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([301, "/blog/three"]);
    const answer = await call(`/api/blog/${slug}`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/api/blog/three"]);
  }
  saved = await (await edit(cookie, saved, { slug: "one" })).json();
  expect((await call("/api/blog/one", { redirect: "manual" })).status).toBe(200);
  await edit(cookie, saved, { published: false });
  for (const slug of ["one", "two", "three"]) expect((await read(`/api/blog/${slug}`)).status).toBe(404);
});

test("a draft's changed slug leaves no redirect", async () => {
  const draft = await publish(cookie, { slug: "early", published: false });
  await edit(cookie, draft, { slug: "late", published: true });
  expect((await read("/api/blog/early")).status).toBe(404);
});

test("an edit changes what it names, and keeps id and date", async () => {
  const saved = await publish(cookie);
  const changed = await (
    await edit(cookie, saved, { title: "Changed", tags: "new", content: "New", id: "x", createdAt: 0 })
  ).json<SavedPost>();
  expect(changed).toMatchObject({ title: "Changed", tags: "new", content: "New", id: saved.id, slug: saved.slug });
  expect(changed.createdAt).toBe(saved.createdAt);
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(saved.updatedAt));
});

test("a draft gets its date when it is first published", async () => {
  const draft = await publish(cookie, { published: false });
  await env.DB.prepare("update blog_posts set createdAt = 1000").run();
  const published = await (await edit(cookie, draft, { published: true })).json<SavedPost>();
  expect(Date.parse(published.createdAt)).toBeGreaterThan(Date.UTC(2026, 0));
  const again = await (await edit(cookie, published, { title: "Again" })).json<SavedPost>();
  expect(again.createdAt).toBe(published.createdAt);
});

test("the second of two saves of one version is refused, storing nothing", async () => {
  const saved = await publish(cookie, { slug: "shared" });
  expect((await edit(cookie, saved, { title: "Hers" })).status).toBe(200);
  const second = await edit(cookie, saved, { title: "His", slug: "his" });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({
    ok: false,
    success: false,
    error: "Somebody else saved this post while you were editing it",
    current: { id: saved.id, title: "Hers", slug: "shared" },
  });
  expect(await search("his")).toEqual([]);
  expect((await read("/api/blog/shared")).status).toBe(200);
});

test("of many saves of one version at once exactly one is stored", async () => {
  const saved = await publish(cookie);
  const saves = Array.from({ length: 10 }, (_, number) => edit(cookie, saved, { title: `Save ${number}` }));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)]);
});

test("authors see drafts and the bin apart, and can restore a post", async () => {
  const draft = await publish(cookie, { title: "Draft", published: false });
  const gone = await publish(cookie, { title: "Gone" });
  expect((await erase(cookie, gone.id)).status).toBe(200);
  expect((await edit(cookie, gone, { title: "Still here" })).status).toBe(404);
  const drafts = () => read("/api/blog/drafts", { cookie }).then((response) => response.json());
  expect(await drafts()).toMatchObject({ drafts: [{ id: draft.id }], bin: [{ id: gone.id, title: "Gone" }] });
  expect((await restore(gone.id)).status).toBe(200);
  expect(await drafts()).toMatchObject({ drafts: [{ id: draft.id }], bin: [] });
  expect((await list()).map(({ title }) => title)).toEqual(["Gone"]);
  expect(await (await read(`/api/blog/id/${draft.id}`, { cookie })).json()).toEqual({
    ...draft,
    ok: undefined,
    success: undefined,
  });
});

test("a post whose days in the bin are over stays gone", async () => {
  const { id } = await publish(cookie);
  await erase(cookie, id);
  await env.DB.prepare("update blog_posts set deletedAt = deletedAt - ?")
    .bind(BIN_DAYS * 24 * 60 * 60 * 1000)
    .run();
  expect((await restore(id)).status).toBe(404);
});

test("an unknown post can be neither read, changed, deleted nor restored", async () => {
  const nobody = { ...(await publish(cookie)), id: crypto.randomUUID() };
  const answers = await Promise.all([
    read("/api/blog/no-such-post"),
    read(`/api/blog/${encodeURIComponent("' or 1=1 --")}`),
    read(`/api/blog/id/${nobody.id}`, { cookie }),
    edit(cookie, nobody, {}),
    erase(cookie, nobody.id),
    restore(nobody.id),
  ]);
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { ok: false, success: false, error: "There is no such post" },
    ]);
  }
});

test("whoever is not an author neither writes posts nor sees drafts", async () => {
  const saved = await publish(cookie, { title: "Mine" });
  const attempts = (visitor: string) => [
    post("/api/blog", { title: "Theirs", content: "x" }, { cookie: visitor }),
    edit(visitor, saved, { title: "Theirs" }),
    call(`/api/blog/id/${saved.id}`, { method: "DELETE", headers: { cookie: visitor } }),
    call(`/api/blog/id/${saved.id}/restore`, {
      method: "PUT",
      headers: { "content-type": "application/json", cookie: visitor },
      body: "{}",
    }),
    read("/api/blog/drafts", { cookie: visitor }),
    read(`/api/blog/id/${saved.id}`, { cookie: visitor }),
  ];
  const strangers = await Promise.all(attempts("__Host-session=made-up"));
  for (const answer of strangers) {
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { ok: false, success: false, error: "Please sign in to write" },
    ]);
  }
  const specialists = await Promise.all(attempts((await signedIn("specialist")).headers.cookie));
  expect(specialists.map(({ status }) => status)).toEqual(Array(6).fill(403));
  expect((await list()).map(({ title }) => title)).toEqual(["Mine"]);
});

const good = { title: "T", content: "x" };
const badPosts: [name: string, body: Record<string, unknown>, fields: Record<string, string>][] = [
  ["without a title", { content: "x" }, { title: "Title is required" }],
  ["with an overlong title", { ...good, title: "x".repeat(201) }, { title: "Please use 200 characters or fewer" }],
  [
    "with too much content",
    { ...good, content: "x".repeat(100_001) },
    { content: "Please use 100000 characters or fewer" },
  ],
  ["with nothing at all", {}, { title: "Title is required", content: "Content is required" }],
  ["with an overlong slug", { ...good, slug: "x".repeat(121) }, { slug: "Please use 120 characters or fewer" }],
  ["in a language that we do not write", { ...good, language: "fr" }, { language: "Choose a language" }],
  ...["javascript:alert(1)", "http://a.example/x.jpg", "/media/../x"].map(
    (heroImageUrl): [string, Record<string, unknown>, Record<string, string>] => [
      `with the image ${heroImageUrl}`,
      { ...good, heroImageUrl },
      { heroImageUrl: "Enter an https address, or upload an image" },
    ],
  ),
];
for (const [name, form, fields] of badPosts) {
  test(`a post ${name} is refused by name of each field`, async () => {
    const response = await post("/api/blog", form, { cookie });
    expect([response.status, await response.json()]).toEqual([
      400,
      { ok: false, success: false, error: Object.values(fields)[0], fields },
    ]);
    expect(await env.DB.prepare("select count(*) n from blog_posts").first("n")).toBe(0);
  });
}

test("an edit without its version is refused", async () => {
  const saved = await publish(cookie);
  expect((await edit(cookie, saved, { updatedAt: undefined })).status).toBe(400);
});

test("a post of nearly 256 KB is taken, a larger one not", async () => {
  const fat = "\u00e9\u4e2d".repeat(49_000);
  expect((await post("/api/blog", { title: "Fat", content: fat }, { cookie })).status).toBe(201);
  const padded = { title: "Fatter", content: "x", padding: "x".repeat(260 * 1024) };
  expect((await post("/api/blog", padded, { cookie })).status).toBe(413);
});
