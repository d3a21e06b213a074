import { expectAccessible } from "../../axe.ts";
import { enter } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expectReflow } from "../../reflow.ts";
import { expect, test } from "../../test.ts";

const HEAD = "Kind;Name;Category;Metro;Email for leads;Phone";

function csv(...lines: string[]) {
  const buffer = Buffer.from([HEAD, ...lines].join("\r\n"));
  return { name: "directory.csv", mimeType: "text/csv", buffer };
}

test("a manager imports a file, whose wrong lines are named", async ({ page }) => {
  const word = ownWord();
  const [motors, bank] = [`Motors ${word}`, `Bank ${word}`];
  await enter(page, "demo-manager", "/desk/directory");
  await page.getByRole("link", { name: "Import from a file" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import lenders and dealers");
  const box = page.getByLabel("File");
  const press = () => page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await press();
  await expect(page.getByRole("alert")).toContainText("Choose a file that is not empty");
  await box.setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from([0x4b, 0xe9, 0x0a]) });
  await expect(page.getByText("This file is not in UTF-8.")).toBeVisible();
  await expect(box).toHaveAttribute("aria-invalid", "true");

  const good = `dealer;${motors};;Austin;leads@example.com;512 555 0100`;
  await box.setInputFiles(csv(good, `lender;${bank};Major banks;;nobody;`, `broker;${bank};;;;`));
  await expect(page.getByText("This file is not in UTF-8.")).toHaveCount(0);
  await press();
  for (const line of ["Line 3: Enter a valid email", "Line 4: Kind must be lender or dealer"])
    await expect(page.getByRole("alert")).toContainText(line);
  await expectAccessible(page);
  await expectReflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await box.setInputFiles(csv(good));
  await press();
  await expect(page.getByText("1 added, 0 changed.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "The import is done." })).toBeAttached();
  await box.setInputFiles(csv(good.replace("0100", "0199")));
  await press();
  await expect(page.getByText("0 added, 1 changed.")).toBeVisible();
  const sample = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download a sample file (CSV)" }).press("Enter");
  expect((await sample).suggestedFilename()).toBe("directory-sample.csv");
  await page.getByRole("link", { name: "Open the directory" }).press("Enter");
  await expect(page.getByRole("row").filter({ has: page.getByRole("heading", { name: motors }) })).toContainText(
    "(512) 555-0199",
  );
});
