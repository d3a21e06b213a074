import { expect, test } from "vitest";
import { refused } from "../answers.ts";
import { managing, saidAtTheDesk } from "../desk.ts";
import { button, openPage, press, screen, waitFor, write } from "../screen.tsx";

const somebody = (username: string, role: "author" | "specialist" = "specialist") => ({
  id: `u-${username}`,
  username,
  role,
  createdAt: "2026-11-20T12:00:00.000Z",
  deactivatedAt: null,
  isDemo: false,
  hasSecondFactor: false,
});

test("a role is changed by a button, not by an arrow key", async () => {
  let ana = somebody("ana", "author");
  const { user, asked } = await openPage("/desk/manage", {
    ...managing,
    "GET /api/desk/members": () => ({ members: [ana] }),
    "PUT /api/desk/members/:id": ({ body }) => {
      ana = { ...ana, ...(body as object) };
      return Response.json({ ok: true, success: true });
    },
  });
  const role = (await screen.findByLabelText("Role of ana")) as HTMLSelectElement;
  const change = button("Change role of ana") as HTMLButtonElement;
  expect(change.disabled).toBe(true);
  await user.selectOptions(role, "specialist");
  expect(change.disabled).toBe(false);
  expect(asked.filter(({ name }) => !name.startsWith("GET"))).toEqual([]);
  await user.click(change);
  await saidAtTheDesk("ana is now: specialist.");
  await waitFor(() => expect(document.activeElement).toBe(role));
  expect(role.value).toBe("specialist");
  expect(asked.find(({ name }) => name === "PUT /api/desk/members/u-ana")?.body).toEqual({ role: "specialist" });
});

test("a press without a network is told, and not sent by itself", async () => {
  let isReached = false;
  const { asked } = await openPage("/desk/manage", {
    ...managing,
    "GET /api/desk/members": { members: [somebody("ben")] },
    "POST /api/desk/members": ({ body }) => {
      if (!isReached) throw new TypeError("Failed to fetch");
      return Response.json({ ok: true, success: true, password: "new-password", ...(body as object) }, { status: 201 });
    },
  });
  await write(await screen.findByLabelText("Username"), "cleo");
  dispatchEvent(new Event("offline"));
  await press("Add");
  await screen.findByText(/^We could not reach the server/);
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "cleo");
  isReached = true;
  dispatchEvent(new Event("online"));
  await press("Add");
  await waitFor(() => expect(screen.queryByText(/shown only now/)?.textContent).toContain("new-password"));
  expect(asked.filter(({ name }) => name === "POST /api/desk/members")).toHaveLength(2);
});

test("how many calls may begin is a whole number for each hour", async () => {
  let stored = { places: Array.from({ length: 6 }, () => Array(12).fill(2) as number[]), version: 1 };
  const { asked } = await openPage("/desk/manage", {
    ...managing,
    "GET /api/desk/call-capacity": () => stored,
    "PUT /api/desk/call-capacity": ({ body }) => {
      const change = body as typeof stored;
      if (change.version < stored.version) return refused(409, "Somebody else changed these numbers.");
      stored = { ...change, version: change.version + 1 };
      return Response.json({ ok: true, success: true });
    },
  });
  const seven = await screen.findByLabelText("Saturday, 7 PM");
  await write(seven, "many");
  await press("Save the numbers");
  await screen.findByText("Enter whole numbers from 0 to 99");
  await write(seven, "0");
  await press("Save the numbers");
  await saidAtTheDesk("Saved.");
  expect(stored.places[5]).toEqual([...Array(11).fill(2), 0]);
  expect(screen.queryByText("Enter whole numbers from 0 to 99")).toBeNull();

  stored = { places: stored.places.map((hours) => hours.map(() => 3)), version: 3 };
  await write(screen.getByLabelText("Saturday, 6 PM"), "0");
  await press("Save the numbers");
  await screen.findByText("Somebody else changed these numbers.");
  await waitFor(() => expect(screen.getAllByDisplayValue("3")).toHaveLength(71));
  await press("Save the numbers");
  await waitFor(() => expect(stored.places[5]?.slice(9)).toEqual([3, 0, 3]));
  expect(asked.filter(({ name }) => name.startsWith("PUT"))).toHaveLength(3);
});
