import { afterEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Case } from "../../../web/desk/api.ts";
import { type Answers, refused } from "../answers.ts";
import { saidAtTheDesk, signedInAs } from "../desk.ts";
import { button, descriptionOf, openPage, press, screen, textsOf, unfold, waitFor, within, write } from "../screen.tsx";

/** A case for a specialist, with these changes to a new one. */
function aCase(changes: Partial<Case> = {}): Case {
  return {
    id: "a1",
    spokenReference: "BAP-PCTD-33",
    language: "en",
    createdAt: AT,
    promisedSince: AT,
    dueAt: AT,
    firstContactAt: null,
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
    files: [],
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
const file = { id: "f1", paper: "payStub", size: 9, type: "image/jpeg" } as const;
const arrived = { paper: "payStub", receivedAt: AT, isAccepted: false, refusal: null } as const;
/** A case that a member works on, whose applicant was reached. */
const worked = { status: "docs_requested", owner: { id: "m1", username: "demo-specialist" } } as const;

afterEach(() => void vi.useRealTimers());

function openCase(changes: Partial<Case> = {}, answers: Answers = {}) {
  return openPage("/desk/case/a1", {
    ...signedInAs("specialist"),
    "GET /api/desk/case/:id": aCase(changes),
    ...answers,
  });
}

test("the number is shown only in calling hours, else when or why", async () => {
  const phone = "915 555 0123";
  const number = () => screen.queryByRole("link", { name: "(915) 555-0123" });
  const answers = { ...aCase().answers, phone };
  await openCase({ answers });
  await waitFor(() => expect(number()?.getAttribute("href")).toBe("tel:9155550123"));
  expect(screen.queryByRole("heading", { name: "Called:" })).not.toBeNull();
  await openCase({ answers, owner: worked.owner, status: "in_review" });
  await waitFor(() => expect(number()?.id, "the thing to do next").toBe("next-step"));
  expect(number()?.getAttribute("href")).toBe("tel:9155550123");

  const call = { allowed: false, reason: "It is too early there.", opensAt: "2026-11-22T18:00:00.000Z" } as const;
  const masked = (opensAt: string | null) =>
    openCase({
      answers: { ...answers, phone: "••• ••• 23" },
      contact: { call: { ...call, opensAt }, email: { allowed: true } } as unknown as Case["contact"],
    });
  await masked(null);
  await screen.findByText(call.reason);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T23:30:00-06:00") });
  await masked(call.opensAt);
  await screen.findByText("We call again Mon 9 AM; the law allows Sun 12 PM");
  expect(screen.queryByText(call.reason)).toBeNull();
  expect(number()).toBeNull();
  expect(screen.queryByRole("heading", { name: "Called:" })).not.toBeNull();
  vi.setSystemTime(new Date("2026-11-22T13:00:00-06:00"));
  await openCase();
  await screen.findByText("We call again Mon 9 AM; the law allows calls now");
});

test("buttons of a case keep their places, only the fill moves", async () => {
  const referral = { id: "r1", recipientName: "Bank of Bexar", isUnsent: false, fields: [], createdAt: AT };
  const sent = (answer: "approved" | null) => ({
    ...worked,
    status: "with_lender" as const,
    nextStatuses: ["approved" as const],
    referrals: [{ ...referral, answer, answeredAt: answer && AT }] as unknown as Case["referrals"],
  });
  const closedToCalls = { allowed: false, reason: "It is too early there.", opensAt: AT };
  const states: [next: string, changes: Partial<Case>][] = [
    ["(210) 555-7360", { ...worked, status: "in_review" }],
    ["Send to...", { ...worked, status: "contacted" }],
    ["Record answer", sent(null)],
    ["Close as approved", sent("approved")],
    [
      "Letter...",
      { ...worked, status: "in_review", contact: { call: closedToCalls, email: { allowed: true } } as Case["contact"] },
    ],
  ];
  for (const [next, changes] of states) {
    await openCase({ answers: { ...aCase().answers, phone: "210 555 7360" }, ...changes });
    const filled = await screen.findByRole(next.startsWith("(") ? "link" : "button", { name: next });
    expect([filled.id, filled.className], next).toEqual(["next-step", expect.stringContaining("bg-bluebonnet")]);
    const bar = within(filled.closest(".next-bar") as HTMLElement);
    const places = [bar.queryByText("No calls now") ?? bar.getByRole("link", { name: "(210) 555-7360" })];
    for (const name of ["Letter...", "Send to..."]) places.push(bar.getByRole("button", { name }));
    if (!places.includes(filled)) places.push(filled);
    const controls = (filled.closest(".next-bar") as HTMLElement).querySelectorAll("a, button, p");
    expect([...controls], next).toEqual(places);
    expect([...controls].filter(({ className }) => className.includes("bg-bluebonnet"))).toEqual([filled]);
  }
});

test("no answer of an applicant is told twice", async () => {
  await openCase();
  await screen.findByText("Other answers");
  const told = textsOf([...document.querySelectorAll("dt")]);
  expect(told).toContain("Gross Monthly Income");
  expect(told.filter((name, index) => told.indexOf(name) !== index)).toEqual([]);
});

test("an address that turns our mails away is said to be doubtful", async () => {
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

test("a case says what the applicant was shown of their budget", async () => {
  // 15% of $3,800 is $570, which pays off $25,977.06 in 60 months at 11.4%; ($25,977.06 + $1,000 - $332 fees) / 1.0625.
  await openCase({ answers: { ...aCase().answers, grossMonthlyIncome: 3800, cashDownPayment: 1000 } });
  const link = await screen.findByRole("link", { name: "Open in the calculator" });
  expect(link.getAttribute("href")).toBe("/calculator?want=price&payment=570&down=1000&months=60");
  expect(screen.getByRole("main").textContent).toContain(
    "$570 to $760 for payment and insurance. $570 a month, 60 months at 11.40% APR, carries a used car of $25,077. An estimate, not an offer.",
  );
});

test("only a manager gets from a case to who opened it", async () => {
  const link = () => screen.queryByRole<HTMLAnchorElement>("link", { name: "Who opened or changed it (audit log)" });
  await openCase({}, signedInAs("specialist"));
  await unfold("Everything else");
  expect(link()).toBeNull();
  await openCase({}, signedInAs("manager"));
  await unfold("Everything else");
  expect(link()?.getAttribute("href")).toBe("/desk/audit?about=a1");
});

test("a manager reopens a closed case, once there is a reason", async () => {
  const { asked } = await openCase(
    { status: "withdrawn", outcome: "undecided", nextStatuses: [], reopenedStatuses: ["submitted"] },
    { ...signedInAs("manager"), "POST /api/desk/case/:id/reopen": () => Response.json({ ok: true, success: true }) },
  );
  await unfold("Reopen this application");
  await press("Reopen application");
  const why = screen.getByLabelText("Why?");
  await waitFor(() => expect(document.activeElement).toBe(why));
  await write(why, "It was their brother who withdrew");
  await press("Reopen application");
  await saidAtTheDesk("Reopened. The status is now: Submitted.");
  const reopened = asked.filter(({ name }) => name.endsWith("/reopen")).map(({ body }) => body);
  expect(reopened).toEqual([{ to: "submitted", reason: "It was their brother who withdrew" }]);
});

test("one press closes an approved application, undone for ten seconds if wanted", async () => {
  const done = () => Response.json({ ok: true, success: true });
  const referral = {
    id: "r1",
    recipientName: "Bank of Bexar",
    answer: "approved",
    isUnsent: false,
    fields: [],
    createdAt: AT,
  };
  const approvedAt = async (answeredAt: string) => {
    const referrals = [{ ...referral, answeredAt }] as unknown as Case["referrals"];
    const mine = { status: "with_lender", owner: { id: "u1", username: "demo-specialist" }, referrals } as const;
    const answers = { "POST /api/desk/case/:id/status": done, "GET /api/desk/my-day": () => refused(500, "Not now.") };
    const { asked } = await openCase({ ...mine, nextStatuses: ["approved"] }, answers);
    await screen.findByRole("button", { name: "Close as approved" });
    return () => asked.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  };
  const closed = (outcome: string) => ({ from: "with_lender", to: "approved", outcome, papers: [] });

  let sent = await approvedAt("2026-12-18T15:00:00.000Z");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await press("Close as approved");
  expect(screen.getByText("Closing as approved.")).not.toBeNull();
  await press("Undo");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual([]);
  await press("Close as approved");
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await waitFor(() => expect(sent()).toEqual([closed("approved_in_30_days")]));
  await saidAtTheDesk("Closed as approved.");

  sent = await approvedAt("2026-12-18T15:00:00.001Z");
  await press("Close as approved");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(sent()).toEqual([closed("approved_later")]));

  sent = await approvedAt("2026-12-18T15:00:00.001Z");
  const { setTimeout } = globalThis;
  const endless = (run: () => void, ms?: number) => (ms === 10_000 ? 0 : setTimeout(run, ms));
  vi.stubGlobal("setTimeout", endless);
  await press("Close as approved");
  screen.getByRole("link", { name: /^My day/ }).click();
  await waitFor(() => expect(sent()).toHaveLength(1));
});

test("a form of the desk refuses at its field, and loses nothing", async () => {
  let isRefused = true;
  const { asked } = await openCase(
    {},
    {
      "POST /api/desk/case/:id/notes": () =>
        isRefused ? refused(409, "Claim this application first.") : Response.json({ ok: true, success: true }),
    },
  );
  const sent = () => asked.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  const note = (await screen.findByLabelText("Note")) as HTMLTextAreaElement;
  await write(note, "x".repeat(5001));
  await press("Add note");
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(descriptionOf(note)).toContain("Please use 5000 characters or fewer");
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
  expect(sent()).toEqual([{ text: "Prefers mornings" }, { text: "Prefers mornings" }]);
});

test("a typed note goes with how the call ended", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T14:00:00-06:00") });
  sessionStorage.setItem("desk-list", "a1 a2");
  const mine = { ...worked, status: "in_review", firstContactAt: AT } as const;
  const at = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString();
  const plan = (hours: number) => ({ kind: "call", note: "", at: at(hours), isImplied: false }) as const;
  const { asked } = await openCase(
    { ...mine, next: plan(-1) },
    { "POST /api/desk/case/:id/calls": () => Response.json({ ok: true, success: true, call: 1, next: null }) },
  );
  const note = (await screen.findByLabelText("Note")) as HTMLTextAreaElement;
  expect(screen.queryByRole("link", { name: "Next case" })).toBeNull();
  await write(note, " Works nights ");
  await press("Voicemail");
  await saidAtTheDesk("Recorded: voicemail.");
  expect(note.value).toBe("");
  const sent = asked.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  expect(sent).toEqual([{ outcome: "voicemail", note: "Works nights" }]);

  await openCase({ ...mine, next: plan(3) });
  const next = await screen.findByRole("link", { name: "Next case" });
  expect(next.getAttribute("href")).toBe("/desk/case/a2");
});

test("at night the desk asks when a call was", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T22:00:00-06:00") });
  let isRefused = true;
  const { asked } = await openCase(
    { ...worked, status: "in_review" },
    {
      "POST /api/desk/case/:id/calls": () =>
        isRefused
          ? refused(409, "That time is still to come.")
          : Response.json({ ok: true, success: true, call: 1, next: null }),
    },
  );
  const sent = () => asked.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body);
  const note = (await screen.findByLabelText("Note")) as HTMLTextAreaElement;
  await write(note, "Works nights");
  await press("Reached");
  const time = screen.getByLabelText("When was this call? (Central Time)");
  expect(document.activeElement).toBe(time);
  await press("Record: reached");
  expect(descriptionOf(time)).toContain("Choose the day and the time of the call");
  expect([sent(), note.value]).toEqual([[], "Works nights"]);
  await write(time, "2026-11-23T18:30");
  await press("Record: reached");
  await screen.findByText("That time is still to come.");
  expect(note.value).toBe("Works nights");
  isRefused = false;
  await press("Record: reached");
  await saidAtTheDesk("Recorded: reached.");
  const call = { outcome: "reached", calledAt: "2026-11-24T00:30:00.000Z", note: "Works nights" };
  expect([sent(), note.value]).toEqual([[call, call], ""]);
  expect(screen.queryByLabelText("When was this call? (Central Time)")).toBeNull();
});

