import type { BlogPostForm } from "../db/model/blog/blog-post.ts";
import { cardOf, type RenderedPost } from "../db/model/blog/post-card.ts";
import type { ContactMessage } from "../db/model/contact/contact-message.ts";
import type { Contact, Correction } from "../db/model/contact/correction.ts";
import type { ApplicationForm } from "../db/model/form/submission.ts";
import type { Decision } from "../db/model/introductions/permission.ts";
import type { Paper } from "../db/model/papers/papers.ts";
import type { Refusal } from "../db/model/site/refusal.ts";
import { OPENED_FROM } from "../db/model/site/source.ts";
import { language } from "../db/model/words.ts";
import type { DrawnImage } from "./blog/writing/image.ts";
import { forgetDrafts } from "./member-drafts.ts";
import type { PostPage } from "./page-data.tsx";
import { openedFrom } from "./start/script/opened-from.ts";
import { tokenHeader, turnstileKey } from "./turnstile.ts";
import type { Answer, Call, Input } from "./wire.ts";

/** An answer that was not OK: '404: ' and its body, or the status text if the body is empty. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
  }

  /** The body, if it is a JSON object. */
  get refusal(): Partial<Refusal> | undefined {
    try {
      const parsed = JSON.parse(this.body);
      return typeof parsed === "object" && parsed !== null ? parsed : undefined;
    } catch {
      return undefined;
    }
  }
}

/** An application, as its applicant sees it. */
export type ReceivedApplication = Answer<"GET /applications/:ref">;
/** What helps and what would help, who received it or may, and the state of the confirmation mail. */
export type Guidance = Answer<"GET /applications/:ref/guidance">;
/** The days and times that the applicant can still book. */
export type FreeSlots = Answer<"GET /applications/:ref/slots">;
/** Who is signed in, and whether anybody may write posts. */
export type SessionState = Answer<"GET /session">;

/** How a submit ended, by its JSON body, not its status. Only `sent` means that it is stored, as far as we know. */
export type SubmitOutcome =
  | { kind: "sent"; ref: string }
  | { kind: "refused"; error: string }
  | { kind: "garbled" }
  | { kind: "unreachable"; error: string };

export async function submitApplication(form: ApplicationForm, key: string): Promise<SubmitOutcome> {
  let response: Response;
  const firstPage = openedFrom();
  try {
    response = await fetch("/api/applications/submit", {
      method: "POST",
      credentials: "include",
      headers: {
        ...inPageLanguage(),
        ...(firstPage && { [OPENED_FROM]: firstPage }),
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        ...(turnstileKey && (await tokenHeader())),
      },
      body: JSON.stringify(form),
    });
  } catch (error) {
    return { kind: "unreachable", error: error instanceof Error ? error.message : "" };
  }
  try {
    const body = await response.json();
    if (body?.ok === true || body?.success === true) return { kind: "sent", ref: String(body.ref ?? body.id ?? "") };
    return { kind: "refused", error: typeof body?.error === "string" ? body.error : "" };
  } catch {
    return { kind: "garbled" };
  }
}

export function readApplication(ref: string) {
  return call("GET /applications/:ref", { ref });
}

export function readGuidance(ref: string) {
  return call("GET /applications/:ref/guidance", { ref });
}

export function readSlots(ref: string) {
  return call("GET /applications/:ref/slots", { ref });
}

/** Books a call, or moves it; null means as soon as possible. */
export function bookCall(ref: string, startsAt: string | null) {
  return call("POST /applications/:ref/appointment", { ref, json: { startsAt } });
}

export function cancelCall(ref: string) {
  return call("DELETE /applications/:ref/appointment", { ref });
}

/** What the applicant agreed to and decided later, with its evidence. */
export type Receipt = Answer<"GET /applications/:ref/receipt">;

export function readReceipt(ref: string) {
  return call("GET /applications/:ref/receipt", { ref });
}

