import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Made } from "../answers.ts";
import { beIdle, openPage, screen, waitFor, within } from "../screen.tsx";

/** How sending ends on the screen. That it is stored once: test/worker/form/submit-once.test.ts. */

const SUBMIT = "POST /api/applications/submit";
const CONSENTS = /^(Calls|Electronic|Accuracy)/;
const sent = () => Response.json({ ok: true, success: true, ref: "a-reference" }, { status: 201 });
const offline = () => {
  throw new TypeError("Failed to fetch");
};

/** The review of a complete application, boxes ticked. Submits get these answers in order, then the last. */
async function openReview(...answers: ((call: Made) => Response)[]) {
  const draft = { answers: exampleApplication(), typed: {}, until: Number.MAX_SAFE_INTEGER };
  sessionStorage.setItem("application", JSON.stringify(draft));
  const left = [...answers];
  beIdle();
  const page = await openPage("/apply/review", {
    [SUBMIT]: (call) => (left.length > 1 ? left.shift() : left[0])?.(call) as Response,
  });
  const check = async () => {
    for (const box of await screen.findAllByRole("checkbox", { name: CONSENTS })) await page.user.click(box);
  };
  await check();
  const press = (name: string) => page.user.click(screen.getByRole("button", { name }));
  return { ...page, press, check, submits: () => page.asked.filter(({ name }) => name === SUBMIT) };
}

const arrivedAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
const failure = () => within(screen.getByRole("main")).findByRole("alert");

test.each([
  [
    "a refusal with the server's reason",
    () => Response.json({ ok: false, success: false, error: "Valid email is required" }, { status: 400 }),
    "Submission FailedValid email is required",
  ],
  [
    "an answer that is not JSON",
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    "Server ErrorServer gave an invalid response.",
  ],
  ["no answer", offline, "Submission ErrorFailed to fetch"],
])("%s is told, and trying again sends the same key", async (_, answer, words) => {
  const { press, submits } = await openReview(answer, sent);
  await press("Submit Application");
  const alert = await failure();
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(alert.textContent).toContain(words);
  const toast = await screen.findByRole("region", { name: "Notifications (F8)" });
  // A toast stays while the window is not in use.
  window.dispatchEvent(new Event("blur"));
  await waitFor(() => expect(within(toast).getByRole("listitem").textContent).toContain(words));
  expect(location.pathname).toBe("/apply/review");
  screen.getByText("Maria Lopez");

  await press("Try again");
  await arrivedAt("/thank-you");
  const [first, second] = submits().map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(toast.textContent).not.toContain(words);
});

test.each(["ok", "success"])("JSON with %s true is a success whatever the status", async (flag) => {
  const { press } = await openReview(() => Response.json({ [flag]: true, ref: "a-reference" }, { status: 500 }));
  await press("Submit Application");
  await arrivedAt("/thank-you");
  expect((await screen.findByRole("link", { name: "See your results" })).getAttribute("href")).toBe(
    "/results?ref=a-reference",
  );
});

test("a submit's key survives a reload, and changes with an answer", async () => {
  const keys: (string | null)[] = [];
  const refuse = ({ headers }: Made) => {
    keys.push(headers.get("idempotency-key"));
    return offline();
  };
  const submit = async (user: UserEvent) => {
    for (const box of await screen.findAllByRole("checkbox", { name: CONSENTS })) await user.click(box);
    await user.click(screen.getByRole("button", { name: "Submit Application" }));
    await failure();
  };
  const { press } = await openReview(refuse);
  await press("Submit Application");
  await failure();
  await submit((await openPage("/apply/review", { [SUBMIT]: refuse })).user);
  for (const typed of ["", " Heights"]) {
    const { user } = await openPage("/apply/contact", { [SUBMIT]: refuse });
    if (typed) await user.type(screen.getByLabelText("City"), typed);
    await user.click(screen.getByRole("button", { name: "Save and return to review" }));
    await screen.findByText("Submit Application");
    await submit(user);
  }
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test("while the answer is awaited the button says so and rests", async () => {
  const answer = Promise.withResolvers<Response>();
  const { press, user } = await openReview(() => answer.promise as unknown as Response);
  await press("Submit Application");
  const button = await screen.findByRole("button", { name: "Submitting..." });
  expect(button).toHaveProperty("disabled", true);
  await user.click(screen.getAllByRole("link", { name: "Edit Residence" }).at(-1) as HTMLElement);
  await screen.findByRole("heading", { level: 1, name: "Residence" });
  answer.resolve(sent());
  await arrivedAt("/thank-you");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
  expect(Object.values(sessionStorage).join()).not.toContain("Maria");
});

test("every page of the form says when the application was sent", async () => {
  // Late in the evening, it is the next day in UTC.
  sessionStorage.setItem("reference", JSON.stringify({ ref: "a-reference", at: "2026-11-25T04:00:00.000Z" }));
  for (const path of ["/apply/contact", "/apply/downpayment", "/apply/review"]) {
    const { user } = await openPage(path, {});
    await screen.findByRole("heading", { name: "You sent your application on November 24, 2026" });
    expect(screen.queryAllByRole("textbox")).toEqual([]);
    expect(screen.queryByText("Incomplete")).toBeNull();
    expect(screen.queryByRole("button", { name: "Submit Application" })).toBeNull();
    if (path !== "/apply/review") continue;
    const results = screen.getByRole("link", { name: "See your results" });
    expect(results.getAttribute("href")).toContain("a-reference");
    await user.click(screen.getByRole("link", { name: "Start a new application" }));
    await arrivedAt("/apply/contact");
    await user.type(await screen.findByLabelText(/Full Name/), "Ana");
    await openPage("/apply/review", {});
    await screen.findByRole("heading", { name: "Incomplete Application" });
    expect(screen.queryByText(/You sent your application/)).toBeNull();
  }
});

test("a box that a program unticked without an event is no consent", async () => {
  const { press, submits } = await openReview(sent);
  const [box] = screen.getAllByRole<HTMLInputElement>("checkbox", { name: CONSENTS });
  (box as HTMLInputElement).checked = false;
  await press("Submit Application");
  await screen.findByRole("alert", { name: "There is a problem" });
  expect(submits()).toEqual([]);
});
