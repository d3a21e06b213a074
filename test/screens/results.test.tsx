import { afterEach, expect, test, vi } from "vitest";
import type { FreeSlots, Guidance } from "../../web/api.ts";
import { type Answers, refused } from "./answers.ts";
import { aResult, REF, type Result } from "./result.ts";
import { openPage, press, screen, textsOf, unfold, waitFor, within, write } from "./screen.tsx";

/** What /results and /thank-you say. Printing, keeping and leaving: test/journeys/results/results.spec.ts. */

const AT = "2026-11-23T15:00:00.000Z";
const atNoonOfThatDay = () => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00-06:00") });
const RECEIVED = "Application Received — We're On It";
const main = () => screen.getByRole("main");
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const links = () => textsOf(within(main()).getAllByRole("link"));
const says = (...words: (string | RegExp)[]) =>
  waitFor(() => {
    for (const word of words) expect(main().textContent).toMatch(typeof word === "string" ? plain(word) : word);
  });

function plain(words: string) {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

async function openResults(result: Result = {}) {
  await openPage(`/results?ref=${REF}`, aResult(result));
  await screen.findByRole("heading", { level: 2, name: "Your data" });
  return waitFor(() => {
    const status = document.querySelector("#status");
    expect(status).not.toBeNull();
    return status as HTMLElement;
  });
}

/** A paper that was asked for, and when it came. */
function askedFor(paper: Guidance["askedPapers"][number]["paper"], receivedAt: string | null = null) {
  return { paper, receivedAt, isAccepted: false, refusal: null, files: 1 };
}

afterEach(() => void vi.useRealTimers());

test("without a reference one is offered to start, then to ask", async () => {
  await openPage("/results");
  await heading("No Application Found");
  expect(links()).toEqual(["Start New Application", "Contact Support"]);
  expect(screen.getByRole("button", { name: "Email me my link again" })).toBeDefined();
});

const nothing: Answers["GET /api/applications/:ref"] = () => Response.json(null);
test.each<[string, Answers["GET /api/applications/:ref"]]>([
  ["an unknown reference", () => Response.json({ ok: false, error: "There is none" }, { status: 404 })],
  ["an error of the server", () => new Response("", { status: 500 })],
  ["an answer without data", nothing],
])("after %s one is offered to ask, then to start", async (_, answer) => {
  await openPage(`/results?ref=${REF}`, { ...aResult(), "GET /api/applications/:ref": answer });
  await heading("Application Not Found");
  await says(
    "We couldn't retrieve your application details. This may be due to an invalid reference or a system issue.",
  );
  expect(links()).toEqual(["Contact Support", "Start New Application"]);
});

test("the results have four blocks: our work, needs, forecast and data", async () => {
  await openResults({
    received: { fullName: "Rosa Diaz", createdAt: "2026-07-05T03:07:00.000Z" },
    guidance: { meaning: { band: "low", obstacle: "repossession" } },
  });
  await says(
    ...["Thank you, Rosa", "Same Day", "50+", "91%", "A forecast is guidance, not a guarantee."],
    ...["July 4, 2026 at 10:07 PM CDT", /AI Forecast Score: 86\/100/, /\$1,000 more down: *86 → 89/],
    /Your reference: BAP-\w{4}-\w{2}/,
    "You’ll hear from us within 24 hours or the next business day",
  );
  const text = main().textContent ?? "";
  const places = [
    ...[
      RECEIVED,
      "We’ll call you",
      "Choose a time",
      "What we need from you",
      "Nothing now.",
      "6 documents to have handy",
    ],
    ...["Your forecast", "Strong position", "Both help.", "AI Forecast Score: 86/100"],
    ...["What would help", "Lenders that fit", "What this could mean a month"],
    ...["Your data", "Application ID", "Who has your information"],
    ...["Rather not hear from us?", "Correct my phone or email", "Delete my application", "This page is yours"],
    "AI forecast accuracy",
  ].map((part) => [part, text.indexOf(part)] as const);
  expect(places.filter(([, place]) => place < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted(([, a], [, b]) => a - b));
  for (const word of ["approved", "denied", "odds"]) expect(text).not.toContain(word);
});

test("without a score none is shown, and without guidance the rest stays", async () => {
  await openPage(`/results?ref=${REF}`, {
    ...aResult({ received: { scoresForecast: null, createdAt: "2026-01-05T18:00:00.000Z" } }),
    "GET /api/applications/:ref/guidance": () => new Response("", { status: 500 }),
  });
  await heading(RECEIVED);
  await says("January 5, 2026 at 12:00 PM CST");
  expect(main().textContent).not.toContain("AI Forecast Score");
});

test.each([["outsideTexas", "these are the few hours when calls are allowed in every US time zone"]] as const)(
  "why there are few times for a call is said: %s",
  async (zoneDoubt, words) => {
    const answers = aResult();
    const slots = { ...(answers["GET /api/applications/:ref/slots"] as FreeSlots), zoneDoubt };
    await openPage(`/results?ref=${REF}`, { ...answers, "GET /api/applications/:ref/slots": slots });
    await press("Choose a time");
    await says(words);
  },
);

const callSays = async (words: string) =>
  waitFor(() => expect(document.querySelector("#call [role=alert]")?.textContent).toContain(words));

test("free times that do not come can be asked for again", async () => {
  const unreached = () => {
    throw new TypeError("Failed to fetch");
  };
  const slots = [unreached, () => aResult()["GET /api/applications/:ref/slots"]];
  const booking = [unreached, () => Response.json({ ok: true, success: true })];
  const { user, asked } = await openPage(`/results?ref=${REF}`, {
    ...aResult(),
    "GET /api/applications/:ref/slots": () => slots.shift()?.() as unknown as Response,
    "POST /api/applications/:ref/appointment": () => booking.shift()?.() as Response,
  });
  await press("Choose a time");
  await callSays("That didn’t reach us.");
  await press("Try again");
  const time = (await screen.findByRole("radio", { name: "9 AM" })) as HTMLInputElement;
  await user.click(time);
  await press("Book this time");
  await callSays("That didn’t reach us. Please try again.");
  expect(time.checked).toBe(true);
  await press("Book this time");
  await waitFor(() => expect(screen.queryByRole("radio")).toBeNull());
  expect(asked.at(-2)?.body).toEqual({ startsAt: "2026-11-24T15:00:00.000Z" });
});

test("who loses the race for a time sees what is left", async () => {
  const left = { ...(aResult()["GET /api/applications/:ref/slots"] as FreeSlots) };
  const [day] = left.days;
  const slot = { ...(day?.slots[0] as object), startsAt: "2026-11-24T16:00:00.000Z", from: "10 AM", to: "11 AM" };
  const slots = { ...left, days: [{ ...day, slots: [slot] }] };
  const { user } = await openPage(`/results?ref=${REF}`, {
    ...aResult(),
    "POST /api/applications/:ref/appointment": () =>
      Response.json(
        { ok: false, error: "That time is no longer open. Please choose another one.", slots },
        { status: 409 },
      ),
  });
  await press("Choose a time");
  await user.click(await screen.findByRole("radio", { name: "9 AM" }));
  await press("Book this time");
  await callSays("That time is no longer open. Please choose another one");
  expect(screen.getAllByRole("radio").map((time) => (time as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    "10 AM",
  ]);
});

test("whatever an address says, it is asked for as a reference", async () => {
  const { asked } = await openPage("/results?ref=%2e%2e%2fblog", {
    "GET /api/applications/*": () => Response.json({}, { status: 404 }),
  } as Answers);
  await heading("Application Not Found");
  expect(asked.map(({ name }) => name)).toContain("GET /api/applications/..%2Fblog");
});

test("the results are printed by their button", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await openResults();
  await press("Print this page");
  expect(print).toHaveBeenCalledTimes(1);
});

test("no amounts are told where they would mislead", async () => {
  await openResults({ guidance: { carBudget: null } as Partial<Guidance> });
  const card = document.querySelector("#budget") as HTMLElement;
  expect(card.textContent).toContain("What fits depends on all of your income and costs.");
  expect(card.textContent).not.toContain("$");
  expect(within(card).getByRole("link").getAttribute("href")).toBe("/calculator");
});

test.each<[string, Result]>([
  [
    "stopped",
    {
      guidance: { contactStoppedAt: AT, appointment: { refused: "stopped", booked: null } },
      now: { code: "stopped", since: AT },
    },
  ],
  [
    "closed",
    {
      guidance: { appointment: { refused: "closed", booked: null } },
      now: { code: "closed", since: AT, ending: "noLenderYet", other: null },
    },
  ],
] as [string, Result][])("no car is reckoned with and no call offered once %s", async (_, result) => {
  await openResults(result);
  await screen.findByRole("heading", { name: "Your forecast" });
  expect(document.querySelector("#budget, #call")).toBeNull();
  for (const open of ["What would help", "Correct my phone or email"]) {
    expect(screen.queryByText(open) === null).toBe(Boolean(result.guidance?.contactStoppedAt));
  }
  expect(screen.queryByText("What we need from you")).toBeNull();
  expect(main().textContent).not.toMatch(/Thank|We’re On It/);
});

test.each([[[], "Your specialist is arranging this. Nothing has gone to anybody without your yes."]])(
  "who acts next is said while an introduction is asked (%j)",
  async (names, words) => {
    const recipients = names.map((name) => ({ name, kind: "lender" as const, at: AT }));
    const card = await openResults({ now: { code: "lender", since: AT, recipients }, isAsked: true });
    expect(card.textContent).toContain(words);
    expect(card.textContent).toContain("Your turn: say yes or no to an introduction.");
    const link = within(card).getByRole("link", { name: /say yes or no/ });
    expect(link.getAttribute("href")).toBe(`/results?ref=${REF}#permissions`);
  },
);

const PROMISED = { code: "call", by: "2026-11-24T02:00:00.000Z", missed: null } as const;

test.each<[string, Result, RegExp]>([
  [
    "left a voicemail",
    { tries: [{ at: AT, outcome: "voicemail" }], now: PROMISED },
    /We called you on Monday.* Central and left a voicemail\.We’ll try again by Monday, 8\u00a0PM Central\./,
  ],
  [
    "await papers",
    { now: { code: "papers", since: AT }, guidance: { askedPapers: [askedFor("payStub"), askedFor("residence", AT)] } },
    /Your turn\. We’re waiting for your documents\./,
  ],
  [
    "did not get through",
    { now: { code: "closed", since: AT, ending: "notReached", other: null } },
    /^(?!.*(unreachable|declined|not approved)).*We couldn’t get through to you.*Nothing is lost\./i,
  ],
])("the page says it when we %s", async (_, result, words) => {
  atNoonOfThatDay();
  expect((await openResults(result)).textContent).toMatch(words);
});

test("a stop can be undone for ten seconds", async () => {
  const stopButton = () => screen.getByRole("button", { name: "Stop contacting me" }) as HTMLButtonElement;
  const stops = () => asked.filter(({ name }) => name.startsWith("POST")).length;
  const { asked } = await openPage(`/results?ref=${REF}`, {
    ...aResult(),
    "POST /api/applications/:ref/stop-contact": () => Response.json({ ok: true, success: true }),
  } as Answers);
  await screen.findByRole("heading", { name: "Your data" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await press("Stop contacting me");
  await says("We’ll stop in ten seconds.");
  await press("Undo");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stops()).toBe(0);
  await press("Stop contacting me");
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await waitFor(() => expect(stops()).toBe(1));
  await waitFor(() => expect(stopButton().disabled).toBe(false));
  await press("Stop contacting me");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(stops()).toBe(2));
});

test.each([
  ["that our mail opened sends its proof with what it asks for", "#mail-abc", "abc"],
  ["that another way led to has no proof, and is told of the mail", "", undefined],
])("the page %s", async (_, fragment, proof) => {
  const { asked } = await openPage(`/results?ref=${REF}${fragment}`, {
    ...aResult(),
    "POST /api/applications/:ref/opened": () => Response.json({ ok: true, success: true }),
    "POST /api/applications/:ref/stop-contact": () => Response.json({ ok: true, success: true }),
    "POST /api/applications/:ref/deletion": () => refused(429, "Too many tries for now."),
  });
  await unfold("Delete my application");
  await press("Email me a code");
  await says("Too many tries for now.");
  expect(screen.queryByText(/^Sooner: press “See your application”/) === null).toBe(proof !== undefined);
  await press("Stop contacting me");
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() =>
    expect(asked.filter(({ name }) => /deletion|stop-contact/.test(name)).map(({ body }) => body)).toEqual([
      { proof },
      { proof },
    ]),
  );
});

test("whom a call did not reach is led to correct the number", async () => {
  const now = { code: "call", by: null, missed: null } as const;
  const card = await openResults({ tries: [{ at: AT, outcome: "wrongNumber" }], now });
  const link = within(card).getByRole("link", { name: "correct your phone number" });
  expect(link.getAttribute("href")).toBe(`/results?ref=${REF}#correction`);
  expect(main().textContent).not.toMatch(/You’ll hear from us|next business day:/i);
});

test.each<[string, Guidance["progress"]["now"], string]>([
  [
    "a call is due on another day",
    { code: "call", by: "2026-11-25T02:00:00.000Z", missed: null },
    "We’ll call you by Tuesday, 8\u00a0PM Central.",
  ],
  [
    "no lender was found, and that there is a right to reasons",
    { code: "closed", since: AT, ending: "noLenderYet", other: null },
    "If a lender turned you down, you have the right to its reasons. Ask the lender within 60 days.",
  ],
])("the page says that %s", async (_, now, words) => {
  atNoonOfThatDay();
  const card = await openResults({ now });
  expect(card.textContent).toContain(words);
  expect(main().textContent).not.toMatch(/send us|by phone/i);
});

test("whose application was opened again reads when", async () => {
  atNoonOfThatDay();
  const { progress } = aResult()["GET /api/applications/:ref/guidance"] as Guidance;
  const card = await openResults({ guidance: { progress: { ...progress, reopenedAt: AT } } });
  expect(card.textContent).toContain("We opened your application again on Monday at 9 AM Central.");
});

type Permission = Guidance["permissions"][number];

/** Our question about a lender, which nobody has answered. */
const asked: Permission = {
  ...{ id: "p1", kind: "lender", recipientName: "Pecan", textId: "t", words: "May we?", fields: ["fullName"] },
  ...{ answers: {}, state: "asked", how: null, askedAt: AT, decidedAt: null, hasArrived: false, wasSent: false },
  ...{ papers: [], offered: null, recipientAnswer: null },
};

test("a yes may show documents, too, and they are taken back alone", async () => {
  const offered = {
    papers: ["payStub" as const],
    textId: "introduction-papers-1",
    words: "May we show your pay stub?",
  };
  let permission: Permission = { ...asked, offered };
  const said: unknown[] = [];
  await openPage(`/results?ref=${REF}`, {
    ...aResult(),
    "GET /api/applications/:ref/guidance": () =>
      aResult({ guidance: { permissions: [permission] } })["GET /api/applications/:ref/guidance"] as Guidance,
    "POST /api/applications/:ref/permissions/:id": ({ body }) => {
      said.push(body);
      permission = { ...permission, state: "yes", how: "page", decidedAt: AT };
      return Response.json({ ok: true, success: true });
    },
    "POST /api/applications/:ref/permissions/:id/papers": ({ body }) => {
      said.push(body);
      const { papers } = body as { papers: ["payStub"] };
      permission = { ...permission, papers, offered: papers.length > 0 ? null : offered };
      return Response.json({ ok: true, success: true });
    },
  });
  expect(await screen.findByText("May we show your pay stub?")).toBeTruthy();
  await press("Yes, and show my documents");
  expect(await screen.findByText("They can see these documents of yours: Pay stub.")).toBeTruthy();
  await press("Stop showing my documents");
  await press("Show my documents");
  await screen.findByRole("button", { name: "Stop showing my documents" });
  expect(said).toEqual([{ decision: "yes" }, { papers: ["payStub"] }, { papers: [] }, { papers: ["payStub"] }]);
});

test("what a lender answered is said beside who has it", async () => {
  const permission: Permission = {
    ...{ ...asked, state: "yes", how: "page", decidedAt: AT },
    ...{ hasArrived: true, wasSent: true, recipientAnswer: "appointment" },
  };
  const said = async (changes: Partial<typeof permission>, page = "/results") => {
    await openPage(`${page}?ref=${REF}`, aResult({ guidance: { permissions: [{ ...permission, ...changes }] } }));
    return (await screen.findByRole("heading", { name: /^Pecan, / })).nextElementSibling?.textContent;
  };
  expect(await said({})).toMatch(/ Pecan has it\. They told us that you have an appointment\.$/);
  expect(await said({}, "/es/results")).toMatch(/Nos dijeron que usted tiene una cita\.$/);
  expect(await said({ recipientAnswer: "notReached" })).toMatch(/ They told us that they couldn’t reach you\.$/);
  expect(await said({ recipientAnswer: null })).toMatch(/ Pecan has it\.$/);
  expect(await said({ state: "withdrawn" })).not.toContain("appointment");
});

test("an answer that does not reach us can be given again", async () => {
  let permission: Permission = { ...asked, kind: "dealer", recipientName: "Motors" };
  const deciding = [
    () => {
      throw new TypeError("Failed to fetch");
    },
    () => {
      permission = { ...permission, state: "no", how: "page", decidedAt: AT };
      return Response.json({ ok: true, success: true });
    },
  ];
  const answers = (result: Result): Answers => ({
    "GET /api/applications/:ref/guidance": () =>
      aResult({ ...result, guidance: { permissions: [permission] } })[
        "GET /api/applications/:ref/guidance"
      ] as Guidance,
    "POST /api/applications/:ref/permissions/:id": () => deciding.shift()?.() as Response,
  });
  const card = () => document.querySelector("#permissions") as HTMLElement;
  await openPage(`/results?ref=${REF}`, { ...aResult(), ...answers({}) });
  await press("No, thank you");
  await waitFor(() => expect(within(card()).getByRole("alert").textContent).toContain("That didn’t reach us."));
  await press("No, thank you");
  await waitFor(() => expect(within(card()).getByRole("status").textContent).toContain("You said no on"));
  expect(within(card()).queryByRole("alert")).toBeNull();
  screen.getByText("Changed your mind?");
  const closed: Result = { now: { code: "closed", since: AT, ending: "noLenderYet", other: null } };
  await openPage(`/results?ref=${REF}`, { ...aResult(closed), ...answers(closed) });
  await says("Your application is closed, so we won’t send anything new", "You said no on");
  expect(screen.queryByText("Changed your mind?")).toBeNull();
});

test("whoever applied by phone reads that a yes takes the phone", async () => {
  const permission: Permission = { ...asked, state: "yes", how: "phone", decidedAt: AT };
  const show = (guidance: Partial<Guidance>) =>
    openPage(`/results?ref=${REF}`, aResult({ guidance: { isByPhone: true, ...guidance } }));
  await show({ permissions: [permission] });
  await says("You applied by phone, so we take a yes by phone, too.", "If that wasn’t you, take it back here.");
  screen.getByRole("button", { name: "Take back my yes" });
  await show({ permissions: [{ ...permission, state: "no" }] });
  await says("Our team noted that you said no over the phone");
  expect(screen.queryByText(/Changed your mind|you can say yes here/)).toBeNull();
  await show({ contactStoppedAt: AT });
  await says("To hear from us again, please apply again.");
});

test.each([
  [
    "tooManyMails",
    /We’ve already sent several emails to maria@example\.com, so we didn’t send a confirmation this time\..*Keep the link/,
  ],
  ["stopped", /We sent no confirmation email, because you asked us to stop contacting you\./],
] as const)("the page says why no confirmation goes out: %s", async (confirmation, words) => {
  await openResults({ guidance: { confirmation } });
  await says(words);
});

test("the thanks say when we call, the forecast and the figures", async () => {
  sessionStorage.setItem("reference", JSON.stringify({ ref: REF, at: AT }));
  await openPage("/thank-you", aResult());
  await says("Thank You for Your Application!", "24 hours", "We’ll call you", "BAP-PCTD-33");
  await says("Strong position · AI Forecast Score: 86/100", "Same Day", "50+", "91%");
  await says("A forecast is guidance, not a guarantee.");
  expect(screen.getByRole("button", { name: "Choose a time" })).toBeDefined();
  const addresses = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(addresses).toEqual(
    expect.arrayContaining([
      ["Correct it", `/results?ref=${REF}#correction`],
      ["See your results", `/results?ref=${REF}`],
      ["Return to Home", "/"],
      ["View FAQ", "/faq"],
    ]),
  );
});

test("the thanks without an application offer the link again and one start", async () => {
  await openPage("/thank-you");
  await heading("Thank You for Your Application!");
  await says("If you’ve sent one, we have it.");
  expect(screen.getByRole("button", { name: "Email me my link again" })).toBeDefined();
  expect(links().filter((name) => name?.includes("Start"))).toEqual(["Start an application"]);
});

const TYPED = { phone: "512 555 0144", email: "maria.lopez@example.com" };

test("what was typed waits for the code after thirty minutes", async () => {
  const path = "/api/applications/:ref/correction";
  const { asked } = await openPage(`/results?ref=${REF}`, {
    ...aResult({ guidance: { correctsWithoutCode: true } }),
    [`POST ${path}/without-code`]: () => refused(401, "By now this takes a code"),
    [`POST ${path}`]: () => Response.json({ sentTo: "maria@example.com" }, { status: 202 }),
    [`POST ${path}/confirm`]: () => Response.json({ ok: true, success: true }),
  } as Answers);
  await press("Correct it");
  const box = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
  await write(await box("Phone Number"), TYPED.phone);
  await write(await box("Email Address"), TYPED.email);
  await press("Save the correction");
  await says("By now this takes a code", "Not getting our email?");
  await press("Email me a code");
  await write(await box("Code from our email"), "123456");
  await says("Not getting our email?");
  await press("Save the correction");
  await waitFor(() => expect(asked.map(({ body }) => body)).toContainEqual({ code: "123456", ...TYPED }));
});
