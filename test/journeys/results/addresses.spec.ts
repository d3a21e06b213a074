import type { Page } from "@playwright/test";
import { resume, send } from "../applicant.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

test.use({ viewport: { width: 360, height: 740 } });

/** The lines of each place with this address, as they stand on the screen. */
function linesWith(page: Page, email: string) {
  return page.evaluate((email) => {
    const places = [...document.querySelectorAll("main dd, main p")].filter(
      (place) => place.checkVisibility() && place.textContent?.includes(email),
    );
    return places.map((place) => {
      const lines = new Map<number, string>();
      const letters = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (letters.nextNode()) {
        const node = letters.currentNode as Text;
        for (let at = 0; at < node.length; at++) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const line = Math.round(range.getBoundingClientRect().bottom);
          lines.set(line, (lines.get(line) ?? "") + node.data[at]);
        }
      }
      return [...lines.values()].map((line) => line.trim());
    });
  }, email);
}

for (const language of ["", "/es"]) {
  test(`an address breaks before its @ and nowhere else${language}`, async ({ page, request }) => {
    const local = `maria.fernanda-${ownWord()}`;
    const domain = "@bluebonnet-trucking.com";
    const email = local + domain;
    const expectWhole = async (path: string) => {
      await expect.poll(() => linesWith(page, email), path).not.toEqual([]);
      for (const lines of await linesWith(page, email)) {
        expect(lines.some((line) => line.endsWith(local)) && lines.some((line) => line.startsWith(domain)), path).toBe(
          true,
        );
      }
    };
    await resume(page, `${language}/apply/review`, {}, { email });
    await expectWhole("review");
    await page.locator("[data-answer=email] dd").selectText();
    expect(await page.evaluate(() => String(getSelection()).trim()), "copied").toBe(email);
    const ref = await send(request, { email });
    for (const view of ["", "&view=receipt"]) {
      await page.goto(`${language}/results?ref=${ref}${view}`);
      await expectWhole(`results${view}`);
    }
  });
}
