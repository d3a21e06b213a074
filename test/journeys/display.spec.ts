import type { Locator, Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/example.ts";
import { open } from "./applicant.ts";
import { expect, test } from "./test.ts";

/** The site on paper, in the visitor's own colours and in large text. */

test("on paper there is the page only: no way to skip, no menu, no buttons", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const path of [`/results?ref=${await apply(page)}`, "/thank-you", "/blog/how-to-read-an-apr", "/privacy"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const part of [page.getByText("Skip to the main content"), page.getByRole("banner")]) {
      await expect(part, path).toBeHidden();
    }
  }
});

for (const scheme of ["dark", "light"] as const) {
  test(`in the visitor's own ${scheme} colours every icon and the gauge can be seen`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme: scheme });
    await open(page, `/results?ref=${await apply(page)}`);
    const gauge = page.getByRole("img", { name: /out of 100/ });
    expect(await contrast(gauge.locator("text"), "fill")).toBeGreaterThan(4.5);
    expect(await contrast(gauge.locator("path").last(), "stroke")).toBeGreaterThan(3);
    for (const path of ["/faq", "/apply", "/about", "/blog"]) {
      await open(page, path);
      for (const icon of await page.locator("main svg.lucide").all()) {
        expect(await contrast(icon, "stroke"), `${path}: ${await icon.getAttribute("class")}`).toBeGreaterThan(3);
      }
    }
  });
}

for (const { width, height, size } of [
  { width: 360, height: 640, size: "200%" },
  { width: 360, height: 900, size: "200%" },
  { width: 1280, height: 800, size: "200%" },
  { width: 740, height: 360, size: "100%" },
]) {
  test(`the header takes little of what is being read: ${width} by ${height}, text at ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, "/privacy");
    await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), size);
    await page.mouse.wheel(0, 2 * height);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(height);
    const bottom = await page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().bottom);
    expect(Math.max(bottom, 0) / height).toBeLessThanOrEqual(0.15);
  });
}

async function apply(page: Page) {
  const response = await page.request.post("/api/applications/submit", { data: exampleApplication() });
  return (await response.json()).ref as string;
}

/** The contrast of what this is painted with to what is behind it, as WCAG counts it. */
function contrast(part: Locator, property: "fill" | "stroke") {
  return part.evaluate((element, property) => {
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
        const share = Number(channel) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isTransparent = (color: string) => /, 0\)$/.test(color);
    let behind: Element | null = element.parentElement;
    while (behind && isTransparent(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const [paint, ground] = [
      getComputedStyle(element)[property],
      getComputedStyle(behind ?? document.documentElement).backgroundColor,
    ].map(luminance) as [number, number];
    return (Math.max(paint, ground) + 0.05) / (Math.min(paint, ground) + 0.05);
  }, property);
}
