import { type Context, Hono } from "hono";
import type { ClientErrorStatusCode } from "hono/utils/http-status";
import { Confirmation, MailProof } from "../../db/model/contact/code.ts";
import { type FileRefusal, fileRefusals, NewFile } from "../../db/model/papers/paper-file.ts";
import { t } from "../../db/model/words.ts";
import { done, owing, refuseCode, unknownReference } from "../case/by-applicant.ts";
import { requestCode, tryCode } from "../contact/codes.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { isOpened, onlyOpened, openPapers } from "../papers/grant.ts";
import { beginFile, readPapers, removeFile, takePart } from "../papers/receive.ts";
import { fileResponse, shownFile } from "../papers/show.ts";

const statuses = {
  ...{ empty: 400, tooLarge: 413, unknown: 415, heic: 415, locked: 400, tooManyPages: 400, damaged: 400 },
  ...{ sameFile: 409, tooMany: 409, notAsked: 409, stopped: 409, closed: 409 },
} as const satisfies Record<FileRefusal, ClientErrorStatusCode>;
const noFile = () => t`There is no such file. It may have been deleted`;

/** /api/applications/:ref/papers: a mailed code opens the papers of an application, to send, see and delete files. */
export const papers = new Hono<{ Bindings: Env }>()
  .post("/:ref/papers", body(MailProof), async (c) => {
    const request = await requestCode(c, c.req.param("ref"), "papers", c.req.valid("json").proof);
    return request && request !== "stopped" ? owing(c, request) : unknownReference(c);
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
    const files = found.files.filter(({ receivedAt }) => receivedAt).map(shownFile);
    return c.json({ files: (await isOpened(c, ref)) ? files : null });
  })
  .use("/:ref/papers/files/*", onlyOpened)
  .post("/:ref/papers/files", body(NewFile), async (c) => {
    const begun = await beginFile(c, c.req.param("ref"), c.req.valid("json"));
    if (!begun) return unknownReference(c);
    return "refused" in begun ? refuseFile(c, begun.refused) : c.json({ ok: true, success: true, ...begun }, 201);
  })
  .put("/:ref/papers/files/:id/:part", async (c) => {
    const { ref, id, part } = c.req.param();
    const number = /^\d{1,3}$/.test(part) ? Number(part) : Number.POSITIVE_INFINITY;
    const taken = await takePart(c, ref, id, number, new Uint8Array(await c.req.arrayBuffer()));
    if (taken === null) return refuse(c, 404, noFile());
    return "refused" in taken ? refuseFile(c, taken.refused) : done(c, taken);
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
    return removed && !("refused" in removed) ? done(c, removed) : refuse(c, 404, noFile());
  });

function refuseFile(c: Context, refused: FileRefusal) {
  return refuse(c, statuses[refused], fileRefusals[refused]());
}
