import { exampleApplication } from "../../../db/model/form/example.ts";
import { hydrated } from "../applicant.ts";
import { enter, unfoldAll } from "../desk.ts";
import { ownPhone, ownWord } from "../own.ts";
import { expectInSight, LONG_WORDS } from "../reflow.ts";
import { expect, test } from "../test.ts";

/** Words without a break, from strangers and members, on every page of the desk. */

const PAGES = "my-day queue intake directory letters messages stories import dashboard audit status account manage";

/** At most so many characters, none of them halved. */
function cut(text: string, most: number) {
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) if ((kept + segment).length <= most) kept += segment;
  return kept;
}

test("whatever strangers type, every page of the desk stays in sight", async ({ page }) => {
  test.slow();
  await enter(page, "demo-manager");
  const post = async (path: string, data: unknown) => {
    const response = await page.request.post(path, { data });
    expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
    return response.json();
  };
  const cases: string[] = [];
  for (const [kind, word] of Object.entries(LONG_WORDS)) {
    const own = ownWord();
    const data = exampleApplication({
      fullName: cut(`${own} ${word}`, 100),
      city: cut(word, 80),
      bankName: cut(word, 100),
      email: `${own}${"x".repeat(50)}@${"y".repeat(60)}.example.com`,
      phone: ownPhone(),
    });
    await post("/api/applications/submit", data);
    const { id } = (await post("/api/desk/queue/search", { q: own })).applications[0];
    cases.push(id);
    await post("/api/contact", { name: cut(word, 100), message: word.repeat(3), replyTo: cut(word, 200) });
    if (kind !== "latin") continue;
    await post(`/api/desk/case/${id}/claim`, {});
    await post(`/api/desk/case/${id}/notes`, { text: word.repeat(3) });
    const forStaff = { contactPerson: cut(word, 100), phone: "2".repeat(40), notes: word.repeat(5), isActive: true };
    const leadAddress = `${"x".repeat(60)}@${"y".repeat(60)}.example.com`;
    const name = cut(`${own}${word}`, 100);
    await post("/api/desk/directory/dealers", { name, metro: "Austin", leadAddress, ...forStaff });
    await post("/api/desk/letters", {
      name: cut(name, 60),
      language: "en",
      subject: cut(word, 100),
      body: word,
      isActive: true,
    });
  }
  for (const path of [...PAGES.split(" "), ...cases.map((id) => `case/${id}`)]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/desk/${path}`);
    await hydrated(page);
    await expect(page.getByText("Loading")).toHaveCount(0);
    await unfoldAll(page);
    await expectInSight(page, `/desk/${path}`);
  }
  await page.goto(`/desk/case/${cases[0]}`);
  for (const [button, place] of [
    ["Send to...", "the window for sending"],
    ["Letter...", "the window for a letter"],
  ] as const) {
    await page.getByRole("button", { name: button }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectInSight(page, place);
    await page.keyboard.press("Escape");
  }
});
