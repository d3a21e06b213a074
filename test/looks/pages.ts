import { expect, type Page, test } from "@playwright/test";
import { exampleApplication } from "../../db/model/form/example.ts";
import { hydrated } from "../journeys/applicant.ts";
import { enter } from "../journeys/desk.ts";
import { ID, NOW, showStandIns } from "./stand-ins.ts";

const WIDTHS = [360, 1280];
const PAGES = [
  "/",
  "/how-it-works",
  "/about",
  "/texas",
  "/partners",
  "/stories",
  "/blog",
  "/blog/how-to-read-an-apr",
  "/calculator",
  "/forecast",
  "/faq",
  "/contact",
  "/privacy",
  "/apply",
  "/apply/contact",
  "/apply/employment",
  "/apply/residence",
  "/apply/banking-credit",
  "/apply/downpayment",
  "/apply/review",
];

/** A visit's first page may be shown before our font has come. Here it waits, which changes the sheet and so its hash. */
test.use({ bypassCSP: true });
test.beforeEach(async ({ page }) => {
  await page.route("**/*", async (route) => {
    if (!["document", "stylesheet"].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace("font-display:optional", "font-display:block") });
  });
});
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const path of PAGES) {
      test(path, async ({ page }) => {
        await page.goto(path, { waitUntil: "networkidle" });
        await expectSame(page, nameOf(path, width));
      });
    }

    for (const path of ["/thank-you", "/results"]) {
      test(path, async ({ page }) => {
        await showStandIns(page, await send(page, `${path.length}${width}`));
        const remembered = JSON.stringify({ ref: ID, at: NOW });
        await page.addInitScript((text) => sessionStorage.setItem("reference", text), remembered);
        await page.goto(`${path}?ref=${ID}`, { waitUntil: "networkidle" });
        await expectSame(page, nameOf(path, width));
      });
    }

    test("/desk/queue", async ({ page }) => {
      await showStandIns(page);
      await enter(page, "demo-manager");
      await expect(page.getByRole("link", { name: "Maria Demo" })).toBeVisible();
      await expectSame(page, nameOf("/desk/queue", width));
    });

    test("/desk/case", async ({ page }) => {
      await enter(page, "demo-manager");
      const href = await page.getByRole("link", { name: "Maria Demo" }).getAttribute("href");
      await showStandIns(page, href?.split("/").at(-1));
      await page.goto(`/desk/case/${ID}`, { waitUntil: "networkidle" });
      await expectSame(page, nameOf("/desk/case", width));
    });

    test("the style guide", async ({ page }, { config }) => {
      await page.goto(config.metadata.styleGuide, { waitUntil: "networkidle" });
      await bringAboutStates(page);
      await expect(page).toHaveScreenshot(nameOf("style-guide", width), { fullPage: true });
      await page.emulateMedia({ colorScheme: "dark" });
      await expect(page).toHaveScreenshot(nameOf("style-guide-dark", width), { fullPage: true });
      await page.emulateMedia({ media: "print" });
      await expect(page).toHaveScreenshot(nameOf("style-guide-print", width), { fullPage: true });
    });

    for (const opener of ["Toast", "Failure", "Dialog"]) {
      test(`the style guide: ${opener}`, async ({ page }, { config }) => {
        await page.goto(config.metadata.styleGuide, { waitUntil: "networkidle" });
        await page.getByRole("button", { name: opener, exact: true }).click();
        // A toast stays while the pointer is on it.
        await page.getByText(`A ${opener.toLowerCase()}`, { exact: true }).hover();
        await expect(page).toHaveScreenshot(nameOf(`style-guide-${opener}`, width));
      });
    }

    test("the style guide: tooltip", async ({ page }, { config }) => {
      await page.goto(config.metadata.styleGuide, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Help: a word" }).hover();
      await page.getByRole("tooltip").waitFor();
      await expect(page).toHaveScreenshot(nameOf("style-guide-tooltip", width));
    });
  });
}

/** Sends an application with a unique phone and e-mail. Returns its reference. */
async function send(page: Page, who: string) {
  const data = exampleApplication({ phone: `210 555 ${who.padStart(4, "0").slice(-4)}`, email: `${who}@example.com` });
  const response = await page.request.post("/api/applications/submit", { data });
  return (await response.json()).ref as string;
}

async function expectSame(page: Page, name: string) {
  await hydrated(page);
  await page.locator("img").evaluateAll(loadAll);
  await expect(page).toHaveScreenshot(name, { fullPage: true });
}

/** Also images that nobody has scrolled to. */
async function loadAll(images: (HTMLElement | SVGElement)[]) {
  for (const image of images as HTMLImageElement[]) {
    image.loading = "eager";
    await image.decode();
  }
}

function nameOf(page: string, width: number) {
  return `${page.replaceAll("/", " ").trim().replaceAll(" ", "-").toLowerCase() || "home"}-${width}.webp`;
}

/** Shows each element with data-state as if somebody pointed at it or had reached it by keyboard. */
async function bringAboutStates(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  for (const state of ["hover", "focus-visible"]) {
    const selector = `[data-state="${state}"]`;
    const { nodeIds } = await devtools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds) {
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [state] });
    }
  }
}
