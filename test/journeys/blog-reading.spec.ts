import type { APIRequestContext, Page } from "@playwright/test";
import { hydrated, open, pointAt } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { ownWord } from "./own.ts";
import { expect, test } from "./test.ts";

async function publish(request: APIRequestContext, changes: Record<string, unknown>) {
  const form = { title: "A post", content: "Some words.", tags: "", published: true, ...changes };
  const response = await request.post("/api/blog", { data: form });
  expect(response.status()).toBe(201);
  return response.json() as Promise<{ id: string; slug: string }>;
}

/** One of the articles that the site starts with. */
async function postWithImage(request: APIRequestContext) {
  const posts: { slug: string; title: string; heroImageUrl: string; heroImageAlt: string }[] = await (
    await request.get("/api/blog?limit=100")
  ).json();
  const post = posts.find(({ heroImageUrl }) => heroImageUrl?.startsWith("/media/"));
  if (!post) throw new Error("No post has an image");
  return post;
}

function searchBox(page: Page) {
  return page.getByRole("searchbox", { name: "Search posts by title or tag" });
}

/** Opens the blog from a page that React has taken over, without a page load. */
async function openInApp(page: Page) {
  await open(page, "/thank-you");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
}

/** Holds back every answer of the API until it is let go. */
async function holdApi(page: Page) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/blog**", async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test("a visitor finds the articles, reads one and goes back", async ({ page }) => {
  await open(page, "/blog");
  await expect(page.getByRole("heading", { level: 2, name: "Topics We Cover" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Stay Informed" })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Start your application", exact: true }),
  ).toHaveAttribute("href", "/apply");
  await expectAccessible(page);
  const link = page.getByRole("article").first().getByRole("heading").getByRole("link");
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const post = page.getByRole("article");
  await expect(post.locator("time").first()).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  for (const [name, href] of [
    ["Get Pre-Qualified Today", "/apply"],
    ["Ask us a question", "/contact"],
    ["More posts", "/blog"],
    ["Frequently asked questions", "/faq"],
  ] as const) {
    await expect(post.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL("/blog");
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("typing searches, Back undoes it, and the address can be shared", async ({ page, request }) => {
  const word = ownWord();
  await publish(request, { title: `Trucks ${word}`, tags: "work" });
  await open(page, "/blog");
  await searchBox(page).pressSequentially(word.toUpperCase(), { delay: 20 });
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article")).toContainText(`Trucks ${word}`);
  await expect(page).toHaveURL(`/blog?q=${word.toUpperCase()}`);
  await expect(searchBox(page)).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(searchBox(page)).toHaveValue(word.toUpperCase());
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/blog");
  await expect(searchBox(page)).toHaveValue("");
  await expect(page.getByRole("article").nth(1)).toBeVisible();
});

test("a search that follows before the first one is drawn is the same step of history", async ({ page }) => {
  await open(page, "/blog");
  await pointAt(page, page.locator("form[role=search]"));
  const before = await page.evaluate(() => history.length);
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form[role=search]") as HTMLFormElement;
    for (const words of ["tru", "truck", "truck"]) {
      (form.elements.namedItem("q") as HTMLInputElement).value = words;
      form.requestSubmit();
    }
  });
  await expect(page).toHaveURL("/blog?q=truck");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL("/blog");
});

