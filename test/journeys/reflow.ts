import { expect, type Page } from "@playwright/test";

/** At 320 px, and with text of twice the size, nothing is cut off or needs sideways scrolling. */
export async function expectReflow(page: Page) {
  for (const [width, size] of [
    [320, "100%"],
    [360, "200%"],
    [1280, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      if (document.documentElement.scrollWidth <= innerWidth) return [];
      return [...document.querySelectorAll("body *")]
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          // Words may be wider than what they stand in.
          return Math.max(right, left + element.scrollWidth) > innerWidth + 1;
        })
        .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
    }, size);
    expect(tooWide, `at ${width} px with text at ${size}`).toEqual([]);
    expect(await cutText(page), `cut at ${width} px with text at ${size}`).toEqual([]);
  }
}

/** Words that are cut off by an element around them. Not those that scroll, or are only for screen readers. */
function cutText(page: Page) {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    const edge = (element: Element | null): Element | null =>
      !element || !["visible", "auto", "scroll"].includes(getComputedStyle(element).overflowX)
        ? element
        : edge(element.parentElement);
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (words.nextNode()) {
      const text = words.currentNode as Text;
      const parent = text.parentElement as Element;
      const around = edge(parent)?.getBoundingClientRect();
      if (!text.data.trim() || !around || around.width <= 1 || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      if (left < around.left - 1 || right > around.right + 1) cut.push(text.data.trim().slice(0, 40));
    }
    return cut;
  });
}

/** Words without a place to break, as somebody may type them, as long as a name may be. */
export const LONG_WORDS = {
  latin: "W".repeat(100),
  emoji: "👩‍👩‍👧‍👦".repeat(9),
  hebrew: "שלוםשלום".repeat(12),
  joined: "a\u00a0b\u2060c".repeat(20),
};

/** On a phone and on screens of two widths nothing is wider than the window, and no column is out of sight. */
export async function expectInSight(page: Page, where: string) {
  for (const width of [360, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const outside = await page.evaluate(() => {
      const isCutOnPurpose = (element: Element): boolean => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const isForScreenReaders = element.getBoundingClientRect().width <= 1;
        if (["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" || isForScreenReaders) return true;
        return element.parentElement !== document.body && isCutOnPurpose(element.parentElement as Element);
      };
      const isOutside = ({ left, right, width }: DOMRect) => width > 1 && (right > innerWidth + 1 || left < -1);
      return [...document.querySelectorAll("body *")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
        .filter((element) => isOutside(element.getBoundingClientRect()) && !isCutOnPurpose(element))
        .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 30)}`)
        .slice(-3);
    });
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect.soft({ isTooWide, outside }, `${where} at ${width} px`).toEqual({ isTooWide: false, outside: [] });
  }
}
