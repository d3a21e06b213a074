import { expect, test } from "vitest";
import { fieldsOf, questions, STEPS, type Step } from "../../../db/model/form/application.ts";
import type { Kind } from "../../../db/model/form/question.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { documentOf } from "../../pages/html.ts";
import { differencesOf } from "../../pages/twins.ts";
import { es } from "../../spanish-words.ts";
import {
  choose,
  descriptionOf,
  field,
  openPage,
  press,
  problems,
  resume,
  screen,
  textsOf,
  waitFor,
  write,
} from "../screen.tsx";

/** What the steps of the form ask, say and refuse. Things only a browser can show: test/journeys. */

const CONTINUE = /^(Continue|Review Application|Continuar|Revisar)/;
const group = (name: string) => screen.queryByRole("group", { name });

/** A field, the typed text (if it is not a choice), and the message. */
type Case = [field: string, typed: string | undefined, message: string];
const refused: Record<string, [Step, ...Case[]]> = {
  "the contact step left blank": [
    "contact",
    ["fullName", "", "Full name is required"],
    ["phone", "", "Valid phone number is required"],
    ["email", "", "Valid email is required"],
    ["city", "", "City is required"],
    ["zip", "", "Valid ZIP code is required"],
  ],
};

test.each(Object.entries(refused))(
  "%s says what is wrong beside each field, and clears nothing",
  async (_, [step, ...cases]) => {
    const { user } = await openPage(paths.step(step));
    for (const [name, typed] of cases) if (typed) await write(field(name), typed);
    await press(CONTINUE);
    const links = await problems();
    expect(textsOf(links)).toEqual(cases.map(([, , message]) => message));
    expect(location.pathname).toBe(paths.step(step));
    for (const [index, [name, typed, message]] of cases.entries()) {
      const control = field(name);
      expect(descriptionOf(typed === undefined ? control.closest("fieldset") : control)).toContain(message);
      expect(control.getAttribute("aria-invalid")).toBe("true");
      if (typed !== undefined) expect(control.value).toBe(typed);
      await user.click(links[index] as HTMLElement);
      expect(document.activeElement).toBe(control);
    }
  },
);

/** A text that each kind of box refuses. */
const REFUSED: Partial<Record<Kind, string>> = {
  text: "x".repeat(101),
  phone: "1",
  email: "ana@x",
  money: "10000000",
  years: "-1",
  months: "12",
};

test.each(STEPS)("the step %s refuses in Spanish as in English", async (step) => {
  const asked = new Set<string>();
  for (const isEmpty of [true, false]) {
    const messages: Record<string, (string | null)[]> = {};
    const shown: Record<string, Document> = {};
    for (const language of ["en", "es"] as const) {
      await openPage(addressOf(paths.step(step), language));
      if (!isEmpty) await answerBadly(step);
      await press(CONTINUE);
      const links = await problems();
      messages[language] = textsOf(links);
      shown[language] = documentOf(document.documentElement.outerHTML);
      for (const link of links) {
        const place = link.getAttribute("href")?.slice(1) ?? "";
        asked.add(place.replace("field-", ""));
        const control = document.getElementById(place);
        const described = [control, control?.closest("fieldset") ?? null].map(descriptionOf).join(" ");
        expect(described).toContain(link.textContent);
      }
    }
    expect(messages.es).toEqual(messages.en?.map((message) => es(message ?? "")));
    expect(differencesOf(shown.en as Document, shown.es as Document)).toEqual({});
  }
  // The others have an answer at first, or are optional.
  const canBeRefused = fieldsOf(step).filter(
    (name) => REFUSED[questions[name].kind] || (questions[name].kind === "choice" && !questions[name].isOptional),
  );
  expect([...asked].toSorted()).toEqual(canBeRefused.toSorted());
});

