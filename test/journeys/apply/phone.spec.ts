import { consent, continueButton, heading, press, resume } from "../applicant.ts";
import { ownPhone } from "../own.ts";
import { expect, test } from "../test.ts";

for (const language of ["", "/es"]) {
  test(`a phone number reads well, and is sent as typed${language}`, async ({ page }) => {
    const phone = ownPhone().replaceAll(" ", "");
    const inWords = phone.replace(/(...)(...)(....)/, "($1) $2-$3");
    await resume(page, `${language}/apply/contact`, {}, { phone: "512 555 01 1" });
    const box = page.locator("input[name=phone]");
    await expect(box, "incomplete").toHaveValue("512 555 01 1");
    await box.fill("");
    await box.pressSequentially(phone);
    await expect(box).toHaveValue(phone);
    await box.press("Tab");
    await expect(box).toHaveValue(inWords);
    await box.focus();
    await expect(box).toHaveValue(phone);
    await page.reload();
    await expect(box).toHaveValue(inWords);
    await continueButton(page).press("Enter");
    await expect(page.locator("[data-answer=phone] dd")).toHaveText(inWords);
    await consent(page);
    const sent = page.waitForRequest("/api/applications/submit");
    await press(page, language ? "Enviar la solicitud" : "Submit Application");
    expect((await sent).postDataJSON().phone).toBe(phone);
    await expect(heading(page)).toHaveText(/^(Thank You for Your Application!|.*[Gg]racias.*)$/);
    await page.getByRole("link", { name: language ? "Ver sus resultados" : "See your results" }).press("Enter");
    await expect(page.getByText(inWords)).toBeVisible();
  });
}
