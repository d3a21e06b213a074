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

test("a manager looks at a file before it is imported; what is bad is named and left out, and what is no CSV in UTF-8 is refused", async ({
  page,
}) => {
  await test.step("a file that is no CSV, or not in UTF-8, is refused with a sentence; the sample file is offered", async () => {
    await enter(page, "demo-manager", "/desk/import");
    const box = page.getByLabel("File");
    await box.setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2") });
    await expect(page.getByRole("alert")).toContainText("The first line must name the columns");
    await box.setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from([0x4b, 0xe9, 0x0a]) });
    await expect(page.getByText("This file is not in UTF-8.")).toBeVisible();
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
    for (const name of ["Peña", "Nuñez"]) {
      const bytes = Buffer.from(`\ufeffKind\tName\tMetro\tEmail for leads\ndealer\t${name}\tDFW\ta@b.test`, "utf16le");
      const buffer = name === "Peña" ? bytes : bytes.swap16();
      await box.setInputFiles({ name: "unicode.txt", mimeType: "text/plain", buffer });
      await expect(page.getByRole("listitem").filter({ hasText: "New, line 2" })).toContainText(name);
    }
    const sample = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download a sample file (CSV)" }).press("Enter");
    const path = await (await sample).path();
    await box.setInputFiles(path);
    await expect(page.getByRole("heading", { name: "What an import would do" })).toBeVisible();
    await expect(page.getByText("This file is not in UTF-8.")).toHaveCount(0);
  });

  await test.step("a manager looks at a file before it is imported; what is bad is named and left out", async () => {
    const word = ownWord();
    const [motors, bank] = [`Motors ${word}`, `Bank ${word}`];
    await page.goto("/desk/directory");
    await page.getByRole("link", { name: "Import from a file" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import lenders and dealers");
    const good = `dealer;${motors};;Austin;leads@example.com;512 555 0100`;
    await page.getByLabel("File").setInputFiles(csv(good, `lender;${bank};Major banks;;nobody;`));
    await expect(page.getByRole("listitem").filter({ hasText: "Bad, line 3" })).toContainText(
      "Enter a valid email.",
    );
    await expect(page.getByRole("listitem").filter({ hasText: "New, line 2" })).toContainText(motors);
    await expectAccessible(page);
    const { dealers } = await (await page.request.get("/api/desk/directory")).json();
    expect(dealers.map(({ name }: { name: string }) => name)).not.toContain(motors);
    await page.getByRole("button", { name: "Import 1" }).press("Enter");
    await expect(page.getByText("1 added, 0 changed.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Imported" })).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "The import is done." })).toBeAttached();

    await page.getByLabel("File").setInputFiles(csv(good));
    await expect(page.getByText("There is nothing to import.")).toBeVisible();
    await page.getByLabel("File").setInputFiles(csv(good.replace("0100", "0199")));
    await expect(page.getByRole("listitem").filter({ hasText: "Changed, line 2" })).toContainText("512 555 0199");
    await expectReflow(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Import 1" }).press("Enter");
    await expect(page.getByText("0 added, 1 changed.")).toBeVisible();
    await page.getByRole("link", { name: "Open the directory" }).press("Enter");
    await expect(page.getByRole("row").filter({ has: page.getByRole("heading", { name: motors }) })).toContainText(
      "(512) 555-0199",
    );
  });
});