test.each([
  ["/apply/review", false],
  ["/apply/review", true],
  ["/contact", false],
])("%s refused says the same in both languages, answered or not (%s)", async (path, isAnswered) => {
  const shown: Document[] = [];
  for (const language of ["en", "es"] as const) {
    await (isAnswered ? resume : openPage)(addressOf(path, language));
    if (path === "/contact" || isAnswered) {
      await press(/^(Submit Application|Enviar la solicitud|Send Message|Enviar mensaje)$/);
      await problems();
    }
    shown.push(documentOf(document.documentElement.outerHTML));
  }
  expect(differencesOf(shown[0] as Document, shown[1] as Document)).toEqual({});
});

/** Chooses the first of all choices, since they lead to the most questions, and types what no box accepts. */
async function answerBadly(step: Step) {
  for (const name of fieldsOf(step)) {
    const { kind } = questions[name];
    const box = document.getElementById(`field-${name}`);
    if (kind === "choice") field(name)?.click();
    else if (box && REFUSED[kind]) await write(box, REFUSED[kind]);
  }
}

test("what was wrong is no longer said once it is right", async () => {
  const { user } = await openPage("/apply/contact");
  await write(field("city"), "Austin");
  await press(CONTINUE);
  expect(await problems()).toHaveLength(4);
  const left = () => textsOf(screen.queryByRole("alert") ? [...document.querySelectorAll("main [role=alert] a")] : []);
  const name = field("fullName");
  await user.type(name, "M");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  await user.type(name, "a");
  await waitFor(() => expect(left()).toHaveLength(3));
  expect(name.getAttribute("aria-invalid")).toBeNull();
  expect(descriptionOf(name)).toBe("As it appears on your ID");
  expect(document.activeElement).toBe(name);
  expect(document.title).toMatch(/^Error: /);
  // No new message while typing, not even about a value that was right before.
  await write(field("city"), "");
  expect(left()).toHaveLength(3);
  for (const [box, text] of [
    ["phone", "210 555 0123"],
    ["email", "maria@example.com"],
    ["zip", "78205"],
  ] as const) {
    await write(field(box), text);
  }
  await waitFor(() => expect(left()).toEqual([]));
  expect(document.title).not.toMatch(/^Error: /);
  await press(CONTINUE);
  expect(textsOf(await problems())).toEqual(["City is required"]);
});

test.each([
  ["/apply/employment", "timeOnCurrentJob", "Time on Previous Job"],
  ["/apply/residence", "timeAtCurrentResidence", "Time at Previous Residence"],
])("%s asks for the previous one up to 35 months", async (path, name, previous) => {
  await openPage(path);
  expect(group(previous)).not.toBeNull();
  await write(field(`${name}Years`), "2");
  await write(field(`${name}Months`), "11");
  expect(group(previous)).not.toBeNull();
  await write(field(`${name}Months`), "");
  await write(field(`${name}Years`), "3");
  await waitFor(() => expect(group(previous)).toBeNull());
  await write(field(`${name}Years`), "");
  await waitFor(() => expect(group(previous)).not.toBeNull());
});

test("each answer asks what follows from it", async () => {
  await openPage("/apply/residence");
  const amount = () => field("monthlyRentMortgage");
  expect(amount()).toBeNull();
  await choose("Housing Type", "Rent");
  await write(screen.getByRole("textbox", { name: "Rent" }), "900");
  await choose("Housing Type", "Own/Mortgage");
  expect(screen.getByRole("textbox", { name: "Mortgage" })).toHaveProperty("value", "900");
  for (const housing of ["Live with Family/Friend", "Other"]) {
    await choose("Housing Type", housing);
    expect(amount()).toBeNull();
  }

  await openPage("/apply/banking-credit");
  const checked = (name: string, value: string) => document.querySelector(`[name=${name}][value=${value}]:checked`);
  expect(checked("hasActiveBank", "true")).not.toBeNull();
  expect(checked("repoLast12Months", "false")).not.toBeNull();
  expect(checked("mortgageDelinquent", "false")).not.toBeNull();
  expect([field("accountType"), field("bankName")]).not.toContain(null);
  await choose("Do you have an active bank account?", "No");
  expect([field("accountType"), field("bankName")]).toEqual([null, null]);

  await openPage("/apply/downpayment");
  expect(field("currentFinanceCompany")).toBeNull();
  await choose("Auto Finance History", "Currently Paying");
  expect(field("currentFinanceCompany")).not.toBeNull();
  for (const history of ["Paid Off", "Repo—Voluntary", "Repo—Involuntary", "No Auto Loan History"]) {
    await choose("Auto Finance History", history);
    expect(field("currentFinanceCompany")).toBeNull();
  }
});

