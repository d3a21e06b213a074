import type { BlogPostForm } from "../db/model/blog/blog-post.ts";
import { cardOf, type RenderedPost } from "../db/model/blog/post-card.ts";
import type { StatedConsent } from "../db/model/consent/consent.ts";
import type { ContactMessage } from "../db/model/contact/contact-message.ts";
import type { Correction } from "../db/model/contact/correction.ts";
import type { ApplicationForm } from "../db/model/form/application.ts";
import type { Decision } from "../db/model/introductions/permission.ts";
import type { Refusal } from "../db/model/site/refusal.ts";
import { OPENED_FROM } from "../db/model/site/source.ts";
import { language } from "../db/model/words.ts";
import type { DrawnImage } from "./blog/writing/image.ts";
import type { PostPage } from "./start/page-data.tsx";
import { openedFrom } from "./start/script/opened-from.ts";
import { tokenHeader, turnstileKey } from "./turnstile.ts";
import type { ResponseBody } from "./wire.ts";

/** Every call the site makes. All of them send cookies; bodies are JSON. */

/** An answer that was not OK: '404: ' and the body, or the status text when the body is empty. */
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

/** What we have of an application, for whoever has its reference. */
export type ReceivedApplication = ResponseBody<"applications", "/:ref", "$get">;
/** What helps and what would help, who received it or may, and the state of the e-mail that confirms it. */
export type Guidance = ResponseBody<"applications", "/:ref/guidance", "$get">;
/** The days and times at which the applicant can still book a call. */
export type FreeSlots = ResponseBody<"applications", "/:ref/slots", "$get">;
/** Who is signed in, and whether posts may be written without. */
export type SessionState = ResponseBody<"session", "/", "$get">;

/** How a submit ended. The JSON body decides, not the status; anything but `sent` has stored nothing we know of. */
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
        ...(firstPage && { [OPENED_FROM]: encodeURI(firstPage) }),
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
  return get<ReceivedApplication>(`/api/applications/${encodeURIComponent(ref)}`);
}

export function readGuidance(ref: string) {
  return get<Guidance>(`/api/applications/${encodeURIComponent(ref)}/guidance`);
}

export function readSlots(ref: string) {
  return get<FreeSlots>(`/api/applications/${encodeURIComponent(ref)}/slots`);
}

/** Books the time of a call, or moves it there; null is as soon as possible. */
export async function bookCall(ref: string, startsAt: string | null) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/appointment`, { startsAt });
}

export async function cancelCall(ref: string) {
  await send("DELETE", `/api/applications/${encodeURIComponent(ref)}/appointment`);
}

/** What the applicant agreed to and decided later, with its proof. */
export type Receipt = ResponseBody<"applications", "/:ref/receipt", "$get">;

export function readReceipt(ref: string) {
  return get<Receipt>(`/api/applications/${encodeURIComponent(ref)}/receipt`);
}

/** Tells that the page was opened by the link in our mail; the proof stands in that link. */
export async function reportOpenedLink(ref: string, proof: string) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/opened`, { proof });
}

/** Tells that the address which a specialist put on file is the applicant's own. */
export async function confirmEmail(ref: string, email: string) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/confirm-email`, { email });
}

/** Asks for the code that confirms a correction, by mail to the applicant. */
export function requestCorrection(ref: string) {
  return send<ResponseBody<"applications", "/:ref/correction", "$post">>(
    "POST",
    `/api/applications/${encodeURIComponent(ref)}/correction`,
    {},
  );
}

export async function confirmCorrection(ref: string, correction: Correction) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/correction/confirm`, correction);
}

/** Asks for the code that confirms a deletion, by mail to the applicant. */
export function requestDeletion(ref: string) {
  return send<ResponseBody<"applications", "/:ref/deletion", "$post">>(
    "POST",
    `/api/applications/${encodeURIComponent(ref)}/deletion`,
    {},
  );
}

