import type { Page } from "@playwright/test";
import { exampleCall } from "../../../../db/model/calls/example.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, askForPapers, enter, sendPapers, unfold } from "../../desk.ts";
import { ownName } from "../../mail.ts";
import { expect, test } from "../../test.ts";

/** A page with a black upper half, and one with a black left half. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 5 0 R>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 6 0 R>>endobj
5 0 obj<</Length 18>>stream
0 150 200 150 re f
endstream
endobj
6 0 obj<</Length 16>>stream
0 0 100 300 re f
endstream
endobj
trailer<</Root 1 0 R>>
startxref
0
%%EOF
`;

interface Seen {
  top: boolean;
  left: boolean;
  right: boolean;
  isWide: boolean;
}

/** Which sides of a picture are dark, and whether it is wider than high. */
function expectPicture(page: Page, name: string, expected: Partial<Seen>) {
  const seen = (): Promise<Seen> =>
    page.getByRole("img", { name }).evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext("2d");
      const isDark = (x: number, y: number) =>
        (context?.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data[0] ?? 255) < 100;
      return { top: isDark(0.7, 0.1), left: isDark(0.1, 0.7), right: isDark(0.9, 0.7), isWide: width > height };
    });
  return expect.poll(seen).toMatchObject(expected);
}

test("a specialist turns and enlarges a document, and accepts or refuses it", async ({ page }) => {
  const firstName = ownName();
  const { ref, id } = await applicant(page, { fullName: `${firstName} Lopez`, email: "maria@example.com" });
  await askForPapers(id, ["payStub"]);
  await sendPapers(page, ref, firstName, { payStub: Buffer.from(PDF) });
  await enter(page, "demo-manager");
  await page.request.post(`/api/desk/case/${id}/claim`, { data: {} });
  await page.request.post(`/api/desk/case/${id}/calls`, { data: exampleCall("reached") });
  await page.goto(`/desk/case/${id}`);
  await page.getByRole("button", { name: "Check documents" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Pay stub 1, page 1 of 2" })).toBeFocused();
  await expectPicture(page, "Pay stub 1, page 1 of 2", { top: true, isWide: false });
  await expect(page.getByText("Gross Monthly Income").first()).toBeVisible();
  await page.getByRole("button", { name: "Turn" }).press("Enter");
  await expectPicture(page, "Pay stub 1, page 1 of 2", { right: true, left: false, isWide: true });
  await page.getByRole("button", { name: "Next page" }).press("Enter");
  await expectPicture(page, "Pay stub 1, page 2 of 2", { left: true, right: false, isWide: false });
  const before = await page.getByRole("img", { name: "Pay stub 1" }).boundingBox();
  await page.getByRole("button", { name: "Larger" }).press("Enter");
  const after = await page.getByRole("img", { name: "Pay stub 1" }).boundingBox();
  expect(after?.width).toBeGreaterThan(1.4 * (before?.width ?? 0));
  await expectAccessible(page);

  await page.getByLabel("Or what is wrong?").selectOption({ label: "Photograph all four corners" });
  await page.getByRole("button", { name: "Ask for it again" }).press("Enter");
  await expect(page.getByText("asked to send again: Your newest pay stub")).toBeVisible();
  await page.goto(`/results?ref=${ref}`);
  await expect(page.getByText("Please send it again: Photograph all four corners")).toBeVisible();
  await page.goto(`/desk/case/${id}`);
  await unfold(page, "Documents received");
  await page.getByRole("button", { name: "Pay stub 1" }).press("Enter");
  await page.getByRole("button", { name: "Accept", exact: true }).press("Enter");
  const stub = page.getByRole("checkbox", { name: /^Your newest pay stub/ });
  await expect(stub).toBeChecked();
  await expect(page.getByRole("img", { name: "Pay stub 1" })).toHaveCount(0);
  await stub.press("Space");
  await expect(stub).not.toBeChecked();
});
