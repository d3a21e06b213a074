import { expectAccessible } from "../axe.ts";
import { content, openEditor, preview, save, title } from "../editor.ts";
import { expect, test } from "../test.ts";

/** Before the first author is added, anybody on this machine may write. */

test("a post in Spanish is paired with one in English", async ({ page }) => {
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

test("anybody writes a first post and sees it while typing", async ({ page }) => {
  await test.step("on a phone the toggle changes between form and preview", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openEditor(page);
    await expect(preview(page)).toBeHidden();
    await content(page).fill("Seen later");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(content(page)).toBeHidden();
    await expect(preview(page).getByText("Seen later")).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(content(page)).toHaveValue("Seen later");
    await content(page).fill("");
  });

  await test.step("anybody writes a first post, sees it while typing, and finds it in the list", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openEditor(page);
    await expect(page.getByText("anybody can write until the first author is made")).toBeVisible();
    await expect(page.getByLabel("Publish immediately")).not.toBeChecked();

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
});

test("leaving with unsaved text asks first, however one leaves", async ({ page }) => {
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
