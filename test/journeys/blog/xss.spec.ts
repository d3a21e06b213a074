import type { BrowserContext } from "@playwright/test";
import { xssPayloads } from "../../worker/blog/xss-payloads.ts";
import { open, pointAt } from "../applicant.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

/** No script that an author writes ever runs. The server's part is in test/worker/blog/xss.test.ts. */

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Each post contains its own payload and the next ones, so that not all posts need a visit. */
const PAYLOADS_PER_VISIT = 6;
const PAYLOADS_PER_PREVIEW = 10;
/** The server's tests try all of them; a browser only in a long run. */
const payloads = xssPayloads.filter((_, index) => process.env.LONG || index % 8 === 0);

/** Scripts that ran, violations of the policy, and requests to others, except for images. */
async function watch(context: BrowserContext) {
  const seen: string[] = [];
  await context.exposeFunction("alert", (text: unknown) => seen.push(`alert ${text}`));
  await context.exposeFunction("reportViolation", (text: string) => seen.push(`violation ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  await context.route(
    () => true,
    (route) => {
      const request = route.request();
      if (request.resourceType() === "image") return route.fulfill({ contentType: "image/png", body: PICTURE });
      if (new URL(request.url()).hostname === "localhost") return route.continue();
      seen.push(`request ${request.url()}`);
      return route.abort();
    },
  );
  context.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  return seen;
}

test("nothing of a hostile post runs in list, search, post or preview", async ({
  page,
  context,
  complaints,
  request,
}) => {
  test.setTimeout(1_200_000);
  const seen = await watch(context);
  await test.step("the watch notices what runs and what the policy stops", async () => {
    await page.goto("/blog");
    await page.evaluate(() => {
      window.alert("noticed");
      document.body.appendChild(Object.assign(document.createElement("img"), { src: "http://pictures.example/x.png" }));
    });
    await expect.poll(() => seen.length).toBe(2);
    expect(seen[0]).toBe("alert noticed");
    expect(seen[1]).toContain("violation img-src");
    complaints.length = 0;
    seen.length = 0;
  });

  await test.step("nothing of a hostile post runs in list, search, post and preview", async () => {
    const word = ownWord();
    const slugs: string[] = [];
    const ids: string[] = [];
    for (const [index, payload] of payloads.entries()) {
      const title = payload.replace(/\s+/g, " ").slice(0, 180);
      const post = {
        title: `${title} ${index}`,
        slug: `${payload.slice(0, 100)}-${word}-${index}`,
        tags: `${title}, ${word}`,
        content: payloads.slice(index, index + PAYLOADS_PER_VISIT).join("\n\n"),
        heroImageUrl: `https://pictures.example/${payload}`,
        published: true,
      };
      const response = await request.post("/api/blog", { data: post });
      expect(response.status()).toBe(201);
      const saved = await response.json();
      if (index % PAYLOADS_PER_VISIT === 0) slugs.push(saved.slug);
      ids.push(saved.id);
    }

    await open(page, `/blog?q=${word}`);
    const more = page.getByRole("button", { name: "Load more" });
    await pointAt(page, more);
    while (await more.isVisible()) {
      const cards = await page.getByRole("article").count();
      await more.click();
      await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(cards);
    }
    await expect(page.getByRole("article")).toHaveCount(payloads.length);

    // As an author, for whom React takes over the pages.
    await page.evaluate(() => localStorage.setItem("author", "1"));
    for (const slug of slugs) {
      await page.goto(`/blog/${slug}`);
      await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
    }

    await open(page, "/blog/new");
    const box = (name: string) => page.getByRole("textbox", { name });
    for (let start = 0; start < payloads.length; start += PAYLOADS_PER_PREVIEW) {
      const some = payloads.slice(start, start + PAYLOADS_PER_PREVIEW);
      await box("Tags").fill(some.join());
      await box("Hero Image URL").fill(`https://pictures.example/${some[0]}`);
      await box("Content").fill(some.join("\n\n"));
      await box("Title").fill(`Preview ${start} ${some.join(" ")}`);
      // Once the last typed text is shown, all of it is.
      await expect(page.getByRole("heading", { name: `Preview ${start} ` })).toBeVisible();
    }

    expect(seen).toEqual([]);
    for (const id of ids) await request.delete(`/api/blog/id/${id}`);
  });
});