/** Reports that the page was opened by the link in our mail, with the proof from that link. */
export function reportOpenedLink(ref: string, proof: string) {
  return call("POST /applications/:ref/opened", { ref, json: { proof } });
}

/** Confirms that the address a specialist entered is the applicant's own. */
export function confirmEmail(ref: string, email: string) {
  return call("POST /applications/:ref/confirm-email", { ref, json: { email } });
}

/** Asks for a mailed code that confirms a correction; `proof`: from the link in our mail, if it opened the page. */
export function requestCorrection(ref: string, proof?: string) {
  return call("POST /applications/:ref/correction", { ref, json: { proof } });
}

export function confirmCorrection(ref: string, correction: Correction) {
  return call("POST /applications/:ref/correction/confirm", { ref, json: correction });
}

/** Corrects them in the browser that has just sent the application. */
export function correctWithoutCode(ref: string, contact: Contact) {
  return call("POST /applications/:ref/correction/without-code", { ref, json: contact });
}

/** Asks for the links to all applications of this address. The answer does not reveal whether we know it. */
export async function mailLinkAgain(email: string): Promise<Answer<"POST /applications/link-again">> {
  return (
    await request("POST /applications/link-again", {
      json: { email },
      headers: turnstileKey ? await tokenHeader() : undefined,
    })
  ).json();
}

/** Asks for a mailed code that confirms a deletion. */
export function requestDeletion(ref: string, proof?: string) {
  return call("POST /applications/:ref/deletion", { ref, json: { proof } });
}

export function confirmDeletion(ref: string, code: string) {
  return call("POST /applications/:ref/deletion/confirm", { ref, json: { code } });
}

/** Resolves once the server has the message. Throws for any other answer, or none. */
export async function sendMessage(message: ContactMessage) {
  await (
    await request("POST /contact", { json: message, headers: turnstileKey ? await tokenHeader() : undefined })
  ).json();
}

/** The files that the applicant sent; null until the code was entered. */
export function readPapers(ref: string) {
  return call("GET /applications/:ref/papers", { ref });
}
export type SentFile = NonNullable<Answer<"GET /applications/:ref/papers">["files"]>[number];

/** Asks for a mailed code that opens the papers for a while. */
export function requestPapers(ref: string, proof?: string) {
  return call("POST /applications/:ref/papers", { ref, json: { proof } });
}

export function openPapers(ref: string, code: string) {
  return call("POST /applications/:ref/papers/confirm", { ref, json: { code } });
}

/** Sends a file. `onProgress` gets the share that has been sent, 0 to 1. */
export function sendFile(ref: string, paper: Paper, file: Blob, onProgress: (share: number) => void) {
  return upload("PUT", `/applications/${encodeURIComponent(ref)}/papers/${paper}/file`, file, onProgress);
}

export function deleteFile(ref: string, id: string) {
  return call("DELETE /applications/:ref/papers/files/:id", { ref, id });
}

/** Answers our question about a lender or dealer. A no after a yes takes it back. */
export function decide(ref: string, id: string, decision: Decision) {
  return call("POST /applications/:ref/permissions/:id", { ref, id, json: { decision } });
}

/** Stops all contact, and any further sending of the application, even if the page is being left. */
export function stopContact(ref: string, proof?: string) {
  return request("POST /applications/:ref/stop-contact", { ref, json: { proof }, keepalive: true });
}

/** Allows contact about this application again. */
export function resumeContact(
  ref: string,
  consentRecord: Input<"POST /applications/:ref/resume-contact">["json"]["consentRecord"],
) {
  return call("POST /applications/:ref/resume-contact", { ref, json: { consentRecord } });
}

/** A page of published posts with `q` in title or tags. */
export async function readPosts(q: string, cursor: string, limit: number): Promise<PostPage> {
  const query = {
    limit: String(limit),
    ...(language() === "es" && { language: "es" }),
    ...(q && { q }),
    ...(cursor && { cursor }),
  };
  const response = await request("GET /blog", { query });
  const posts: Answer<"GET /blog"> = await response.json();
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return { posts: posts.map(cardOf), next: next ? new URLSearchParams(next.split("?")[1]).get("cursor") : null };
}

