import { expect, type Page } from "@playwright/test";

export const title = (page: Page) => page.getByLabel("Title*");
export const content = (page: Page) => page.getByLabel("Content*");
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
export const save = (page: Page) => page.getByRole("button", { name: "Save Post" });

/** The editor, once it has said who may write. */
export async function openEditor(page: Page, id?: string) {
  await page.goto(id ? `/blog/new?edit=${id}` : "/blog/new");
  await expect(page.getByText(/anybody can write|Signed in as|Saving is for our authors/)).toBeVisible();
}
