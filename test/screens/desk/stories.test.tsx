import { expect, test } from "vitest";
import type { StoryAnswer } from "../../../web/desk/api.ts";
import { managing, saidAtTheDesk } from "../desk.ts";
import { openPage, press, screen, waitFor } from "../screen.tsx";

const answer: StoryAnswer = {
  id: "s1",
  language: "en",
  recommends: true,
  stars: 4,
  comment: "They called me the same day, and nobody judged me.",
  name: "Maria L.",
  city: "San Antonio",
  answeredAt: "2026-11-24T16:00:00.000Z",
  story: null,
  version: 2,
};
const satisfaction = { answered: 5, recommending: 4 };

test("a manager cuts an answer, shows it, and takes it off again; more than a cut is refused in place", async () => {
  let shown = answer;
  const { user, asked } = await openPage("/desk/stories", {
    ...managing,
    "GET /api/desk/stories": () => ({ answers: [shown], satisfaction }),
    "PUT /api/desk/stories/:id": ({ body }) => {
      const { quote, city, isCompensated } = body as { quote: string; city: string; isCompensated: boolean };
      if (quote.includes("hour")) {
        return Response.json({ ok: false, success: false, error: "A quote can only be cut." }, { status: 409 });
      }
      shown = { ...answer, version: 3, story: { quote, city, isCompensated, publishedAt: Date.now() } };
      return Response.json({ ok: true, success: true });
    },
    "POST /api/desk/stories/:id/hide": () => {
      shown = { ...answer, version: 4 };
      return Response.json({ ok: true, success: true });
    },
  });
  await screen.findByText(/^4 of 5 who answered would recommend us/);
  const quote = screen.getByLabelText("What to show");
  expect(quote).toHaveProperty("value", answer.comment);
  await user.clear(quote);
  await user.type(quote, "They called me the same hour");
  await press("Show on the page");
  await screen.findByText("A quote can only be cut.");
  expect(quote).toHaveProperty("value", "They called me the same hour");
  await user.clear(quote);
  await user.type(quote, "They called me the same day");
  await press("Show on the page");
  await saidAtTheDesk("The words of Maria L. are on the page.");
  expect(asked.findLast(({ name }) => name.startsWith("PUT"))?.body).toEqual({
    quote: "They called me the same day",
    city: "San Antonio",
    isCompensated: false,
    version: 2,
  });
  await press("Take off the page");
  await saidAtTheDesk("The words of Maria L. are off the page.");
  await waitFor(() => expect(document.activeElement?.id).toBe("quote-s1"));
});
