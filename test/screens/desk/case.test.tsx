import { expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Case } from "../../../web/desk/api.ts";
import { type Answers, refused } from "../answers.ts";
import { saidAtTheDesk, signedInAs } from "../desk.ts";
import { button, descriptionOf, openPage, press, screen, waitFor, within, write } from "../screen.tsx";

/** A case for a specialist, with these changes to a new one. */
function aCase(changes: Partial<Case> = {}): Case {
  return {
    id: "a1",
    spokenReference: "BAP-PCTD-33",
    language: "en",
    createdAt: AT,
    promisedSince: AT,
    status: "submitted",
    outcome: null,
    nextStatuses: ["in_review"],
    reopenedStatuses: [],
    owner: null,
    workRefusal: null,
    sendRefusal: null,
    contactStoppedAt: null,
    next: null,
    answers: exampleApplication() as Case["answers"],
    contact: { call: { allowed: true }, email: { allowed: true } } as Case["contact"],
    attribution: {},
    isEmailConfirmed: true,
    hasBounced: false,
    forecast: { score: 86, version: 1, points: [] } as unknown as Case["forecast"],
    flags: [],
    lenders: [],
    dealersThatFit: 0,
    suggestions: [],
    firstContact: null,
    appointment: null,
    papers: [],
    letters: [],
    mails: [],
    events: [],
    referrals: [],
    consent: {
      stated: null,
      isByPhone: false,
      readBy: null,
      doubts: [],
      receivedAt: AT,
      ip: null,
      userAgent: null,
      texts: [],
      fits: null,
      ticked: [],
    },
    duplicates: [],
    mergedInto: null,
    merged: [],
    permissions: [],
    staff: [],
    ...changes,
  };
}

const AT = "2026-11-18T15:00:00.000Z";

function openCase(changes: Partial<Case> = {}, answers: Answers = {}) {
  return openPage("/desk/case/a1", {
    ...signedInAs("specialist"),
    "GET /api/desk/case/:id": aCase(changes),
    ...answers,
  });
}

test("the number is there to be called when that is allowed, and no more outside calling hours, but a reason is", async () => {
  const phone = "915 555 0123";
  const number = () => screen.queryByRole("link", { name: phone });
  const answers = { ...aCase().answers, phone };
  await openCase({ answers });
  await waitFor(() => expect(number()?.getAttribute("href")).toBe("tel:9155550123"));

  const call = { allowed: false, reason: "It is too early there.", opensAt: "2026-11-18T16:00:00.000Z" } as const;
  await openCase({
    answers: { ...answers, phone: "••• ••• 23" },
    contact: { call, email: { allowed: true } } as unknown as Case["contact"],
  });
  await screen.findByText(call.reason);
  expect(screen.getByText(/^, from/).parentElement?.textContent).toBe("No calls now, from Nov 18, 10:00 AM");
  expect(number()).toBeNull();
});

test("an address that turns our mails away is said to be doubtful; where one was marked as spam, it is only said why not to write", async () => {
  const mail = { kind: "confirmation", subjectId: "a1", createdAt: AT, revivedAt: null, sentAt: AT } as const;
  const doubt = () => screen.queryByText(/so this address may be wrong. Call and ask/);
  await openCase({ hasBounced: true, mails: [{ ...mail, status: "dead", lastError: "hard-bounce" }] });
  await waitFor(() => expect(doubt()).not.toBeNull());
  expect(screen.getByText(/could not be delivered \(hard-bounce\)/).className).toContain("text-alert");

  const reason = "Our email was marked as spam.";
  await openCase({
    hasBounced: true,
    mails: [{ ...mail, status: "sent", lastError: "marked-as-spam" }],
    contact: { call: { allowed: true }, email: { allowed: false, reason, opensAt: null } } as Case["contact"],
  });
  await screen.findByText(reason);
  expect(doubt()).toBeNull();
  expect(screen.getByText(/: sent \(marked-as-spam\)/).className).toContain("text-alert");
});

test("what a removed member works on is told in words and offered to colleagues", async () => {
  await openCase({
    status: "in_review",
    owner: { id: "u-gone", username: null },
    workRefusal: "A former member works on this application. Claim it first.",
    events: [
      {
        id: 1,
        at: AT,
        by: "demo-manager",
        event: { kind: "owner", ownerId: "u-gone" },
        ownerName: null,
        isClaim: false,
      },
    ],
  });
  await screen.findByText("A former member works on it.");
  const main = screen.getByRole("main");
  expect(main.textContent).toContain("demo-manager handed it to a former member");
  expect(button("Claim")).not.toBeNull();
  expect(main.textContent).not.toContain("null");
});

test("with too little income a case shows no figure, as the applicant saw none", async () => {
  await openCase({ answers: { ...aCase().answers, grossMonthlyIncome: 20, cashDownPayment: 0 } });
  await screen.findByText("With this income and money down no figure would help. The applicant was shown none.");
});

