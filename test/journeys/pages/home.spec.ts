import { open } from "../applicant.ts";
import { expect, test } from "../test.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("'Start' stays in reach after the first screen, until the page's last band says it again", async ({ page }) => {
    await open(page, "/stories");
    const bar = page.locator("#start-bar");
    await expect(bar).not.toBeInViewport();
    await page.mouse.wheel(0, 2000);
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.getByRole("link", { name: "Start My Application" }).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => bar.evaluate(isSeen)).toBe(false);
    await page.mouse.wheel(0, -1500);
    await bar.getByText("Start", { exact: true }).click();
    await expect(page).toHaveURL("/apply");
    await expect(bar).toHaveCount(0);
  });
});

/** Whether nothing covers an element. */
function isSeen(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
