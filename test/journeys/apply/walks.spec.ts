import type { Page } from "@playwright/test";
import fc from "fast-check";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { consent, heading, hydrated, press, resume, toast } from "../applicant.ts";
import { expect, test } from "../test.ts";

/** Whatever the applicant does, every field shows what was typed into it last. */

const WALKS = process.env.LONG ? 500 : 3;
const SEED = Number(process.env.SEED);
const ONE_HOUR = 60 * 60_000;

/** The steps in order, with a heading that shows that each is there. */
const headings = {
  contact: "Contact Information",
  employment: "Employment",
  residence: "Residence",
  "banking-credit": "Banking & Credit",
  downpayment: "Auto History & Down Payment",
  review: "Review Your Application",
};
type Step = keyof typeof headings;
const STEPS = Object.keys(headings) as Step[];

/** Some fields of each step, with texts that Continue accepts and others that it refuses. */
const fields: Record<Step, { name: string; accepted: string[]; refused: string[] }[]> = {
  contact: [
    { name: "fullName", accepted: ["Ana Ruiz", "José Ñandú"], refused: ["", "x"] },
    { name: "email", accepted: ["ana@example.com"], refused: ["ana@", "ana example.com"] },
  ],
  employment: [{ name: "grossMonthlyIncome", accepted: ["1", "4200"], refused: ["", "-3", "much"] }],
  residence: [{ name: "timeAtCurrentResidenceYears", accepted: ["4", "12"], refused: ["99", "-1"] }],
  "banking-credit": [{ name: "bankName", accepted: ["", "Frost Bank"], refused: ["b".repeat(300)] }],
  downpayment: [{ name: "cashDownPayment", accepted: ["0", "1500"], refused: ["-5", "9999999"] }],
  review: [],
};

/** Storage may become full or forbidden halfway. From then on, answers last as long as the page. */
const storages = ["kept", "full", "none"] as const;
const actions = ["type", "type", "type", "continue", "continue", "back", "return", "reload", "jump", "submit"] as const;
const walks = fc.record({
  start: fc.constantFrom(...STEPS),
  steps: fc.array(fc.record({ action: fc.constantFrom(...actions), choice: fc.nat(1000) }), {
    minLength: 5,
    maxLength: 12,
  }),
});

for (const storage of storages) {
  test(`random walks through the form lose nothing that was typed, storage ${storage}`, async ({ page }) => {
    test.setTimeout(ONE_HOUR);
    await page.route("**/api/applications/submit", (route) => route.abort());
    await fc.assert(
      fc.asyncProperty(walks, async ({ start, steps }) => {
        const walk = await begin(page, start, storage);
        for (const { action, choice } of steps) {
          await walk[action](choice);
          await walk.check();
        }
      }),
      { numRuns: Math.ceil(WALKS / storages.length), seed: SEED, endOnFailure: true },
    );
  });
}

/** A browser, and a model of it: the value of each field, and the open page. */
async function begin(page: Page, start: Step, storage: (typeof storages)[number]) {
  const held = new Map<string, string>();
  const example: Record<string, unknown> = exampleApplication();
  for (const { name } of Object.values(fields).flat()) held.set(name, String(example[name] ?? ""));
  let at: Step = start;
  const visited: Step[] = [];

  await resume(page, `/apply/${start}`);
  if (storage === "full") {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("", "QuotaExceededError");
      };
    });
  }
  if (storage === "none") {
    await page.evaluate(() => {
      const forbidden = {
        get: () => {
          throw new DOMException("", "SecurityError");
        },
      };
      Object.defineProperties(window, { sessionStorage: forbidden, localStorage: forbidden });
    });
  }

  const isAccepted = () => fields[at].every(({ name, refused }) => !refused.includes(held.get(name) ?? ""));
  const arrive = async (step: Step) => {
    at = step;
    await expect(page).toHaveURL(new RegExp(`/apply/${step}$`));
    await expect(heading(page)).toHaveText(headings[step]);
    // Before, boxes are empty, and erasing what they will hold would change nothing.
    await hydrated(page);
  };
  return {
    type: async (choice: number) => {
      const count = fields[at].length;
      const field = fields[at][choice % count];
      if (!field) return;
      const texts = [...field.accepted, ...field.refused];
      const text = texts[Math.floor(choice / count) % texts.length] as string;
      held.set(field.name, text);
      await page.locator(`[name=${field.name}]`).fill(text);
    },
    continue: async () => {
      if (at === "review") return;
      await page.locator("main form [type=submit]").first().press("Enter");
      if (!isAccepted()) return expect(page.locator("main").getByRole("alert").first()).toBeFocused();
      visited.push(at);
      // All other steps are answered, so every step leads back to the review.
      await arrive("review");
    },
    back: async () => {
      if (at === "contact") return;
      visited.push(at);
      await page.locator("main").getByRole("link", { name: "Back", exact: true }).press("Enter");
      await arrive(STEPS[STEPS.indexOf(at) - 1] as Step);
    },
    /** With the browser's Back. */
    return: async () => {
      const before = visited.pop();
      if (!before) return;
      await page.goBack();
      await arrive(before);
    },
    reload: async () => {
      if (storage !== "kept") return;
      await page.reload();
      await hydrated(page);
    },
    jump: async (choice: number) => {
      const step = STEPS[choice % STEPS.length] as Step;
      if (storage !== "kept" || step === at) return;
      visited.push(at);
      await page.goto(`/apply/${step}`);
      await arrive(step);
    },
    submit: async () => {
      if (at !== "review") return;
      const button = page.getByRole("button", { name: "Submit Application" });
      if (await button.isDisabled()) return;
      await consent(page);
      await press(page, "Submit Application");
      await expect(toast(page)).toContainText("Submission Error");
      await expect(page.locator("main").getByRole("alert").first()).toBeFocused();
    },
    check: async () => {
      for (const { name } of fields[at]) await expect(page.locator(`[name=${name}]`)).toHaveValue(held.get(name) ?? "");
    },
  };
}
