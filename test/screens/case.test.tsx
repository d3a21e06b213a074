import { expect, test } from "vitest";
import { exampleApplication } from "../../db/model/form/example.ts";
import type { Case } from "../../web/desk/api.ts";
import type { Answers } from "./answers.ts";
import { saidAtTheDesk, signedInAs } from "./desk.ts";
import { button, openPage, press, screen, textsOf, waitFor, within, write } from "./screen.tsx";

/** A case as a specialist works on it: what differs from one that has just come in. */
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
    isEmailConfirmed: true,
    hasBounced: false,
    forecast: { score: 86, version: 1, points: [], reasons: [] } as unknown as Case["forecast"],
    flags: [],
    lenders: [],
    firstContact: null,
    appointment: null,
    papers: [],
    letters: [],
    mails: [],
    events: [],
    referrals: [],
    consent: {
      stated: null,
      textsSha256: null,
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

test("a counter-offer is compared with what was asked, and kept as a note; what is no amount, rate or term is told at its field", async () => {
  // As in the model's test: $20,000 financed, at 0% over 40 months or at 12% over 60.
  const { asked, user } = await openCase(
    { answers: { ...aCase().answers, cashDownPayment: 1582 } },
    { "POST /api/desk/case/:id/notes": () => Response.json({ ok: true, success: true }) },
  );
  await user.click(await screen.findByText("Compare a counter-offer"));
  const offer = (name: string) => within(screen.getByRole("group", { name }));
  const type = async (name: string, fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await write(offer(name).getByLabelText(label), text);
  };
  const verdict = () => document.querySelector("form output")?.textContent;
  await press("Compare");
  expect(verdict()).toBe("Asked: Type a price to begin.");
  await type("Asked", { "Price of the car": "$20,000", "Rate a year": "0", "Months to pay": "40" });
  await type("Counter-offer", { "Rate a year": "12", "Months to pay": "60" });
  expect(verdict()).toBe("");
  await press("Compare");
  const difference = "The counter-offer is $55.11 less a month, $6,693.40 more in all.";
  expect(verdict()).toBe(difference);
  expect(textsOf(screen.getAllByRole("row"))).toEqual(
    expect.arrayContaining([
      "Monthly payment$500.00$444.89",
      expect.stringContaining("0.00%12.00%"),
      expect.stringMatching(/^Finance charge.*\$0\.00\$6,693\.40/),
      expect.stringMatching(/^Total cost.*\$21,582\.00\$28,275\.40/),
    ]),
  );
  await press("Keep it as a note");
  await saidAtTheDesk("The note is in the timeline.");
  const note = asked.find(({ name }) => name === "POST /api/desk/case/a1/notes")?.body as { text: string };
  expect(note.text).toMatch(/^Asked: price \$20,000\.00/);
  expect(note.text).toContain(difference);
  await type("Counter-offer", { "Money down": "2582" });
  await press("Compare");
  expect(verdict()).toBe("The counter-offer is $77.36 less a month, $6,358.40 more in all.");

  await type("Asked", { "Price of the car": "abc", "Rate a year": "9" });
  await type("Counter-offer", { "Rate a year": "90", "Months to pay": "6.5" });
  await press("Compare");
  expect(document.activeElement).toBe(offer("Asked").getByLabelText("Price of the car"));
  expect(offer("Asked").getAllByText(/^Type an amount from \$1\.00/)).toHaveLength(1);
  expect(offer("Counter-offer").queryByText(/^Type an amount/)).toBeNull();
  offer("Counter-offer").getByText(/^Type a percentage from 0 to 40/);
  offer("Counter-offer").getByText("Choose 6 to 96 months.");
  expect(verdict()).toBe("Asked: Please check the marked fields first.");
});
