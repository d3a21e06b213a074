import { hydrated, pointAt } from "../applicant.ts";
import { ownWord } from "../own.ts";
import { expectInSight, LONG_WORDS } from "../reflow.ts";
import { expect, test } from "../test.ts";

test("posts, list and search stay in sight, however long the words", async ({ page }) => {
  test.slow();
  const own = ownWord();
  const slugs: string[] = [];
  for (const word of Object.values(LONG_WORDS)) {
    const content = [`## ${word}`, word, `> ${word}`, `- ${word}`, `| a | b |\n|---|---|\n| ${word} | ${word} |`];
    const code = `\`${word}\`\n\n\`\`\`\n${word}\n\`\`\`\n\n[${word}](https://example.com/${"x".repeat(100)})`;
    const data = { title: `${own} ${word}`, tags: `${own}, ${word}`, content: `${content.join("\n\n")}\n\n${code}` };
    const made = await page.request.post("/api/blog", { data: { ...data, published: true } });
    expect(made.ok(), await made.text()).toBe(true);
    slugs.push((await made.json()).slug);
  }
  const search = Object.values(LONG_WORDS).map((word) => `/blog?q=${encodeURIComponent(`none${word}`)}`);
  for (const path of ["/blog", `/blog?q=${own}`, ...search, "/es/blog", ...slugs.map((slug) => `/blog/${slug}`)]) {
    await page.goto(path);
    await hydrated(page);
    await expectInSight(page, path);
  }
  await page.goto("/blog");
  await hydrated(page);
  await pointAt(page, page.locator("form[role=search]"));
});
