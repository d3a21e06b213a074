import type { APIRequestContext, Page } from "@playwright/test";
import { hydrated, open } from "../applicant.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

async function publish(request: APIRequestContext, changes: Record<string, unknown>) {
  const form = { title: "A post", content: "Some words.", tags: "", published: true, ...changes };
  const response = await request.post("/api/blog", { data: form });
  expect(response.status()).toBe(201);
  return response.json() as Promise<{ id: string; slug: string }>;
}

/** One of the articles that a new site has. */
async function postWithImage(request: APIRequestContext) {
  const posts: { slug: string; title: string; heroImageUrl: string; heroImageAlt: string }[] = await (
    await request.get("/api/blog?limit=100")
  ).json();
  const post = posts.find(({ heroImageUrl, heroImageAlt }) => heroImageAlt && heroImageUrl?.startsWith("/media/"));
  if (!post) throw new Error("No post has an image");
  return post;
}

function searchBox(page: Page) {
  return page.getByRole("searchbox", { name: "Search posts by title or tag" });
}

test("typing searches, Back undoes it, and the address can be shared", async ({ page, request }) => {
  const word = ownWord();
  await publish(request, { title: `Trucks ${word}`, tags: "work" });
  await open(page, "/blog");
  await searchBox(page).pressSequentially(word.toUpperCase(), { delay: 20 });
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article")).toContainText(`Trucks ${word}`);
  await expect(page).toHaveURL(`/blog?q=${word.toUpperCase()}`);
  await expect(searchBox(page)).toBeFocused();
  await page.reload();
  await hydrated(page);
  await expect(searchBox(page)).toHaveValue(word.toUpperCase());
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/blog");
  await expect(searchBox(page)).toHaveValue("");
  await expect(page.getByRole("article").nth(1)).toBeVisible();
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
