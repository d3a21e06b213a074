import type { Locator } from "@playwright/test";
import { budget } from "../../bench/budget.ts";
import { open, printSheet, resume, send, sheetsOf } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** The site on paper, in the visitor's own colors, and in large text. */

test("on paper there is the page only, with every answer", async ({ page }) => {
  const reference = await send(page.request);
  const sheets: [path: string, most?: number][] = [
    [`/results?ref=${reference}`, 3],
    ["/thank-you", 1],
    ["/faq", 4],
    ["/blog/how-to-read-an-apr"],
    ["/apply/review", 3],
  ];
  const look: Record<string, () => Promise<void>> = {
    "/faq": async () => {
      const answers = page.locator("main details:not([open]) p");
      await expect(answers).toHaveCount(15);
      await expect(answers.filter({ visible: true })).toHaveCount(15);
    },
    "/blog/how-to-read-an-apr": async () => {
      for (const link of await page.locator("main .prose a").all()) {
        const printed = await link.evaluate((element) => getComputedStyle(element, "::after").content);
        expect(printed).toContain(await link.getAttribute("href"));
      }
    },
  };
  await resume(page, "/apply/review");
  await page.emulateMedia({ media: "print" });
  for (const [path, most = Number.POSITIVE_INFINITY] of sheets) {
    await open(page, path);
    await printSheet(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading")).toHaveCount(0);
    const banner = page.getByRole("banner");
    await expect(banner).toContainText("Bluebonnet Auto PreQual");
    await expect(banner.getByText(new URL("/", page.url()).href)).toBeVisible();
    for (const part of [
      page.getByText("Skip to the main content"),
      page.getByText("Menu", { exact: true }),
      page.locator("header nav, footer, main button"),
    ]) {
      await expect(part.filter({ visible: true }), path).toHaveCount(0);
    }
    await look[path]?.();
    if (most < Number.POSITIVE_INFINITY) {
      expect(sheetsOf(await page.pdf({ format: "Letter" })), path).toBeLessThanOrEqual(most);
    }
  }
});

/** The properties to compare. All of them would take minutes. */
const SHOWN = [
  ...["display", "position", "inset", "order", "width", "height", "margin", "padding", "gap", "grid-template-columns"],
  ...["border", "border-radius", "outline", "box-shadow", "background", "color", "fill", "opacity", "visibility"],
  ...["font", "letter-spacing", "text-align", "text-decoration", "white-space", "overflow", "transform", "transition"],
];

test("the whole sheet changes nothing on a page", async ({ page }) => {
  await page.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  // The short run looks at a third of the pages, by the seed.
  const isTried = (_: string, index: number) => process.env.LONG || (index + Number(process.env.SEED)) % 3 === 0;
  for (const path of [...Object.keys(budget), "/newsletter?token=x"].filter(isTried)) {
    await page.goto(path);
    const changed = await page.evaluate(async (shown) => {
      document.documentElement.classList.add("laid-out");
      const parts = [...document.body.querySelectorAll("*")].flatMap((element) =>
        [undefined, "::before", "::after"].map((part) => () => {
          const style = getComputedStyle(element, part);
          if (part && style.content === "none") return [];
          return shown.map((name) => `${name}: ${style.getPropertyValue(name)}`);
        }),
      );
      const before = parts.map((part) => part());
      const style = document.querySelector<HTMLStyleElement>("style[data-whole]");
      await new Promise((resolve, reject) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href: style?.dataset.whole, onload: resolve, onerror: reject });
        style?.insertAdjacentElement("afterend", link);
      });
      return parts.flatMap((part, index) => part().filter((line) => !before[index]?.includes(line)));
    }, SHOWN);
    expect(changed, path).toEqual([]);
  }
});

test("the site is dark where one wants that, light on paper", async ({ page }) => {
  const LIGHT = /2[2-5]\d, 2[2-5]\d, 2[2-5]\d/;
  for (const path of ["/", "/apply/contact"]) {
    await open(page, path);
    const looks = () =>
      page.evaluate(() => {
        const footer = document.querySelector("footer") as HTMLElement;
        const [canvas, canvasInBand] = [document.body, footer].map((place) => {
          const probe = place.appendChild(document.createElement("p"));
          probe.style.background = "Canvas";
          return getComputedStyle(probe).backgroundColor;
        });
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        return { ground, canvas, canvasInBand, textInBand: getComputedStyle(footer).color };
      });
    await page.emulateMedia({ colorScheme: "light" });
    const light = await looks();
    for (const color of [light.ground, light.canvas, light.textInBand]) expect(color).toMatch(LIGHT);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await looks();
    for (const color of [dark.ground, dark.canvas, dark.canvasInBand]) expect(color).not.toMatch(LIGHT);
    expect(dark.textInBand).toBe(light.textInBand);
    expect(dark.canvasInBand).toBe(light.canvasInBand);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    const printed = await looks();
    expect(printed.ground).toBe(light.ground);
    expect(printed.textInBand).not.toMatch(LIGHT);
    await page.emulateMedia({ media: "screen" });
  }

  const reference = await send(page.request);
  const inBothSchemes = async (look: () => Promise<void>) => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      await look();
    }
  };
  await open(page, `/results?ref=${reference}`);
  const gauge = page.getByRole("img", { name: /out of 100/ });
  await inBothSchemes(async () => {
    expect(await contrast(gauge.locator("text"), "fill")).toBeGreaterThan(4.5);
    expect(await contrast(gauge.locator("path").last(), "stroke")).toBeGreaterThan(3);
  });
  for (const path of ["/faq", "/apply"]) {
    await open(page, path);
    await inBothSchemes(async () => {
      for (const icon of await page.locator("main svg.lucide").all()) {
        expect(await contrast(icon, "stroke"), `${path}: ${await icon.getAttribute("class")}`).toBeGreaterThan(3);
      }
    });
  }
});

test("the header takes little of what is being read", async ({ page }) => {
  await open(page, "/privacy");
  for (const [width, height, size] of [
    [360, 640, "200%"],
    [740, 360, "100%"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => {
      document.documentElement.style.setProperty("font-size", size);
      scrollTo(0, 0);
    }, size);
    await page.mouse.wheel(0, 2 * height);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(height);
    const bottom = await page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().bottom);
    expect(Math.max(bottom, 0) / height, `${width} by ${height}, text at ${size}`).toBeLessThanOrEqual(0.15);
  }
});

test("no line of the headline begins with a dash or parts a figure from its noun", async ({ page }) => {
  for (const path of ["/", "/es"]) {
    await open(page, path);
    for (const width of [360, 390, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await linesOf(page.getByRole("heading", { level: 1 }));
      expect(lines.join(" "), `${path} at ${width}`).toMatch(/ 3 min\w+ - /i);
      expect(
        lines.filter((line) => /^-|\d$/.test(line)),
        `${path} at ${width}: ${lines.join(" / ")}`,
      ).toEqual([]);
    }
  }
});

/** The lines into which a text breaks, by where each of its words stands. */
function linesOf(part: Locator) {
  return part.evaluate((element) => {
    const lines = new Map<number, string>();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const { bottom } = range.getBoundingClientRect();
        const before = lines.get(bottom);
        lines.set(bottom, before ? `${before} ${word}` : word);
      }
    }
    return [...lines.values()];
  });
}

/** The contrast between an element's paint and its background, by WCAG. */
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