test("an answer no longer asked is not sent, and returns when asked", async () => {
  const sent = () => Response.json({ ok: true, success: true, ref: "a-reference" }, { status: 201 });
  const changes = {
    timeOnCurrentJobYears: 10,
    housingType: "Other",
    hasActiveBank: false,
    autoFinanceHistory: "Paid Off",
  };
  const { user, asked } = await resume(
    "/apply/banking-credit",
    { ...changes, hasActiveBank: true },
    { "POST /api/applications/submit": sent },
  );
  await waitFor(() => expect(field("bankName")).toHaveProperty("value", "Frost Bank"));
  await choose("Do you have an active bank account?", "No");
  await choose("Do you have an active bank account?", "Yes");
  expect(field("bankName").value).toBe("Frost Bank");
  await choose("Do you have an active bank account?", "No");
  await press("Save and return to review");
  await screen.findByRole("heading", { level: 1, name: "Review Your Application" });
  for (const dropped of ["Time on Previous Job", "Rent", "Account Type", "Bank Name", "Current Finance Company"]) {
    expect(screen.queryByText(dropped), dropped).toBeNull();
  }
  for (const box of await screen.findAllByRole("checkbox", { name: /^(Calls|Electronic|Accuracy)/ }))
    await user.click(box);
  await press("Submit Application");
  await waitFor(() => expect(location.pathname).toBe("/thank-you"));
  const body = asked[0]?.body;
  expect(body).toMatchObject(changes);
  for (const name of [
    "timeOnPreviousJobYears",
    "monthlyRentMortgage",
    "accountType",
    "bankName",
    "currentFinanceCompany",
  ]) {
    expect(body).not.toHaveProperty(name);
  }
});

test.each([
  ["", "zip", "90210", "We serve Texas. If you live or buy here, just go on."],
  ["", "email", "maria@gmial.com", "Did you mean maria@gmail.com?"],
  ["/es", "email", "maria@gmial.com", "maria@gmail.com?"],
])("%s/apply/contact: what looks wrong in %s only gets a remark: %s", async (prefix, name, typed, remark) => {
  const address = `${prefix}/apply/contact`;
  const { user } = await resume(address);
  await waitFor(() => expect(field(name).value).not.toBe(""));
  await write(field(name), typed);
  await user.tab();
  const isSaid = () => document.querySelector("main")?.textContent?.includes(remark);
  await waitFor(() => expect(isSaid()).toBe(true));
  expect(field(name).getAttribute("aria-invalid")).toBeNull();
  if (name === "email") {
    await press(/maria.*gmail\.com/);
    expect(field(name).value).toBe("maria@gmail.com");
    expect(document.activeElement).toBe(field(name));
    await openPage(address);
    await waitFor(() => expect(field(name).value).toBe("maria@gmail.com"));
  } else {
    await write(field(name), exampleOf(name));
    await user.tab();
  }
  await waitFor(() => expect(isSaid()).toBe(false));
});

function exampleOf(name: string) {
  return name === "zip" ? "78205" : "210 555 0123";
}

