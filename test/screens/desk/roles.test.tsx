import { expect, test } from "vitest";
import { signedInAs } from "../desk.ts";
import { openPage, screen, textsOf, within } from "../screen.tsx";

/** What the desk does not offer to specialists. The server's part: test/worker/staff/desk-roles.test.ts. */

const specialist = signedInAs("specialist");

test.each(["dashboard", "audit", "manage"])(
  "a specialist who opens /desk/%s is told why it stays closed",
  async (page) => {
    await openPage(`/desk/${page}`, specialist);
    await screen.findByText(/Your role \(specialist\) does not include this page\./);
    const places = within(screen.getByRole("navigation", { name: "Desk" })).getAllByRole("link");
    expect(textsOf(places)).toEqual(["My day", "Queue", "Messages", "Directory"]);
  },
);

test("a specialist reads letters and directory, and is offered no change", async () => {
  await openPage("/desk/letters", { ...specialist, "GET /api/desk/letters": { templates: [] } });
  await screen.findByText("Managers edit the letters.");
  expect(screen.queryByRole("button", { name: /^Edit|^Add/ })).toBeNull();
  await openPage("/desk/directory", { ...specialist, "GET /api/desk/directory": { lenders: [], dealers: [] } });
  await screen.findByText("Managers edit the directory.");
  expect(screen.queryByRole("button", { name: /^Edit|^Add/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "Import from a file" })).toBeNull();
});
