import { expect, test } from "vitest";
import type { BlogPost } from "../../db/model/blog/blog-post.ts";
import { cardOf } from "../../db/model/blog/post-card.ts";
import { openPage, press, screen, waitFor } from "./screen.tsx";

/** The list of posts after React has taken over. As served: test/worker/site/pages.test.ts. */

const post = (id: string) => ({
  ...{ id, title: `Post ${id}`, slug: id, tags: "", content: "Words", heroImageUrl: null, language: "en" },
  createdAt: "2026-11-20T12:00:00.000Z",
});
const titles = () => screen.queryAllByRole("article").map((card) => card.querySelector("h3")?.textContent);

test("a list that does not come is brought by 'Try again'", async () => {
  let isDown = true;
  await openPage("/blog", {
    "GET /api/blog": () => (isDown ? new Response("", { status: 503 }) : Response.json([post("a")])),
  });
  await screen.findByText("The posts couldn’t be loaded. Please check your connection.");
  isDown = false;
  await press("Try again");
  await waitFor(() => expect(titles()).toEqual(["Post a"]));
});

test("older posts that do not come can be asked for again", async () => {
  let isDown = true;
  const posts = { q: "", cursor: "", posts: [cardOf(post("b") as unknown as BlogPost)], next: "3_c" };
  const answers = { "GET /api/blog": () => (isDown ? new Response("", { status: 503 }) : Response.json([post("a")])) };
  const { asked } = await openPage("/blog", answers, { posts });
  // Data that came with the page is not requested again.
  expect(asked).toEqual([]);
  await press("Load more");
  await screen.findByText("More posts couldn’t be loaded. Please try again.");
  isDown = false;
  await press("Load more");
  await waitFor(() => expect(titles()).toEqual(["Post b", "Post a"]));
});

test("what is on its way, and where there is nothing, is said", async () => {
  const list = Promise.withResolvers<Response>();
  await openPage("/blog", { "GET /api/blog": () => list.promise as unknown as Response });
  await screen.findByText("Loading posts...");
  list.resolve(Response.json([]));
  await screen.findByText("No published posts available at this time.");
  await openPage("/blog?cursor=1_a", { "GET /api/blog": () => Response.json([]) });
  await screen.findByText("There are no older posts.");
  expect(screen.getByRole("link", { name: "Back to the newest posts" }).getAttribute("href")).toBe("/blog");
  await openPage("/blog/gone", { "GET /api/blog/:slug": () => Response.json({ ok: false }, { status: 404 }) });
  await screen.findByRole("heading", { level: 1, name: "Post Not Found" });
  expect(screen.getAllByRole("link", { name: "Back to Blog" })[0]?.getAttribute("href")).toBe("/blog");
});
