import { expect, test } from "vitest";
import { saidAtTheDesk, signedInAs } from "../desk.ts";
import { descriptionOf, openPage, press, textsOf, waitFor, within, write } from "../screen.tsx";

const dealer = {
  ...{ id: "d1", name: "Motors", metro: "Austin", leadAddress: "leads@motors.example.com", isActive: true, version: 1 },
  ...{ contactPerson: "", phone: "", notes: "", updatedAt: "2026-11-20T12:00:00.000Z" },
};

let stored = dealer;

/** Opens the directory with one dealer; `save` answers when it is saved. */
async function openDirectory(save: (form: Record<string, unknown>) => Response) {
  stored = dealer;
  const page = await openPage("/desk/directory", {
    ...signedInAs("manager"),
    "GET /api/desk/directory": () => Response.json({ lenders: [], dealers: [stored] }),
    "PUT /api/desk/directory/dealers/:id": ({ body }) => save(body as Record<string, unknown>),
    "POST /api/desk/directory/lenders": ({ body }) => save(body as Record<string, unknown>),
    "GET /api/desk/directory/:id/changes": { changes: [] },
  });
  return { ...page, dialog: () => within(document.querySelector("dialog[open]") as HTMLElement) };
}

test("whoever edits a dealer that somebody changed sees both versions", async () => {
  const saved: Record<string, unknown>[] = [];
  const { dialog } = await openDirectory((form) => {
    saved.push(form);
    if (form.version === 2) return Response.json({ ok: true, success: true });
    stored = { ...dealer, metro: "Houston", version: 2 };
    return Response.json({ ok: false, error: "Somebody else changed this entry" }, { status: 409 });
  });
  await press("Edit Motors");
  await write(dialog().getByLabelText("Email for leads"), "mine@motors.example.com");
  await press("Save");
  await waitFor(() => expect(dialog().getByRole("alert").textContent).toContain("Somebody else changed this entry"));
  await waitFor(() => expect(textsOf(dialog().getAllByRole("listitem")).join()).toContain("Houston"));
  expect(dialog().getByLabelText("Email for leads")).toHaveProperty("value", "mine@motors.example.com");
  dialog().getByLabelText("Leads by a link in the email, not as ADF").click();
  await press("Save");
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[0]).toMatchObject({ isByLink: false });
  expect(saved[1]).toMatchObject({ leadAddress: "mine@motors.example.com", isByLink: true, version: 2 });
});

test("a number left blank or mistyped is refused at its field", async () => {
  const saved: Record<string, unknown>[] = [];
  const { dialog } = await openDirectory((form) => {
    saved.push(form);
    return Response.json({ ok: true, success: true }, { status: 201 });
  });
  await press("Add a lender");
  const box = (label: RegExp) => dialog().getByLabelText(label) as HTMLInputElement;
  const [income, repossession, selfEmployed] = [/^Income a month/, /^Months since a repo/, /^Months self-employed/];
  await write(box(/^Name/), "Pecan");
  await write(box(/^Email for leads/), "leads@lender.example.com");
  await write(box(income as RegExp), "");
  await write(box(repossession as RegExp), "abc");
  await write(box(selfEmployed as RegExp), "");
  await press("Save");
  await waitFor(() => expect(document.activeElement).toBe(box(income as RegExp)));
  expect(descriptionOf(box(income as RegExp))).toContain("Enter a monthly income of $0 to $100,000");
  expect(descriptionOf(box(repossession as RegExp))).toContain("Enter 0 to 120 months since a repossession");
  for (const typed of ["", "121"]) {
    await write(box(selfEmployed as RegExp), typed);
    expect(descriptionOf(box(selfEmployed as RegExp))).toContain("Enter 0 to 120 months of self-employment");
  }
  expect(box(repossession as RegExp).value).toBe("abc");
  expect(box(/^Name/).value).toBe("Pecan");
  await write(box(income as RegExp), "$2,500");
  await write(box(repossession as RegExp), "0");
  await write(box(selfEmployed as RegExp), "12");
  await press("Save");
  await saidAtTheDesk("Pecan is saved.");
  expect(saved).toHaveLength(1);
  const criteria = { minimumIncome: 2500, monthsSinceRepossession: 0, monthsSelfEmployed: 12 };
  expect(saved[0]).toMatchObject({ name: "Pecan", criteria });
});

test("what was typed for an entry outlives Escape and a reload", async () => {
  const saved: Record<string, unknown>[] = [];
  const save = (form: Record<string, unknown>) => {
    saved.push(form);
    return Response.json({ ok: true, success: true });
  };
  const { dialog } = await openDirectory(save);
  await press("Edit Motors");
  await write(dialog().getByLabelText("Email for leads"), "new@motors.example.com");
  (document.querySelector("dialog[open]") as HTMLDialogElement).close();
  await press("Edit Motors");
  expect(dialog().getByLabelText("Email for leads")).toHaveProperty("value", "new@motors.example.com");
  const again = await openDirectory(save);
  await press("Edit Motors");
  expect(again.dialog().getByLabelText("Email for leads")).toHaveProperty("value", "new@motors.example.com");
  await press("Save");
  await waitFor(() => expect(saved).toHaveLength(1));
  await press("Edit Motors");
  expect(again.dialog().getByLabelText("Email for leads")).toHaveProperty("value", "leads@motors.example.com");
});