test("a case says what the applicant was shown of their budget, and leads to the calculator with these amounts", async () => {
  // 15% of $3,800 is $570, which pays off $25,977.06 in 60 months at 11.4%; ($25,977.06 + $1,000 - $332 fees) / 1.0625.
  await openCase({ answers: { ...aCase().answers, grossMonthlyIncome: 3800, cashDownPayment: 1000 } });
  const link = await screen.findByRole("link", { name: "Open in the calculator" });
  expect(link.getAttribute("href")).toBe("/calculator?want=price&payment=570&down=1000&months=60");
  expect(screen.getByRole("main").textContent).toContain(
    "$570 to $760 for payment and insurance. $570 a month, 60 months at 11.40% APR, carries a used car of $25,077. An estimate, not an offer.",
  );
});

test("a manager reopens a closed case, once there is a reason", async () => {
  const { asked } = await openCase(
    { status: "withdrawn", outcome: "undecided", nextStatuses: [], reopenedStatuses: ["submitted"] },
    { ...signedInAs("manager"), "POST /api/desk/case/:id/reopen": () => Response.json({ ok: true, success: true }) },
  );
  await press("Reopen application");
  const why = screen.getByLabelText("Why?");
  await waitFor(() => expect(document.activeElement).toBe(why));
  await write(why, "It was their brother who withdrew");
  await press("Reopen application");
  await saidAtTheDesk("Reopened. The status is now: Submitted.");
  const reopened = asked.filter(({ name }) => name.endsWith("/reopen")).map(({ body }) => body);
  expect(reopened).toEqual([{ to: "submitted", reason: "It was their brother who withdrew" }]);
});

test("what a form of the desk needs is said at its field, which takes focus; once sent, a refusal loses nothing of it", async () => {
  let isRefused = true;
  const { asked } = await openCase(
    {},
    {
      "POST /api/desk/case/:id/notes": () =>
        isRefused ? refused(409, "Claim this application first.") : Response.json({ ok: true, success: true }),
    },
  );
  const sent = () => asked.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  await press("Add note");
  const note = screen.getByLabelText("Note") as HTMLTextAreaElement;
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(descriptionOf(note)).toContain("Please write the note");
  await write(note, "x".repeat(5001));
  expect(descriptionOf(note)).toContain("Please use 5000 characters or fewer");
  await press("Add note");
  expect(sent()).toEqual([]);
  await write(note, "Prefers mornings");
  expect(note.getAttribute("aria-invalid")).toBeNull();
  await press("Add note");
  const form = within(note.closest("form") as HTMLElement);
  await waitFor(() => expect(form.getByRole("alert").textContent).toContain("Claim this application first."));
  expect(note.value).toBe("Prefers mornings");
  isRefused = false;
  await press("Add note");
  await saidAtTheDesk("The note is in the timeline.");
  expect(note.value).toBe("");
  expect(note.getAttribute("aria-invalid"), "an empty form that nobody tried to send has no message").toBeNull();
  expect(sent()).toEqual([{ text: "Prefers mornings" }, { text: "Prefers mornings" }]);
});

test("a note and a letter that were typed are there again after Escape and a page load, for the same member only, and gone once sent, canceled or signed out", async () => {
  const done = () => Response.json({ ok: true, success: true });
  const note = () => screen.findByLabelText("Note") as Promise<HTMLTextAreaElement>;
  const kept = () => JSON.stringify(sessionStorage);
  await openCase();
  await write(await note(), "Works nights");
  await openCase({}, { ...signedInAs("manager") });
  expect((await note()).value).toBe("");
  await openCase({}, { "POST /api/desk/case/:id/notes": done });
  expect((await note()).value).toBe("Works nights");
  await press("Add note");
  await saidAtTheDesk("The note is in the timeline.");
  await waitFor(() => expect(kept()).not.toContain("Works nights"));

  const letters = { ...signedInAs("manager"), "GET /api/desk/letters": { templates: [] }, "DELETE /api/session": done };
  const body = () => screen.findByLabelText("Letter") as Promise<HTMLTextAreaElement>;
  await openPage("/desk/letters", letters);
  await press("Add a letter");
  await write(await body(), "Hello {firstName}");
  screen.getByRole<HTMLDialogElement>("dialog", { name: "Add a letter" }).close();
  await press("Add a letter");
  expect((await body()).value).toBe("Hello {firstName}");
  await openPage("/desk/letters", letters);
  await press("Add a letter");
  expect((await body()).value).toBe("Hello {firstName}");
  await press("Cancel");
  await press("Add a letter");
  expect((await body()).value).toBe("");
  await write(await body(), "Hello again");
  await waitFor(() => expect(kept()).toContain("Hello again"));
  vi.spyOn(location, "assign").mockReturnValueOnce();
  await press("Sign out");
  await waitFor(() => expect(kept()).not.toContain("Hello again"));
});
