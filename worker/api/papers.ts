import { type Context, Hono } from "hono";
import type { ClientErrorStatusCode } from "hono/utils/http-status";
import { Confirmation, MailProof } from "../../db/model/contact/code.ts";
import { type FileRefusal, fileRefusals } from "../../db/model/papers/paper-file.ts";
import { PAPERS } from "../../db/model/papers/papers.ts";
import { t } from "../../db/model/words.ts";
import { codeSent, done, refuseCode, unknownReference } from "../case/by-applicant.ts";
import { requestCode, tryCode } from "../contact/codes.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { isOpened, onlyOpened, openPapers } from "../papers/grant.ts";
import { readPapers, removeFile, takeFile } from "../papers/receive.ts";
import { fileResponse, shownFile } from "../papers/show.ts";

const statuses = {
  ...{ empty: 400, tooLarge: 413, unknown: 415, heic: 415, damaged: 400 },
  ...{ sameFile: 409, tooMany: 409, notAsked: 409, stopped: 409, closed: 409 },
} as const satisfies Record<FileRefusal, ClientErrorStatusCode>;
const noFile = () => t`There is no such file. It may have been deleted`;

/** /api/applications/:ref/papers: a mailed code opens the papers of an application, to send, see and delete files. */
export const papers = new Hono<{ Bindings: Env }>()
  .post("/:ref/papers", body(MailProof), async (c) => {
    const request = await requestCode(c, c.req.param("ref"), "papers", c.req.valid("json").proof);
    return request && request !== "stopped" ? codeSent(c, request) : unknownReference(c);
  })
  .post("/:ref/papers/confirm", body(Confirmation), async (c) => {
    const ref = c.req.param("ref");
    const tried = await tryCode(c, ref, "papers", c.req.valid("json").code);
    if (typeof tried === "string") return refuseCode(c, tried);
    await tried.spend;
    await openPapers(c, ref);
    return c.json({ ok: true, success: true });
  })
  /** Null in place of the files until the code was entered. */
  .get("/:ref/papers", async (c) => {
    const ref = c.req.param("ref");
    const found = await readPapers(c, ref);
    if (!found) return unknownReference(c);
    return c.json({ files: (await isOpened(c, ref)) ? found.files.map(shownFile) : null });
  })
  .use("/:ref/papers/files/*", onlyOpened)
  .use("/:ref/papers/:paper/file", onlyOpened)
  .put("/:ref/papers/:paper/file", async (c) => {
    const paper = PAPERS.find((each) => each === c.req.param("paper"));
    if (!paper) return refuseFile(c, "notAsked");
    const taken = await takeFile(c, c.req.param("ref"), paper, new Uint8Array(await c.req.arrayBuffer()));
    return taken && "refused" in taken ? refuseFile(c, taken.refused) : done(c, taken);
  })
  .get("/:ref/papers/files/:id", async (c) => {
    const found = await readPapers(c, c.req.param("ref"));
    return (
      (await fileResponse(
        c,
        found?.files.find(({ id }) => id === c.req.param("id")),
      )) ?? refuse(c, 404, noFile())
    );
  })
  .delete("/:ref/papers/files/:id", async (c) => {
    const removed = await removeFile(c, c.req.param("ref"), c.req.param("id"));
    return removed ? done(c, removed) : refuse(c, 404, noFile());
  });

function refuseFile(c: Context, refused: FileRefusal) {
  return refuse(c, statuses[refused], fileRefusals[refused]());
}
