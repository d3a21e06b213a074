import { crc32, deflateSync } from "node:zlib";
import { type Page, request } from "@playwright/test";
import { hydrated, store } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { content, openEditor, preview, save, title } from "../editor.ts";
import { ownWord } from "../own.ts";
import { askingAgain, expect, test } from "../test.ts";

/** Once there are authors, nobody else can write. */

let author: { username: string; password: string };

test.beforeAll(async ({ baseURL }) => {
  const manager = askingAgain(await request.newContext({ baseURL }));
  await manager.post("/api/session", { data: { username: "demo-manager", password: "bluebonnet-demo" } });
  const username = `ana-${ownWord()}`;
  const added = await manager.post("/api/desk/members", { data: { username, role: "author" } });
  author = { username, password: (await added.json()).password };
});

test("an author's drafts and deletions are hidden from strangers", async ({ page, browser }) => {
  await test.step("strangers see no trace of authors, and are not asked who they are", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/blog");
    await hydrated(page);
    await expect(page.getByText("For authors")).toBeHidden();
    expect(asked.filter((path) => path.startsWith("/api/") || path.includes("authors-section"))).toEqual([]);
  });

  await test.step("an author signs in, keeps a draft from strangers, publishes it, deletes it and brings it back", async () => {
    const stranger = await (await browser.newContext()).newPage();
    await openEditor(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await signIn(page, author.username, author.password);
    await expect(page.getByText(`Signed in as ${author.username}`)).toBeVisible();

    await title(page).fill("A first draft");
    await content(page).fill("Not for everybody");
    await save(page).click();
    await expect(page.getByText("Blog post created successfully!", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "For authors" })).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "A first draft" })).toBeHidden();
    await expectAccessible(page);
    await stranger.goto("/blog");
    await expect(stranger.getByText("A first draft")).toBeHidden();
    expect((await stranger.goto("/blog/a-first-draft"))?.status()).toBe(404);

    await page.getByRole("link", { name: "Edit A first draft" }).click();
    await expect(content(page)).toHaveValue("Not for everybody");
    await page.getByLabel("Publish immediately").check();
    await save(page).click();
    await expect(page.getByText("Blog post saved", { exact: true })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "A first draft" })).toBeVisible();
    expect((await stranger.goto("/blog/a-first-draft"))?.status()).toBe(200);
    await expect(stranger.getByRole("link", { name: /^Edit/ })).toBeHidden();

    await page.getByRole("link", { name: "Edit A first draft" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Move to the trash" }).click();
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("article").filter({ hasText: "A first draft" })).toBeHidden();
    await page.getByRole("button", { name: "Restore A first draft" }).click();
    await expect(page.getByRole("article").filter({ hasText: "A first draft" })).toBeVisible();
  });
});

test("an image is uploaded without its metadata, in several sizes", async ({ page }) => {
  await test.step("an image is uploaded by button, drop or paste, without its metadata", async () => {
    await asAuthor(page);
    await openEditor(page);
    const address = page.getByLabel("Hero Image URL");
    const file = { name: "lot.png", mimeType: "image/png", buffer: pngWithText() };
    await page.getByLabel("Image file").setInputFiles(file);
    await expect(address).toHaveValue(/^\/media\/[\w-]+\.webp$/);
    await expect(page.getByLabel("Image description")).toBeFocused();
    await page.getByLabel("Image description").fill("A blue truck on a lot");
    const shown = preview(page).getByRole("img", { name: "A blue truck on a lot" });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
    const stored = await (await page.request.get(await address.inputValue())).body();
    for (const word of ["Where it was taken", "ICCP"]) expect([word, stored.includes(word)]).toEqual([word, false]);

    for (const way of ["drop", "paste"] as const) {
      const before = await address.inputValue();
      await address.evaluate(handOver, { way, bytes: [...file.buffer] });
      await expect(address).not.toHaveValue(before);
      await expect(address).toHaveValue(/^\/media\//);
      // The next image is accepted only after this.
      await expect(page.getByText("Uploaded. Now describe it below.")).toBeVisible();
    }

    await page.getByLabel("Image file").setInputFiles({ ...file, buffer: Buffer.from("not an image") });
    await expect(page.getByText("lot.png isn’t an image that we can read.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("an image is stored in several sizes, and a phone fetches a small one", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/blog/how-to-read-an-apr");
    const hero = page.locator("article img").first();
    await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("-w640.webp");

    await page.setViewportSize({ width: 1280, height: 720 });
    await openEditor(page);
    const wide = Buffer.from(await page.evaluate(drawWide), "base64");
    await page.getByLabel("Image file").setInputFiles({ name: "lot.png", mimeType: "image/png", buffer: wide });
    const address = page.getByLabel("Hero Image URL");
    await expect(address).toHaveValue(/^\/media\/[\w-]+-w1600\.webp$/);
    await page.getByLabel("Image description").fill("A wide lot");
    const shown = preview(page).getByRole("img", { name: "A wide lot" });
    await expect(shown).toHaveAttribute("srcset", /-w640\.webp 640w, \S+-w1280\.webp 1280w, \S+-w1600\.webp 1600w$/);
    for (const width of [640, 1280, 1600]) {
      const size = await page.request.get((await address.inputValue()).replace("1600", String(width)));
      expect([width, size.headers()["content-type"]]).toEqual([width, "image/webp"]);
    }
  });
});

async function signIn(page: Page, username: string, password: string) {
  const dialog = page.getByRole("dialog", { name: "Sign in to write" });
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in as the dialog would. The browser remembers that an author uses it. */
async function asAuthor(page: Page) {
  expect((await page.request.post("/api/session", { data: author })).ok()).toBe(true);
  await store(page, "localStorage", "author", 1);
}

function handOver(target: Element, { way, bytes }: { way: "drop" | "paste"; bytes: number[] }) {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], "lot.png", { type: "image/png" }));
  const event =
    way === "drop"
      ? new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer })
      : new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: transfer });
  target.dispatchEvent(event);
}

/** In the page: an image of 2000 × 1000 pixels, in base64. */
function drawWide() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2000, height: 1000 });
  canvas.getContext("2d")?.fillRect(0, 0, 900, 900);
  return canvas.toDataURL("image/png").split(",")[1] as string;
}

/** A PNG of 4 by 2 pixels that says where it was taken. */
function pngWithText() {
  const size = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, 8, 2, 0, 0, 0]);
  const rows = deflateSync(Buffer.alloc(2 * (1 + 4 * 3)));
  const text = Buffer.from("Comment\0Where it was taken");
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", size),
    chunk("tEXt", text),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