export async function readPost(slug: string): Promise<RenderedPost> {
  // The type of a tree is too deep for Hono to follow.
  return (await request("GET /blog/:slug", { slug })).json();
}

/** Subscribes to news by mail. The answer does not reveal whether we know the address. */
export async function subscribe(email: string): Promise<Answer<"POST /newsletter">> {
  return (
    await request("POST /newsletter", { json: { email }, headers: turnstileKey ? await tokenHeader() : undefined })
  ).json();
}

/** For authors: drafts, and deleted posts that can still be restored. */
export function readDrafts() {
  return call("GET /blog/drafts");
}

export function readPostToEdit(id: string) {
  return call("GET /blog/id/:id", { id });
}

export function createPost(form: BlogPostForm) {
  return call("POST /blog", { json: form });
}

/** `version`: the post's `updatedAt` when editing began, in milliseconds. */
export function changePost(id: string, form: BlogPostForm, version: number) {
  return call("PUT /blog/id/:id", { id, json: { ...form, updatedAt: version } });
}

export function deletePost(id: string) {
  return call("DELETE /blog/id/:id", { id });
}

export function restorePost(id: string) {
  return call("PUT /blog/id/:id/restore", { id });
}

export function readSession() {
  return call("GET /session");
}

export function signIn(username: string, password: string) {
  return call("POST /session", { json: { username, password } });
}

export async function signOut() {
  await call("DELETE /session");
  forgetDrafts();
}

/** Stores an image. `onProgress` gets the share that has been sent, 0 to 1. */
export async function uploadImage([widest, ...narrower]: DrawnImage[], onProgress: (share: number) => void) {
  const form = new FormData();
  if (widest) form.set("file", widest.image);
  for (const { width, image } of narrower) form.set(`w${width}`, image);
  return JSON.parse(await upload("POST", "/media", form, onProgress)) as Answer<"POST /media">;
}

/** What the Worker answers to a body whose progress is shown, which `fetch` cannot. A lost connection throws no `ApiError`. */
function upload(method: string, path: string, body: Blob | FormData, onProgress: (share: number) => void) {
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `/api${path}`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(inPageLanguage())) request.setRequestHeader(name, value);
    if (body instanceof Blob) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve(request.responseText)
        : reject(new ApiError(request.status, request.statusText, request.responseText));
    request.onerror = () => reject(new TypeError("The upload didn’t reach us"));
    request.send(body);
  });
}

/** What goes with a call: nothing, or what its handler takes. What a query may say, only the handler knows. */
export type Given<Name extends Call> = keyof Input<Name> extends never
  ? [given?: { query?: Texts }]
  : [given: Input<Name> & { query?: Texts }];
type Texts = Record<string, string>;
interface Sent {
  json?: unknown;
  query?: Texts;
  headers?: Texts;
  keepalive?: boolean;
  [place: string]: unknown;
}

/** Calls the Worker. An answer that is not OK throws an `ApiError`. */
export async function call<Name extends Call>(name: Name, ...[given]: Given<Name>): Promise<Answer<Name>> {
  return (await request(name, given)).json();
}

/** As `call`, with its response. The types of `call` say what may be sent. */
export async function request(name: Call, { json = {}, query, headers, keepalive, ...places }: Sent = {}) {
  const [method, path = ""] = name.split(" ");
  const address = path.replace(/:(\w+)/g, (_, place) => encodeURIComponent(String(places[place])));
  const hasBody = method === "POST" || method === "PUT";
  const response = await fetch(`/api${address}${query ? `?${new URLSearchParams(query)}` : ""}`, {
    method,
    credentials: "include",
    keepalive,
    headers: {
      ...inPageLanguage(),
      ...(hasBody && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(hasBody && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** Errors come in the page's language, not in the browser's. */
function inPageLanguage() {
  return { "Accept-Language": language() };
}
