import { expect, test } from "vitest";
import { openPage, press, screen, waitFor } from "./screen.tsx";

/** The list of posts where React has taken it over. As it is served: test/journeys/blog-reading.spec.ts. */

const post = (id: string) => ({
  ...{ id, title: `Post ${id}`, slug: id, tags: "", content: "Words", heroImageUrl: null, language: "en" },
  createdAt: "2026-11-20T12:00:00.000Z",
});
const titles = () => screen.queryAllByRole("article").map((card) => card.querySelector("h3")?.textContent);

test("a list that does not come says so, and 'Try again' brings it", async () => {
  let isDown = true;
  await openPage("/blog", {
    "GET /api/blog": () => (isDown ? new Response("", { status: 503 }) : Response.json([post("a")])),
  });
  await screen.findByText("The posts could not be loaded. Please check your connection.");
  isDown = false;
  await press("Try again");
  await waitFor(() => expect(titles()).toEqual(["Post a"]));
});

test("an address of older posts begins at its cursor and goes on from there", async () => {
  const { asked } = await openPage("/blog?q=car&cursor=5_e", {
    "GET /api/blog": ({ search }) => {
      const isLast = search.get("cursor") === "3_c";
      const link = isLast ? "" : '</api/blog?q=car&cursor=3_c>; rel="next"';
      return Response.json([post(isLast ? "b" : "d")], { headers: { link } });
    },
  });
  await press("Load more");
  await waitFor(() => expect(titles()).toEqual(["Post d", "Post b"]));
  expect(asked.map(({ search }) => [search.get("q"), search.get("cursor")])).toEqual([
    ["car", "5_e"],
    ["car", "3_c"],
  ]);
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});
