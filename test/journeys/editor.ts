import { expect, type Page } from "@playwright/test";

/** The editor of posts, as authors use it. */

export const title = (page: Page) => page.getByLabel("Title*");
export const content = (page: Page) => page.getByLabel("Content*");
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
export const save = (page: Page) => page.getByRole("button", { name: "Save Post" });

/** The editor, once it answers: it has then said who may write. */
export async function openEditor(page: Page, id?: string) {
  await page.goto(id ? `/blog/new?edit=${id}` : "/blog/new");
  await expect(page.getByText(/anybody can write|Signed in as|Saving is for our authors/)).toBeVisible();
}
