import { expect, test } from "vitest";
import type { Story } from "../../../web/desk/api.ts";
import { managing, saidAtTheDesk } from "../desk.ts";
import { openPage, press, screen, waitFor } from "../screen.tsx";

const told: Omit<Story, "id" | "version" | "createdAt"> = {
  name: "Maria L.",
  city: "San Antonio",
  stars: 4,
  text: "They called me the same day, and nobody judged me.",
  language: "en",
  isCompensated: false,
  agreedBy: "Maria Lozano",
  agreedOn: "2026-11-20",
  agreedHow: "signed letter",
};

test("a manager adds a story, edits it and takes it down", async () => {
  let stories: Story[] = [];
  const { user, asked } = await openPage("/desk/stories", {
    ...managing,
    "GET /api/desk/stories": () => ({ stories }),
    "POST /api/desk/stories": ({ body }) => {
      stories = [{ ...(body as typeof told), id: "s1", version: 1, createdAt: "2026-11-24T16:00:00.000Z" }];
      return { ok: true, success: true };
    },
    "PUT /api/desk/stories/:id": { ok: true, success: true },
    "POST /api/desk/stories/:id/remove": () => {
      stories = [];
      return { ok: true, success: true };
    },
  });
  await press("Add a story");
  await user.type(screen.getByLabelText("What they said"), told.text);
  await user.type(screen.getByLabelText("Name as shown"), told.name);
  await press("Show on the page");
  await screen.findByText("Write who agreed, with the full name");
  await user.type(screen.getByLabelText(/^City/), told.city);
  await user.selectOptions(screen.getByLabelText("Stars they gave"), "4");
  await user.type(screen.getByLabelText("Who agreed"), told.agreedBy);
  await user.type(screen.getByLabelText("When"), told.agreedOn);
  await user.type(screen.getByLabelText("How, and where to find it"), told.agreedHow);
  await press("Show on the page");
  await saidAtTheDesk("The story of Maria L. is on the page.");
  const sent = (method: string) => asked.findLast(({ name }) => name.startsWith(method))?.body;
  expect(sent("POST")).toEqual(told);
  await screen.findByText(/^Maria Lozano agreed on 2026-11-20: signed letter/);
  await press("Edit the story of Maria L.");
  await user.clear(screen.getByLabelText(/^City/));
  await press("Show on the page");
  await saidAtTheDesk("The story of Maria L. is on the page.");
  expect(sent("PUT")).toEqual({ ...told, city: "", version: 1 });
  await press("Take the story of Maria L. down");
  await saidAtTheDesk("The story of Maria L. is off the page.");
  await waitFor(() => expect(screen.queryByText(told.text)).toBeNull());
});
