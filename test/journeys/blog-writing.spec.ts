import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { freePort } from "../free-port.ts";
import { expectAccessible } from "./axe.ts";
import { ownWord } from "./own.ts";
import { startStaffedSite } from "./staffed-site.ts";
import { expect, test } from "./test.ts";

const title = (page: Page) => page.getByLabel("Title*");
const slug = (page: Page) => page.getByLabel("Slug", { exact: true });
const content = (page: Page) => page.getByLabel("Content*");
const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const save = (page: Page) => page.getByRole("button", { name: "Save Post" });

test.describe("before there is an author", () => {
  test("anybody writes a first post, sees it while typing, and finds it in the list", async ({ page }) => {
    await openEditor(page);
    await expect(page.getByText("anybody can write until the first author is made")).toBeVisible();
    await expect(page.getByLabel("Publish immediately")).not.toBeChecked();
    await expectAccessible(page);

    await title(page).fill("Crème & Co: what the lot charges");
    await page.getByLabel("Tags").fill("fees,  first car");
    await content(page).fill("## Fees\nDocument fee &amp; **title**\nLine two");
    await page.getByLabel("Publish immediately").check();
    await expect(page.getByText("/blog/creme-co-what-the-lot-charges")).toBeVisible();
    await expect(preview(page).getByRole("heading", { name: "Crème & Co: what the lot charges" })).toBeVisible();
    await expect(preview(page).getByRole("heading", { name: "Fees" })).toBeVisible();
    await expect(preview(page).getByText("Document fee & title")).toBeVisible();
    await expect(preview(page).getByRole("listitem").first()).toHaveText("fees");
    await expect(preview(page).getByText("Published")).toBeVisible();
    await expectAccessible(page);

    await save(page).click();
    await expect(page.getByText("Blog post created successfully!", { exact: true })).toBeVisible();
    await expect(page).toHaveURL("/blog");
    await page.getByRole("link", { name: "Crème & Co: what the lot charges", exact: true }).click();
    await expect(page).toHaveURL("/blog/creme-co-what-the-lot-charges");
    await expect(page.getByRole("link", { name: "Edit Crème & Co: what the lot charges" })).toBeVisible();
  });

  test("a post in Spanish is paired with one in English, and can be edited from its page", async ({ page }) => {
    const slug = await page.request
      .post("/api/blog", { data: { title: "What the lot charges", content: "Fees.", published: true } })
      .then(async (created) => (await created.json()).slug);
    await openEditor(page);
    const pairedWith = page.getByLabel("Translation of");
    await title(page).fill("Qué cobra el lote");
    await content(page).fill("Cargos.");
    await page.getByLabel("Publish immediately").check();
    await pairedWith.fill("no-such-post");
    await pairedWith.blur();
    await expect(page.getByText("No published post has this slug.")).toBeVisible();
    await pairedWith.fill(`https://ours.example/blog/${slug}`);
    await pairedWith.blur();
    await expect(page.getByText("That post is in the same language as this one.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Language").selectOption("Spanish");
    await expect(page.getByText("That post is in the same language as this one.")).toBeHidden();
    await expect(page.getByText("/es/blog/que-cobra-el-lote")).toBeVisible();
    await save(page).click();
    await expect(page.getByText("Its address is /es/blog/que-cobra-el-lote", { exact: true })).toBeVisible();
    await page.goto(`/blog/${slug}`);
    await page.getByRole("link", { name: "Leer en español" }).click();
    await expect(page).toHaveURL("/es/blog/que-cobra-el-lote");
    await page.getByRole("link", { name: "Edit Qué cobra el lote" }).click();
    await expect(page).toHaveURL(/\d\/blog\/new\?edit=/);
    await expect(pairedWith).toHaveValue(slug);
    await expect(page.getByLabel("Language")).toHaveValue("es");
  });

  test("a text that is nested too deeply is named beside it and at its field, and stays for mending", async ({
    page,
  }) => {
    await openEditor(page);
    const sentence = "This text is nested too deeply. Please put fewer lists, quotes or tags inside each other.";
    const nested = ">".repeat(2000);
    await title(page).fill("Quotes in quotes");
    await content(page).fill(nested);
    await expect(preview(page).getByText(sentence)).toBeVisible();
    await save(page).click();
    await expect(page.getByRole("alert").getByRole("link", { name: sentence })).toBeVisible();
    await expect(content(page)).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(content(page)).toHaveValue(nested);
    await expectAccessible(page);
    await content(page).fill("> Only one");
    await expect(preview(page).getByText("Only one")).toBeVisible();
    await expect(preview(page).getByText(sentence)).toBeHidden();
  });

  test("on a phone the toggle changes between form and preview", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openEditor(page);
    await expect(preview(page)).toBeHidden();
    await content(page).fill("Seen later");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(content(page)).toBeHidden();
    await expect(preview(page).getByText("Seen later")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(content(page)).toHaveValue("Seen later");
  });

  test("a slug is cleaned at every key, and the caret stays", async ({ page }) => {
    await openEditor(page);
    await slug(page).pressSequentially("My Slug! É_2");
    await expect(slug(page)).toHaveValue("my-slug-e2");
    await slug(page).press("Home");
    await slug(page).pressSequentially("A B?");
    await expect(slug(page)).toHaveValue("a-bmy-slug-e2");
  });

  test("an address that became another one than the editor said is told", async ({ page }) => {
    const word = `fees ${ownWord()}`;
    for (const address of [undefined, `/blog/${word.replace(" ", "-")}-2`]) {
      await openEditor(page);
      await title(page).fill(word);
      await content(page).fill("What the lot charges");
      await save(page).click();
      await expect(page.getByText("Blog post created successfully!", { exact: true })).toBeVisible();
      if (!address) await expect(page.getByText("Its address is")).toHaveCount(0);
      if (address) await expect(page.getByText(`Its address is ${address}`, { exact: true })).toBeVisible();
    }
  });

  test("what was missing is no longer said once it is there", async ({ page }) => {
    await openEditor(page);
    await save(page).click();
    const summary = page.getByRole("alert", { name: "There is a problem" });
    const problems = summary.getByRole("link");
    await expect(problems).toHaveText(["Title is required", "Content is required"]);
    await expect(summary).toBeFocused();
    await title(page).pressSequentially("Fees");
    await expect(problems).toHaveText(["Content is required"]);
    await expect(title(page)).toBeFocused();
    await content(page).fill("What the lot charges");
    await expect(problems).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^Error: /);
    await slug(page).fill("how-to-read-an-apr");
    await save(page).click();
    await expect(problems).toHaveText(["Another post has this slug"]);
    await expect(summary).toBeFocused();
    await title(page).pressSequentially(" and more");
    await expect(problems).toHaveCount(1);
    await slug(page).pressSequentially("s");
    await expect(problems).toHaveCount(0);
    await expect(slug(page)).toBeFocused();
  });

  test("what is missing is said in a summary that leads to the fields", async ({ page }) => {
    await openEditor(page);
    await page.getByLabel("Hero Image URL").fill("javascript:alert(1)");
    await save(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      "Title is required",
      "Enter an https address, or upload an image",
      "Content is required",
    ]);
    await expect(page).toHaveTitle(/^Error: New post/);
    await expectAccessible(page);
    await summary.getByRole("link", { name: "Content is required" }).click();
    await expect(content(page)).toBeFocused();
  });

  const failures: [name: string, answer: { status: number; body: string } | null, said: string][] = [
    ["the server's own words", { status: 400, body: '{"ok":false,"error":"Not today"}' }, "Not today"],
    ["status and body when that is no JSON", { status: 502, body: "Bad gateway" }, "502: Bad gateway"],
    ["the status text when there is no body", { status: 503, body: "" }, "Service Unavailable"],
    ["the usual words when nothing comes back", null, "Failed to create blog post"],
  ];
  for (const [name, answer, said] of failures) {
    test(`a post that cannot be saved is kept, and the error is ${name}`, async ({ page }) => {
      await page.route("/api/blog", (route) => (answer ? route.fulfill(answer) : route.abort()));
      await openEditor(page);
      await title(page).fill("Kept");
      await content(page).fill("Every word");
      await save(page).click();
      await expect(page.getByRole("alert").filter({ hasText: "The post was not saved" })).toContainText(said);
      await expect(page.getByText(`Error${said}`, { exact: false }).first()).toBeVisible();
      await expect(content(page)).toHaveValue("Every word");
      await expectAccessible(page);
    });
  }

  test("what was being written is offered back after a reload", async ({ page }) => {
    page.on("dialog", (dialog) => dialog.accept());
    await openEditor(page);
    await title(page).fill("Half a post");
    await content(page).fill("Half a sentence");
    await page.reload();
    await expect(page.getByText("We kept what you were writing")).toBeVisible();
    await expect(content(page)).toHaveValue("");
    await expectAccessible(page);
    await content(page).fill("Something else meanwhile");
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(title(page)).toHaveValue("Half a post");
    await expect(content(page)).toHaveValue("Half a sentence");
    await expect(preview(page).getByText("Half a sentence")).toBeVisible();

    await page.reload();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    await expect(title(page)).toBeVisible();
    await expect(page.getByText("We kept what you were writing")).toBeHidden();
  });

  test("leaving with unsaved text asks first, by a link, Back or a reload", async ({ page }) => {
    await openEditor(page);
    await content(page).fill("Not saved yet");

    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Keep writing" }).click();
    await expect(page).toHaveURL("/blog/new");
    await expect(content(page)).toHaveValue("Not saved yet");

    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.type());
      dialog.dismiss();
    });
    await page.reload({ timeout: 2000 }).catch(() => {});
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await expect(content(page)).toHaveValue("Not saved yet");

    await page.getByRole("link", { name: "Cancel" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/blog");
    await page.getByRole("link", { name: "Write a new post" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(content(page)).toHaveValue("Not saved yet");

    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await expect(page).toHaveURL("/blog/new");
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/blog");
  });
});

