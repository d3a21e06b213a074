import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { StoryForm } from "../../../db/model/stories/survey.ts";
import { respond } from "../../case/attempt.ts";
import { body } from "../../http/body.ts";
import { type DeskEnv, may } from "../../staff/member.ts";
import { publishStory, readStories, unpublishStory } from "../../stories/stories.ts";

/** /api/desk/stories: the answers that people allow us to show, and showing them on /stories. */
export const stories = new Hono<DeskEnv>()
  .get("/stories", may("readStories"), async (c) => c.json(await readStories(database(c.env.DB))))
  .put("/stories/:id", may("showStories"), body(StoryForm), async (c) =>
    respond(c, await publishStory(c, c.req.param("id"), c.req.valid("json")), "story"),
  )
  .post("/stories/:id/hide", may("showStories"), async (c) =>
    respond(c, await unpublishStory(c, c.req.param("id")), "story"),
  );
