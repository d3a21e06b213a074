import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../../db/database.ts";
import { Claims } from "../../../db/model/case/case-event.ts";
import { STATUSES, type Stage, type Status, stages } from "../../../db/model/case/status.ts";
import { METROS } from "../../../db/model/directory/lenders.ts";
import { BANDS } from "../../../db/model/forecast/meaning.ts";
import { folded } from "../../../db/model/queue/queue.ts";
import { line, MAX_EMAIL, messagesByField } from "../../../db/model/text.ts";
import type { DeskEnv } from "../../env.ts";
import { body, refuse } from "../../http/body.ts";
import { claimAll } from "../../queue/claims.ts";
import { readQueue } from "../../queue/queue.ts";
import { SEARCH_CHARACTERS, searchQueue } from "../../queue/search.ts";
import { may } from "../../staff/member.ts";

const CALLS = "calls";
const OUTSIDE_TEXAS = "outside";
const MOST_CITY_CHARACTERS = 80;

const choice = <const Choices extends readonly string[]>(choices: Choices, message: string) =>
  z.optional(z.enum(["", ...choices], message));

/** The filter in an address. Blank means any. */
const Filter = z.object({
  show: choice([...(Object.keys(stages) as Stage[]), CALLS, ...STATUSES], "Choose a part of the queue from the list."),
  owner: z.optional(z.string().check(z.maxLength(60, "Choose an owner from the list."))),
  language: choice(["en", "es"], "Choose a language from the list."),
  metro: choice([...METROS, OUTSIDE_TEXAS], "Choose a metro from the list."),
  city: z.optional(line({ max: MOST_CITY_CHARACTERS, message: "Type the beginning of a city’s name." })),
  band: choice(BANDS, "Choose a forecast from the list."),
  overdue: choice(["yes"], "Choose from the list whether it is overdue."),
  order: choice(["approval"], "Choose an order from the list."),
  cursor: z.optional(z.string()),
});

/** A search comes in a body, so that no name, number or reference appears in an address. */
const Search = z.object({
  q: line({
    min: SEARCH_CHARACTERS,
    max: MAX_EMAIL,
    message: `Type at least ${SEARCH_CHARACTERS} characters to search.`,
  }),
  cursor: z.optional(z.string()),
});

/** /api/desk/queue: a page of applications; …/search: those that match. /api/desk/claims: claims several. */
export const queue = new Hono<DeskEnv>()
  .get("/queue", may("readQueue"), async (c) => {
    const asked = Filter.safeParse(c.req.query());
    if (!asked.success) {
      const [message = ""] = Object.values(messagesByField(Filter, asked.error));
      return refuse(c, 400, message);
    }
    const { show, owner, language, metro, city, band, overdue, order, cursor } = asked.data;
    const { id, role } = c.var.member;
    if (owner && owner !== "me" && owner !== "nobody" && role !== "manager") {
      return refuse(c, 400, "Choose an owner from the list.");
    }
    const filter = {
      isCalls: show === CALLS,
      isByApproval: order === "approval",
      statuses: statusesOf(show || "waiting", overdue === "yes"),
      ownerId: owner === "me" ? id : owner === "nobody" ? null : owner || undefined,
      language: language || undefined,
      metro: metro === OUTSIDE_TEXAS ? null : metro || undefined,
      city: folded(city ?? "") || undefined,
      band: band || undefined,
      isOverdue: overdue === "yes",
      cursor,
    };
    return c.json(await readQueue(database(c.env.DB), filter));
  })
  .post("/queue/search", may("readQueue"), body(Search), async (c) => {
    return c.json(await searchQueue(database(c.env.DB), c.req.valid("json")));
  })
  .post("/claims", may("claim"), body(Claims), async (c) => {
    const { ids } = c.req.valid("json");
    return c.json({ ok: true, success: true, ...(await claimAll(c, ids)) });
  });

/** A booked hour can be missed in whatever open status. */
function statusesOf(show: string, isOverdue: boolean): readonly Status[] {
  if (show === CALLS) return STATUSES;
  const statuses: readonly Status[] = Object.hasOwn(stages, show) ? stages[show as Stage] : [show as Status];
  return isOverdue && show === "waiting" ? [...stages.waiting, ...stages.working] : statuses;
}
