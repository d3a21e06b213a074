import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Paper } from "../../../db/model/papers/papers.ts";
import type { Env } from "../../../worker/env.ts";
import { ERASED } from "../../../worker/operations/erased.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, callWith, post } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";

export function bytesOf(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A PDF with so many pages and so many bytes at least. */
export function pdf({ pages = 1, size = 0, more = "" } = {}) {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 3} 0 obj\n<</Type /Page /Parent 2 0 R>>\nendobj\n`);
  const filling = size > 0 ? `9 0 obj\n<</Length ${size}>>stream\n${"x".repeat(size)}\nendstream\nendobj\n` : "";
  return bytesOf(
    `%PDF-1.7\n2 0 obj\n<</Type /Pages /Count ${pages}>>\nendobj\n${kids.join("")}${filling}${more}trailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
  );
}

/** An applicant with the papers of their application open. */
export interface Sender {
  ref: string;
  id: string;
  cookie: string;
  /** Sends a file as a browser does. */
  send: (paper: Paper, bytes: Uint8Array<ArrayBuffer>, bindings?: Env) => Promise<Response>;
  list: () => Promise<{ files: { id: string; paper: Paper; type: string }[] | null }>;
  get: (id: string) => Promise<Response>;
  remove: (id: string) => Promise<Response>;
}

/** An application whose papers a manager asked for; its applicant has entered the code. */
export async function asked(...papers: Paper[]): Promise<Sender & { max: Colleague }> {
  const id = await apply();
  const max = await signedIn("manager", `max-${id.slice(-6)}`);
  await max.post(`/api/desk/case/${id}/papers/ask`, { papers });
  return { ...(await opened(id)), max };
}

export async function opened(id: string): Promise<Sender> {
  const ref = await referenceOf(env, id);
  await mailed();
  const { code } = await askForCode(ref, "papers");
  const confirmed = await post(`/api/applications/${ref}/papers/confirm`, { code });
  expect(confirmed.status).toBe(200);
  return sender(ref, id, confirmed.headers.get("set-cookie")?.split(";")[0] ?? "");
}

export function sender(ref: string, id: string, cookie: string): Sender {
  const papers = `/api/applications/${ref}/papers`;
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return {
    ...{ ref, id, cookie },
    send: (paper, body, bindings = env) =>
      callWith(bindings, `${papers}/${paper}/file`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/octet-stream" },
        body,
      }),
    list: async () => (await call(papers, { headers })).json(),
    get: (fileId) => call(`${papers}/files/${fileId}`, { headers }),
    remove: (fileId) => call(`${papers}/files/${fileId}`, { method: "DELETE", headers }),
  };
}

/** The names of what lies in the bucket. */
export async function stored() {
  return (await env.PAPERS.list()).objects.map(({ key }) => key).filter((key) => !key.startsWith(ERASED));
}
