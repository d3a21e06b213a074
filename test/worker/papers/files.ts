import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { PART_BYTES } from "../../../db/model/papers/paper-file.ts";
import type { Paper } from "../../../db/model/papers/papers.ts";
import type { Env } from "../../../worker/env.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { sha256 } from "../../../worker/hash.ts";
import { ERASED } from "../../../worker/operations/erased.ts";
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
  /** Sends a file as a browser does, part by part, until one is refused. */
  send: (paper: Paper, bytes: Uint8Array<ArrayBuffer>, bindings?: Env) => Promise<Response>;
  begin: (paper: Paper, bytes: Uint8Array<ArrayBuffer>) => Promise<Response>;
  part: (id: string, part: number | string, bytes: Uint8Array<ArrayBuffer>, bindings?: Env) => Promise<Response>;
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
  const begin = async (paper: Paper, bytes: Uint8Array<ArrayBuffer>) =>
    post(`${papers}/files`, { paper, size: bytes.length, sha256: await sha256(bytes) }, headers);
  const part: Sender["part"] = (fileId, number, body, bindings = env) =>
    callWith(bindings, `${papers}/files/${fileId}/${number}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/octet-stream" },
      body,
    });
  return {
    ...{ ref, id, cookie, begin, part },
    send: async (paper, bytes, bindings) => {
      const begun = await begin(paper, bytes);
      if (!begun.ok) return begun;
      const { id: fileId, parts } = await begun.json<{ id: string; parts: number }>();
      let response = begun;
      for (let number = parts; number * PART_BYTES < bytes.length; number++) {
        response = await part(fileId, number, bytes.slice(number * PART_BYTES, (number + 1) * PART_BYTES), bindings);
        if (!response.ok) return response;
      }
      return response;
    },
    list: async () => (await call(papers, { headers })).json(),
    get: (fileId) => call(`${papers}/files/${fileId}`, { headers }),
    remove: (fileId) => call(`${papers}/files/${fileId}`, { method: "DELETE", headers }),
  };
}

/** The names of what lies in the bucket. */
export async function stored() {
  return (await env.PAPERS.list()).objects.map(({ key }) => key).filter((key) => !key.startsWith(ERASED));
}