test("a call's typed time waits until the case is open again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T22:00:00-06:00") });
  const askedTime = async () => {
    await openCase({ ...worked, status: "in_review" });
    await screen.findByLabelText("Note");
    await press("Reached");
    return screen.getByLabelText<HTMLInputElement>("When was this call? (Central Time)");
  };
  await write(await askedTime(), "2026-11-23T18:30");
  expect((await askedTime()).value).toBe("2026-11-23T18:30");
});

test("the note of an undone call stands in its box again", async () => {
  const at = new Date().toISOString();
  const mine = { ...worked, status: "in_review", firstContactAt: AT } as const;
  const told = (id: number, event: Case["events"][number]["event"]) =>
    ({ id, at, by: "demo-specialist", event }) as Case["events"][number];
  const called = [told(1, { kind: "call", outcome: "noAnswer" }), told(2, { kind: "note", text: "Works nights" })];
  let events = called;
  await openCase(mine, {
    "GET /api/desk/case/:id": () => Response.json(aCase({ ...mine, events })),
    "POST /api/desk/case/:id/calls/undo": () => {
      events = [...called, told(3, { kind: "callUndone", call: 1 })];
      return Response.json({ ok: true, success: true });
    },
  });
  const note = (await screen.findByLabelText("Note")) as HTMLTextAreaElement;
  await screen.findByText(/noted: Works nights/);
  await write(note, "Has a dog");
  await press("Undo this call");
  await screen.findByText(/took that call back/);
  expect(note.value).toBe("Works nights\nHas a dog");
  expect(screen.queryByText(/noted: Works nights/)).toBeNull();
});