export async function confirmDeletion(ref: string, code: string) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/deletion/confirm`, { code });
}

/** Resolves once the server has the message; an HTTP status that is not OK, and no answer at all, throw. */
export async function sendMessage(message: ContactMessage) {
  await request("/api/contact", carrying("POST", message, turnstileKey ? await tokenHeader() : undefined));
}

/** Answers what we ask about one lender or dealer; no to a yes takes it back. */
export async function decide(ref: string, id: string, decision: Decision) {
  await send("POST", `/api/applications/${encodeURIComponent(ref)}/permissions/${encodeURIComponent(id)}`, {
    decision,
  });
}

/** From then on nobody of us contacts the applicant, and nobody else is told about them. */
export function stopContact(ref: string) {
  return send<ResponseBody<"applications", "/:ref/stop-contact", "$post">>(
    "POST",
    `/api/applications/${encodeURIComponent(ref)}/stop-contact`,
    {},
  );
}

/** Lets us contact the applicant again, about this application. */
export function resumeContact(ref: string, consentRecord: StatedConsent) {
  return send("POST", `/api/applications/${encodeURIComponent(ref)}/resume-contact`, { consentRecord });
}

/** One page of published posts whose title or tags contain `q`. */
export async function readPosts(q: string, cursor: string, limit: number): Promise<PostPage> {
  const params = new URLSearchParams({
    limit: String(limit),
    ...(language() === "es" && { language: "es" }),
    ...(q && { q }),
    ...(cursor && { cursor }),
  });
  const response = await request(`/api/blog?${params}`);
  const posts: ResponseBody<"blog", "/", "$get"> = await response.json();
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return { posts: posts.map(cardOf), next: next ? new URLSearchParams(next.split("?")[1]).get("cursor") : null };
}

export function readPost(slug: string) {
  return get<RenderedPost>(`/api/blog/${encodeURIComponent(slug)}`);
}

/** Asks for news by mail. The answer says the same whether or not we know the address. */
export async function subscribe(email: string) {
  const headers = turnstileKey ? await tokenHeader() : undefined;
  return send<ResponseBody<"newsletter", "/", "$post">>("POST", "/api/newsletter", { email }, headers);
}

/** What only authors see: drafts, and deleted posts that can still be restored. */
export function readDrafts() {
  return get<ResponseBody<"blog", "/drafts", "$get">>("/api/blog/drafts");
}

export function readPostToEdit(id: string) {
  return get<ResponseBody<"blog", "/id/:id", "$get">>(`/api/blog/id/${encodeURIComponent(id)}`);
}

export function createPost(form: BlogPostForm) {
  return send<ResponseBody<"blog", "/", "$post">>("POST", "/api/blog", form);
}

/** `version` is the `updatedAt` of the post as it was when editing began, in milliseconds. */
export function changePost(id: string, form: BlogPostForm, version: number) {
  return send<ResponseBody<"blog", "/id/:id", "$put">>("PUT", `/api/blog/id/${encodeURIComponent(id)}`, {
    ...form,
    updatedAt: version,
  });
}

export function deletePost(id: string) {
  return send<ResponseBody<"blog", "/id/:id", "$delete">>("DELETE", `/api/blog/id/${encodeURIComponent(id)}`);
}

export function restorePost(id: string) {
  return send<ResponseBody<"blog", "/id/:id/restore", "$put">>(
    "PUT",
    `/api/blog/id/${encodeURIComponent(id)}/restore`,
    {},
  );
}

export function readSession() {
  return get<SessionState>("/api/session");
}

export function signIn(username: string, password: string) {
  return send<ResponseBody<"session", "/", "$post">>("POST", "/api/session", { username, password });
}

export function signOut() {
  return send("DELETE", "/api/session");
}

/** Stores an image; `onProgress` gets the share that has been sent, 0 to 1. */
export function uploadImage([widest, ...narrower]: DrawnImage[], onProgress: (share: number) => void) {
  return new Promise<ResponseBody<"media", "/", "$post">>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    if (widest) form.set("file", widest.image);
    for (const { width, image } of narrower) form.set(`w${width}`, image);
    request.open("POST", "/api/media");
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () =>
      request.status === 201
        ? resolve(JSON.parse(request.responseText))
        : reject(new ApiError(request.status, request.statusText, request.responseText));
    request.onerror = () => reject(new TypeError("The upload didn't reach us"));
    request.send(form);
  });
}

export async function get<Answer>(path: string, headers?: Record<string, string>): Promise<Answer> {
  return (await request(path, { headers })).json();
}

export async function send<Answer>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  return (await request(path, carrying(method, body, headers))).json();
}

function carrying(method: string, body: unknown, headers?: Record<string, string>): RequestInit {
  if (body === undefined) return { method, headers };
  return { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

async function request(path: string, init: RequestInit = {}) {
  const headers = { ...inPageLanguage(), ...init.headers };
  const response = await fetch(path, { credentials: "include", ...init, headers });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** What is wrong comes in the page's language, not in the browser's. */
function inPageLanguage() {
  return { "Accept-Language": language() };
}
