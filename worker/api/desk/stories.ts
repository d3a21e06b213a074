import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { StoryChange, StoryForm } from "../../../db/model/stories/story.ts";
import { respond } from "../../case/attempt.ts";
import type { DeskEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { may } from "../../staff/member.ts";
import { addStory, changeStory, readStories, removeStory } from "../../stories/stories.ts";

/** /api/desk/stories: the customers' stories on /stories, and who agreed that we show them. */
export const stories = new Hono<DeskEnv>()
  .get("/stories", may("readStories"), async (c) => c.json({ stories: await readStories(database(c.env.DB)) }))
  .post("/stories", may("showStories"), body(StoryForm), async (c) => {
    await addStory(c, c.req.valid("json"));
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/stories/:id", may("showStories"), body(StoryChange), async (c) =>
    respond(c, await changeStory(c, c.req.param("id"), c.req.valid("json")), "story"),
  )
  .post("/stories/:id/remove", may("showStories"), async (c) =>
    respond(c, await removeStory(c, c.req.param("id")), "story"),
  );