const address = `http://localhost:${await freePort()}`;

test.describe("where authors sign in", () => {
  let site: Awaited<ReturnType<typeof startStaffedSite<"ana" | "ben" | "sam">>>;

  test.describe.configure({ mode: "serial" });
  test.use({ baseURL: address });
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    site = await startStaffedSite("writing", address, { ana: "author", ben: "author", sam: "specialist" });
  });
  test.afterAll(() => site.stop());

  test("strangers see no trace of authors, and are not asked who they are", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/blog", { waitUntil: "networkidle" });
    await expect(page.getByText("For authors")).toBeHidden();
    expect(asked.filter((path) => path.startsWith("/api/") || path.includes("authors-section"))).toEqual([]);
  });

  test("a specialist, who does not write, is told so in the editor and sees nothing of authors on the blog", async ({
    page,
  }) => {
    await openEditor(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await signIn(page, "sam", site.passwords.sam);
    await expect(page.getByText("Your role (specialist) does not include writing posts.")).toBeVisible();
    await expect(page.getByText("Signed in as sam")).toBeVisible();
    await expectAccessible(page);

    await page.goto("/blog/new?edit=any-post");
    await expect(page.getByText("Your role does not include writing posts", { exact: true })).toBeVisible();
    await expect(page.getByText("You may have to sign in first")).toHaveCount(0);

    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/blog", { waitUntil: "networkidle" });
    expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
    // Also where an author has been before.
    await page.evaluate(() => localStorage.setItem("author", "1"));
    await page.goto("/blog", { waitUntil: "networkidle" });
    await expect(page.getByText("For authors")).toHaveCount(0);
    await expect(page.getByText("You aren't signed in")).toHaveCount(0);
  });

  test("an author signs in, keeps a draft from strangers, and then publishes it", async ({ page, browser }) => {
    const stranger = await (await browser.newContext({ baseURL: address })).newPage();
    await openEditor(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await signIn(page, "ana", site.passwords.ana);
    await expect(page.getByText("Signed in as ana")).toBeVisible();

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
    await expectAccessible(page);
    await save(page).click();
    await expect(page.getByText("Blog post saved", { exact: true })).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: "A first draft" })).toBeVisible();
    expect((await stranger.goto("/blog/a-first-draft"))?.status()).toBe(200);
    await expect(stranger.getByRole("link", { name: /^Edit/ })).toBeHidden();
  });

  test("a session that ended while writing costs nothing: sign in, and Save goes through", async ({ page }) => {
    await openEditor(page);
    await title(page).fill("Written in one go");
    await content(page).fill("Thousands of words");
    await save(page).click();
    const dialog = page.getByRole("dialog", { name: "Sign in to write" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await signIn(page, "ana", "not the password");
    await expect(dialog.getByRole("alert")).toHaveText("That username and password do not match");

    await dialog.getByRole("button", { name: "Not now" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The post was not saved" })).toBeVisible();
    await expect(content(page)).toHaveValue("Thousands of words");

    await page.getByRole("button", { name: "Try again" }).click();
    await signIn(page, "ana", site.passwords.ana);
    await expect(page.getByText("Blog post created successfully!", { exact: true })).toBeVisible();

    await page.getByRole("link", { name: "Write a new post" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await page.goto("/blog", { waitUntil: "networkidle" });
    await expect(page.getByText("For authors")).toBeHidden();
  });

  test("two authors editing one post both keep their words", async ({ page, browser }) => {
    const other = await (await browser.newContext({ baseURL: address })).newPage();
    await asAuthor(page, "ben", site.passwords.ben);
    await other.context().addCookies(await page.context().cookies());
    const id = await createPost(page, { title: "Shared", content: "As it was", published: true });
    const open = async (each: Page) => {
      await openEditor(each, id);
      await expect(content(each)).toHaveValue("As it was");
    };

    await open(page);
    await open(other);
    await content(other).fill("Theirs, saved first");
    await save(other).click();
    await expect(other).toHaveURL("/blog");
    await content(page).fill("Mine, saved second");
    await save(page).click();
    await expect(page.getByRole("region", { name: /Somebody else saved this post/ })).toBeFocused();
    await expect(page.getByLabel("Theirs: Content")).toHaveValue("Theirs, saved first");
    await expect(page.getByLabel("Mine: Content")).toHaveValue("Mine, saved second");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Merge by hand" }).click();
    await expect(page.getByLabel("Theirs: Content")).toHaveValue("Theirs, saved first");
    await content(page).fill("Theirs and mine");
    await save(page).click();
    await expect(page.getByText("Blog post saved", { exact: true })).toBeVisible();
    expect((await readPost(page, "shared")).content).toBe("Theirs and mine");
  });

  test("after a conflict one version can be taken whole", async ({ page }) => {
    await asAuthor(page, "ben", site.passwords.ben);
    const id = await createPost(page, { title: "Twice", content: "As it was", published: true });
    await openEditor(page, id);
    await content(page).fill("Mine");
    await savedByOther(page, id, "Theirs");
    await save(page).click();
    await page.getByRole("button", { name: "Use theirs" }).click();
    await expect(content(page)).toHaveValue("Theirs");

    await content(page).fill("Mine again");
    await savedByOther(page, id, "Theirs again");
    await save(page).click();
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(page.getByText("Blog post saved", { exact: true })).toBeVisible();
    expect((await readPost(page, "twice")).content).toBe("Mine again");
  });

  test("a deleted post is in the bin, and comes back", async ({ page }) => {
    await asAuthor(page, "ben", site.passwords.ben);
    const id = await createPost(page, { title: "Short-lived", content: "Here", published: true });
    await openEditor(page, id);
    await page.getByRole("button", { name: "Delete" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Move to the trash" }).click();
    await expect(page).toHaveURL("/blog");
    await expect(page.getByRole("article").filter({ hasText: "Short-lived" })).toBeHidden();
    await page.getByRole("button", { name: "Restore Short-lived" }).click();
    await expect(page.getByRole("article").filter({ hasText: "Short-lived" })).toBeVisible();
  });

  test("an image is uploaded by button, drop or paste, without its metadata", async ({ page }) => {
    await asAuthor(page, "ben", site.passwords.ben);
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
    expect(stored.includes("Where it was taken")).toBe(false);
    await expectAccessible(page);

    for (const way of ["drop", "paste"] as const) {
      const before = await address.inputValue();
      await address.evaluate(handOver, { way, bytes: [...file.buffer] });
      await expect(address).not.toHaveValue(before);
      await expect(address).toHaveValue(/^\/media\//);
      // Until then the next one is not taken.
      await expect(page.getByText("Uploaded. Now describe it below.")).toBeVisible();
    }

    await page.getByLabel("Image file").setInputFiles({ ...file, buffer: Buffer.from("not an image") });
    await expect(page.getByText("lot.png is not an image that we can read.")).toBeVisible();
    await expectAccessible(page);
  });

  test("an image is stored in several sizes, and a phone fetches a small one", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/blog/how-to-read-an-apr");
    const hero = page.locator("article img").first();
    await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("-w640.webp");

    await page.setViewportSize({ width: 1280, height: 720 });
    await asAuthor(page, "ben", site.passwords.ben);
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

  test("an image is uploaded from a browser that writes no WebP, and notes of its own into a JPEG", async ({
    page,
  }) => {
    await page.addInitScript(writeLikeSafari);
    await asAuthor(page, "ben", site.passwords.ben);
    await openEditor(page);
    await page
      .getByLabel("Image file")
      .setInputFiles({ name: "lot.png", mimeType: "image/png", buffer: pngWithText() });
    const address = page.getByLabel("Hero Image URL");
    await expect(address).toHaveValue(/^\/media\/[\w-]+\.jpg$/);
    const stored = await (await page.request.get(await address.inputValue())).body();
    expect(stored.includes("Exif")).toBe(false);
    expect(stored.includes("JFIF")).toBe(true);
    await page.getByLabel("Image description").fill("A blue truck on a lot");
    const shown = preview(page).getByRole("img", { name: "A blue truck on a lot" });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  });
});

/** Makes images drawn on a canvas those of Safari: PNG instead of WebP, EXIF and Photoshop's notes in a JPEG. */
function writeLikeSafari() {
  const toBlob = HTMLCanvasElement.prototype.toBlob;
  const segment = (marker: number, words: string) => {
    const content = new TextEncoder().encode(words);
    return [new Uint8Array([0xff, marker, 0, content.length + 2]), content];
  };
  HTMLCanvasElement.prototype.toBlob = function (answer, type, quality) {
    const written = type === "image/jpeg" ? type : "image/png";
    const annotated = (blob: Blob | null) => {
      if (!blob || written === "image/png") return answer(blob);
      // Behind the JFIF header, which takes 18 bytes.
      const notes = [...segment(0xe1, "Exif\0\0MM\0*"), ...segment(0xed, "Photoshop 3.0\0")];
      answer(new Blob([blob.slice(0, 20), ...notes, blob.slice(20)], { type: written }));
    };
    toBlob.call(this, annotated, written, quality);
  };
}

/** The editor, once it answers: it has then said who may write. */
async function openEditor(page: Page, id?: string) {
  await page.goto(id ? `/blog/new?edit=${id}` : "/blog/new");
  await expect(page.getByText(/anybody can write|Signed in as|Saving is for our authors/)).toBeVisible();
}

async function signIn(page: Page, username: string, password: string) {
  const dialog = page.getByRole("dialog", { name: "Sign in to write" });
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in as the dialog would; the browser remembers that it is an author's. */
async function asAuthor(page: Page, username: string, password: string) {
  await page.goto("/apply");
  await page.evaluate(
    async ([username, password]) => {
      localStorage.setItem("author", "1");
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/session", { method: "POST", headers, body: JSON.stringify({ username, password }) });
    },
    [username, password],
  );
}

async function createPost(page: Page, post: { title: string; content: string; published: boolean }) {
  const response = await page.request.post("/api/blog", { data: post });
  return (await response.json()).id as string;
}

async function readPost(page: Page, slug: string) {
  return (await page.request.get(`/api/blog/${slug}`)).json();
}

async function savedByOther(page: Page, id: string, content: string) {
  const { slug, title, updatedAt } = await (await page.request.get(`/api/blog/id/${id}`)).json();
  const data = { title, slug, content, published: true, updatedAt: Date.parse(updatedAt) };
  expect((await page.request.put(`/api/blog/id/${id}`, { data })).status()).toBe(200);
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