test("an unsent note or letter comes back, for the same member only", async () => {
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

test("an unchecked document comes next, for those who may work on it", async () => {
  const documents = { ...worked, papers: [arrived], files: [file] };
  await openCase(documents);
  await screen.findByRole("button", { name: "Check documents" });
  await openCase({ ...documents, papers: [{ ...arrived, isAccepted: true }] });
  await waitFor(() => expect(button("Send to...")).not.toBeNull());
  expect(button("Check documents")).toBeNull();
  await openCase({ ...documents, workRefusal: "lee works on this application." });
  await screen.findByRole("button", { name: "Pay stub 1" });
  expect(button("Check documents")).toBeNull();
});

test("what is wrong with a document is told in the applicant's language", async () => {
  const again: unknown[] = [];
  await openCase(
    {
      ...{ ...worked, language: "es" },
      papers: [arrived, { ...arrived, paper: "residence" }],
      files: [file, { ...file, id: "f2", paper: "residence" }],
    },
    {
      "GET /api/desk/case/:id/papers/:fileId": () => new Response("a photo"),
      "POST /api/desk/case/:id/papers": ({ body }) => {
        again.push(body);
        return Response.json({ ok: true, success: true }, { status: 201 });
      },
    },
  );
  await press("Check documents");
  await screen.findByRole("heading", { name: "Pay stub 1" });
  const why = await screen.findByLabelText<HTMLSelectElement>("Or what is wrong?");
  why.value = [...why.options].find(({ text }) => text === "Photograph all four corners")?.value ?? "";
  why.dispatchEvent(new Event("change", { bubbles: true }));
  await press("Ask for it again");
  await screen.findByRole("heading", { name: "Proof of address 1" });
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("The page"));
  await press("Accept");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Proof of address 1" })).toBeNull());
  expect(again).toEqual([
    { paper: "payStub", received: false, reason: "Fotografíe las cuatro esquinas" },
    { paper: "residence", received: true },
  ]);
});

test("documents can be asked for in any status, unless email is refused", async () => {
  const wished: unknown[] = [];
  const answers: Answers = {
    "POST /api/desk/case/:id/papers/ask": ({ body }) => {
      wished.push(body);
      return Response.json({ ok: true, success: true }, { status: 201 });
    },
  };
  await openCase({ ...worked, status: "with_lender" }, answers);
  await press("Ask by email");
  await openCase({ ...worked, papers: [arrived, { ...arrived, paper: "insurance", receivedAt: null }] }, answers);
  await press("Ask by email");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Documents received"));
  expect(wished).toEqual([
    { papers: ["payStub", "identification", "residence", "insurance", "references", "carLoan"] },
    { papers: ["insurance"] },
  ]);
  const email = { allowed: false, reason: "The applicant did not agree to email.", opensAt: null };
  await openCase({ ...worked, contact: { call: { allowed: true }, email } as Case["contact"] });
  await screen.findByText("The applicant did not agree to email. No email goes out.");
});