test("the progress bar says what is answered, not where one is", async () => {
  const bars = () =>
    [...document.querySelectorAll<HTMLElement>("#progress li")].map((bar) => [
      bar.textContent,
      bar.style.getPropertyValue("--filled"),
    ]);
  await openPage("/apply/review");
  const names = ["Contact", "Employment", "Residence", "Banking", "Review"];
  expect(bars()).toEqual(names.map((name) => [name, ""]));
  await resume("/apply/employment", { purchaseTimeline: undefined } as never);
  await waitFor(() =>
    expect(bars()).toEqual([
      ["Contact done", "100%"],
      ["Employment done", "100%"],
      ["Residence done", "100%"],
      ["Banking", "50%"],
      ["Review", ""],
    ]),
  );
});

test("every step leads back to the review if all others are answered", async () => {
  for (const step of ["contact", "downpayment"] as const) {
    await resume(paths.step(step));
    const button = await screen.findByRole("button", {
      name: step === "downpayment" ? "Review Application" : "Save and return to review",
    });
    await waitFor(() => expect(document.querySelector("form[data-next='/apply/review']")).not.toBeNull());
    expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
    // What Enter in a box presses.
    expect(document.querySelector("main form [type=submit]")).toBe(button);
    button.click();
    await waitFor(() => expect(location.pathname).toBe("/apply/review"));
  }
  await resume("/apply/contact", { purchaseTimeline: undefined } as never);
  await press("Continue to Employment");
  await waitFor(() => expect(location.pathname).toBe("/apply/employment"));
});

test("the review says every answer as a reader would", async () => {
  await resume("/apply/review", { timeOnCurrentJobMonths: 3, timeOnCurrentJobYears: 2, cashDownPayment: 0 });
  const answer = (question: string) => screen.getByText(question, { selector: "dt" }).nextElementSibling?.textContent;
  await waitFor(() => expect(screen.getAllByText("Complete")).toHaveLength(5));
  expect(document.getElementById("incomplete")?.hidden).toBe(true);
  for (const [question, said] of [
    ["Full Name", "Maria Lopez"],
    ["Time on Current Job", "2 years 3 months"],
    ["Rent", "$1,100 a month"],
    ["Do you have an active bank account?", "Yes"],
    ["Are you behind on a mortgage?", "No"],
    ["Cash Down Payment", "$0"],
  ] as const) {
    expect([question, answer(question)]).toEqual([question, said]);
  }

  sessionStorage.clear();
  await openPage("/apply/review");
  const warning = await screen.findByRole("heading", { name: "Incomplete Application" });
  await waitFor(() => expect(warning.closest("[hidden]")).toBeNull());
  expect(screen.getAllByText("Incomplete")).toHaveLength(5);
  const submit = screen.getByRole("button", { name: "Submit Application" });
  expect(submit).toHaveProperty("disabled", true);
  expect(descriptionOf(submit)).toBe("To submit, first complete what is missing.");
});

test("consents are never ticked beforehand, and are asked for on submit", async () => {
  const { user } = await resume("/apply/review");
  const boxes = () => ["consentTexts", "consentElectronic", "certifyAccurate"].map(field);
  await screen.findByRole("checkbox", { name: /^Calls/ });
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false]);
  await press("Submit Application");
  const messages = [
    "You must consent to receive communications",
    "You must consent to electronic disclosures",
    "You must certify the accuracy of your information",
  ];
  const links = await problems();
  expect(textsOf(links)).toEqual(messages);
  for (const [index, box] of boxes().entries()) {
    expect(descriptionOf(box)).toContain(messages[index]);
    await user.click(links[index] as HTMLElement);
    expect(document.activeElement).toBe(box);
  }
  await user.click(boxes()[0] as HTMLElement);
  await press("Submit Application");
  expect(textsOf(await problems())).toEqual(messages.slice(1));
  await user.click(boxes()[1] as HTMLElement);
  await user.click(boxes()[2] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await openPage("/apply/review");
  await screen.findByRole("checkbox", { name: /^Calls/ });
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false]);
});