test("a tag leads to the posts that have it, from a card and from a post", async ({ page, request }) => {
  const [word, tag] = [ownWord(), ownWord()];
  const { slug } = await publish(request, { title: `One ${word}`, tags: `first car, ${tag}` });
  await publish(request, { title: "Another", tags: tag });
  await open(page, `/blog?q=${word}`);
  await page.getByRole("link", { name: tag }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(searchBox(page)).toHaveValue(tag);
  await page.goBack();
  await expect(searchBox(page)).toHaveValue(word);
  await expect(page.getByRole("article")).toHaveCount(1);
  await open(page, `/blog/${slug}`);
  await page.getByRole("list", { name: "Tags" }).getByRole("link", { name: tag }).click();
  await expect(page).toHaveURL(`/blog?q=${tag}`);
  await expect(page.getByRole("article")).toHaveCount(2);
});

test("'Load more' adds older posts until all are there; a failure says so and can be tried again", async ({
  page,
  request,
}) => {
  const word = ownWord();
  for (let number = 1; number <= 25; number++) await publish(request, { title: `${number} ${word}` });
  await open(page, `/blog?q=${word}`);
  const more = page.getByRole("button", { name: "Load more" });
  await expect(page.getByRole("article")).toHaveCount(12);
  await pointAt(page, more);
  await page.route("**/api/blog?**", (route) => route.fulfill({ status: 503, body: "{}" }));
  await more.click();
  await expect(page.getByText("More posts couldn't be loaded. Please try again.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/blog?**");
  await more.click();
  await expect(page.getByRole("article")).toHaveCount(24);
  await more.click();
  await expect(page.getByRole("article")).toHaveCount(25);
  await expect(more).toBeHidden();
  const titles = await page.getByRole("article").getByRole("heading").allTextContents();
  expect(titles).toEqual(Array.from({ length: 25 }, (_, index) => `${25 - index} ${word}`));
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("'Load more' leads to a page of older posts, and a link back to the newest", async ({ page, request }) => {
    const word = ownWord();
    for (let number = 1; number <= 13; number++) await publish(request, { title: `${number} ${word}` });
    await page.goto(`/blog?q=${word}`);
    await expect(page.getByRole("article")).toHaveCount(12);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([`1 ${word}`]);
    await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();
    await page.getByRole("link", { name: "Back to the newest posts" }).click();
    await expect(page.getByRole("article")).toHaveCount(12);
  });
});

test("an address of older posts behind which nothing is left says so and leads back", async ({ page, request }) => {
  const word = ownWord();
  await publish(request, { title: word });
  const end = `/blog?q=${word}&cursor=1_a`;
  await open(page, end);
  await expect(page.getByText("There are no older posts.")).toBeVisible();
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await open(page, end);
  await page.getByRole("link", { name: "Back to the newest posts" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a card shows the first 150 characters without # and *, then an ellipsis", async ({ page, request }) => {
  const word = ownWord();
  const content = `# Heading\n\n**Bold** and *more* ${"x".repeat(200)}`;
  await publish(request, { title: word, content });
  await open(page, `/blog?q=${word}`);
  const excerpt = `${content.replace(/[#*]/g, "").slice(0, 150)}...`;
  const shown = await page
    .getByRole("article")
    .locator("p")
    .nth(1)
    .evaluate((element) => element.textContent);
  expect(shown).toBe(excerpt);
});

test("when nothing matches, and when there is nothing yet, the page says so word for word", async ({ page }) => {
  await page.goto(`/blog?q=${encodeURIComponent('no "such" thing')}`);
  await expect(page.getByRole("heading", { name: "No Posts Found" })).toBeVisible();
  await expect(page.getByText('No posts match "no "such" thing". Try a different search term.')).toBeVisible();
  await expectAccessible(page);
  await page.route("**/api/blog?**", (route) => route.fulfill({ json: [] }));
  await openInApp(page);
  await expect(page.getByRole("heading", { name: "No Posts Found" })).toBeVisible();
  await expect(page.getByText("No published posts available at this time.")).toBeVisible();
});

test("the title is there before the hero image, whose arrival moves nothing", async ({ page, request }) => {
  const { slug, title, heroImageUrl, heroImageAlt } = await postWithImage(request);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**${heroImageUrl}`, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`/blog/${slug}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  // All of the text is there and laid out.
  await hydrated(page);
  const image = page.getByRole("img", { name: heroImageAlt });
  const place = async () => ({ image: await image.boundingBox(), text: await page.locator(".prose").boundingBox() });
  const before = await place();
  expect(before.image?.height).toBeCloseTo(((before.image?.width ?? 0) * 9) / 16, 0);
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(0);
  arrive();
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(await place()).toEqual(before);
});

test("a missing post is a page of its own with status 404, also when reached by a link", async ({ page }) => {
  const response = await page.goto("/blog/no-such-post");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post Not Found");
  await expect(page.getByText("The blog post you're looking for doesn't exist or has been removed.")).toBeVisible();
  await expectAccessible(page);
  await hydrated(page);
  await page.getByRole("main").getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL("/blog");
  await openInApp(page);
  await page.route("**/api/blog/*", (route) => route.fulfill({ status: 404, json: { ok: false } }));
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post Not Found");
});

test("while list and post are on their way the page says so", async ({ page }) => {
  const showList = await holdApi(page);
  await openInApp(page);
  await expect(page.getByText("Loading posts...")).toBeVisible();
  await expectAccessible(page);
  showList();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.unroute("**/api/blog**");
  const showPost = await holdApi(page);
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page.getByText("Loading post...")).toBeVisible();
  showPost();
  await expect(page.getByRole("link", { name: "Back to Blog" })).toBeVisible();
});

test("list and post come complete and ask for nothing a second time", async ({ page, request }) => {
  const { slug } = await publish(request, { title: "Once only" });
  const calls: string[] = [];
  page.on("request", (sent) => new URL(sent.url()).pathname.startsWith("/api/") && calls.push(sent.url()));
  for (const path of ["/blog", "/blog?q=car", `/blog/${slug}`, "/blog/no-such-post"]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect(calls).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("list, search and post are complete", async ({ page, request }) => {
    const word = ownWord();
    await publish(request, { title: `Plain ${word}`, tags: "paper", content: "## Part\n\nFirst line\nsecond line" });
    await page.goto("/blog");
    expect(await page.getByRole("article").count()).toBeGreaterThan(7);
    await searchBox(page).fill(word);
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL(`/blog?q=${word}`);
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("article").getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Plain ${word}`);
    await expect(page.getByRole("heading", { level: 2, name: "Part" })).toBeVisible();
    expect(await page.locator(".prose p").innerHTML()).toBe("First line<br>\nsecond line");
  });
});
