import type { CallOutcome } from "../../db/model/calls/call-outcome.ts";
import type { StatusChange, StopWay } from "../../db/model/case/case-event.ts";
import type { Paper } from "../../db/model/case/papers.ts";
import type { Status } from "../../db/model/case/status.ts";
import type { MessageStatus } from "../../db/model/contact/contact-message.ts";
import type { DirectoryImport } from "../../db/model/directory/directory-file.ts";
import type { Decision } from "../../db/model/introductions/permission.ts";
import type { RecipientAnswer, RecipientKind } from "../../db/model/introductions/referral.ts";
import type { LetterTemplateForm, LetterToSend } from "../../db/model/letters/letter-template.ts";
import type { NextKind } from "../../db/model/queue/next-action.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { get, send } from "../api.ts";
import type { ResponseBody } from "../wire.ts";

/** The desk's calls. Times are ISO texts. */

type QueuePage = ResponseBody<"desk", "/queue", "$get">;
export type QueuedApplication = QueuePage["applications"][number];
export type Case = ResponseBody<"desk", "/case/:id", "$get">;
export type MyDay = ResponseBody<"desk", "/my-day", "$get">;
/** Whether somebody may be called or mailed now. */
export type Verdict = Case["contact"]["call"];
/** Whether a lender suits an application, and why. */
export type Judgement = Pick<Case["lenders"][number], "isSuitable" | "findings">;
export type Lender = ResponseBody<"desk", "/directory", "$get">["lenders"][number];
export type Dealer = ResponseBody<"desk", "/directory", "$get">["dealers"][number];
export type PossibleRecipients = ResponseBody<"desk", "/case/:id/recipients", "$get">;
export type PossibleRecipient = PossibleRecipients["recipients"][number];
export type LetterTemplate = ResponseBody<"desk", "/letters", "$get">["templates"][number];
/** How many calls can begin in each slot of a week (db/model/calls/call-slots.ts). */
export type CallCapacity = ResponseBody<"desk", "/call-capacity", "$get">;
export type Message = ResponseBody<"desk", "/messages", "$get">["messages"][number];
export type SiteStatus = ResponseBody<"desk", "/status", "$get">;
export type Member = ResponseBody<"desk", "/users", "$get">["users"][number];
export type SignIn = ResponseBody<"desk", "/sign-ins", "$get">["signIns"][number];

/** As it stands in the address; '' where nothing is chosen. */
export interface QueueFilter {
  show: string;
  /** 'me', 'nobody', or a member's id. */
  owner: string;
  language: string;
  /** A metro, or 'outside'. */
  metro: string;
  city: string;
  /** Of the forecast. */
  band: string;
  /** 'yes' for those whose promise is broken. */
  overdue: string;
  q: string;
}

/** One page of the queue, or of what a search finds. Search words stay out of the address, since addresses are logged. */
export function readQueue({ q, ...filter }: QueueFilter, cursor: string | null) {
  const place = cursor && { cursor };
  if (q) return send<QueuePage>("POST", "/api/desk/queue/search", { q, ...place }, unlessAttended());
  const chosen = Object.entries(filter).filter(([, value]) => value !== "");
  const params = new URLSearchParams([...chosen, ...Object.entries(place || {})]);
  return get<QueuePage>(`/api/desk/queue?${params}`, unlessAttended());
}

/** How many applications have come in since a time, and when the newest one did, both in milliseconds; how many booked calls are due. */
export function readArrivals(since: number | undefined) {
  return get<ResponseBody<"desk", "/arrivals", "$get">>(`/api/desk/arrivals?since=${since ?? ""}`, unlessAttended());
}

export function readCase(id: string) {
  return get<Case>(casePath(id), unlessAttended());
}

export function claim(id: string) {
  return send("POST", `${casePath(id)}/claim`, {});
}

/** Claims those of these applications that are free. */
export function claimAll(ids: string[]) {
  return send<ResponseBody<"desk", "/claims", "$post">>("POST", "/api/desk/claims", { ids });
}

export function release(id: string) {
  return send("POST", `${casePath(id)}/release`, {});
}

export function assign(id: string, ownerId: string) {
  return send("POST", `${casePath(id)}/assign`, { ownerId });
}

export function changeStatus(id: string, change: StatusChange) {
  return send("POST", `${casePath(id)}/status`, change);
}

export function merge(id: string, other: string) {
  return send("POST", `${casePath(id)}/merge`, { other });
}

export function split(id: string, other: string) {
  return send("POST", `${casePath(id)}/split`, { other });
}

export function reopen(id: string, to: Status, reason: string) {
  return send("POST", `${casePath(id)}/reopen`, { to, reason });
}

/** Notes how a call ended; `callAt` is when they asked to be called. The answer names the event that can be undone. */
export function recordCall(id: string, outcome: CallOutcome, callAt?: Date) {
  return send<{ call: number | null }>("POST", `${casePath(id)}/calls`, { outcome, callAt: callAt?.toISOString() });
}

export function undoCall(id: string, call: number) {
  return send("POST", `${casePath(id)}/calls/undo`, { call });
}

/** Plans what comes next, at a time as ISO text. */
export function setNext(id: string, next: { kind: NextKind; note: string; at: string }) {
  return send("PUT", `${casePath(id)}/next`, next);
}

export function readMyDay() {
  return get<MyDay>("/api/desk/my-day", unlessAttended());
}

/** How much is due for the member, and overdue for everybody. */
export function readMyDayCounts() {
  return get<ResponseBody<"desk", "/my-day/counts", "$get">>("/api/desk/my-day/counts", unlessAttended());
}

/** The applicant asked a member to stop contacting them. */
export function recordStop(id: string, how: StopWay) {
  return send("POST", `${casePath(id)}/stop`, { how });
}

export function addNote(id: string, text: string) {
  return send("POST", `${casePath(id)}/notes`, { text });
}

/** What is blank stays as it is. */
export function correctContact(id: string, correction: Record<"phone" | "email" | "ground" | "reason", string>) {
  return send("POST", `${casePath(id)}/correct`, correction);
}

/** To whom, and why to them where they do not fit. */
export interface Introduction {
  kind: RecipientKind;
  recipientId: string;
  reason?: string;
}

/** Every lender and dealer, those that fit first, and what is read out about one. */
export function readRecipients(id: string) {
  return get<PossibleRecipients>(`${casePath(id)}/recipients`, unlessAttended());
}

/** Asks the applicant on the results page, by a mail that leads there. */
export function askPermission(id: string, introduction: Introduction) {
  return send("POST", `${casePath(id)}/permissions`, introduction);
}

/** Records an answer on the phone, to these words. */
export function recordByPhone(id: string, introduction: Introduction, decision: Decision, words: string) {
  return send("POST", `${casePath(id)}/permissions/phone`, { ...introduction, decision, words });
}

export function sendTo(id: string, introduction: Introduction) {
  return send("POST", `${casePath(id)}/send`, introduction);
}

export function recordAnswer(id: string, referralId: string, answer: RecipientAnswer) {
  return send("POST", `${casePath(id)}/referrals/${encodeURIComponent(referralId)}/answer`, { answer });
}

export function recordPaper(id: string, paper: Paper, received: boolean) {
  return send("POST", `${casePath(id)}/papers`, { paper, received });
}

export function readLetterTemplates() {
  return get<ResponseBody<"desk", "/letters", "$get">>("/api/desk/letters");
}

/** Saves a new letter template, or replaces the stored one. */
export function saveLetterTemplate(form: LetterTemplateForm, stored?: LetterTemplate) {
  return save("/api/desk/letters", form, stored);
}

/** Stores those of our suggestions that are not there yet. */
export function addLetterPresets() {
  return send("POST", "/api/desk/letters/presets", {});
}

/** The letters that could go to this applicant now, filled with the facts of the case. */
export function readLetters(id: string) {
  return get<ResponseBody<"desk", "/case/:id/letters", "$get">>(`${casePath(id)}/letters`);
}

export function sendLetter(id: string, letter: LetterToSend) {
  return send("POST", `${casePath(id)}/letters`, letter);
}

export function readCallCapacity() {
  return get<CallCapacity>("/api/desk/call-capacity");
}

export function setCallCapacity(capacity: CallCapacity) {
  return send("PUT", "/api/desk/call-capacity", capacity);
}

export function readDirectory() {
  return get<ResponseBody<"desk", "/directory", "$get">>("/api/desk/directory");
}

/** Saves a new entry in the directory, or replaces the stored one. */
export function saveLender(form: object, stored?: Lender) {
  return save("/api/desk/directory/lenders", form, stored);
}

export function saveDealer(form: object, stored?: Dealer) {
  return save("/api/desk/directory/dealers", form, stored);
}

export function readMessages(show: MessageStatus, cursor: string | null) {
  const params = new URLSearchParams({ show, ...(cursor && { cursor }) });
  return get<ResponseBody<"desk", "/messages", "$get">>(`/api/desk/messages?${params}`, unlessAttended());
}

export function claimMessage(id: string) {
  return send("POST", `/api/desk/messages/${id}/claim`, {});
}

/** The sender asked us in this message to stop contacting them. */
export function stopByMessage(id: string) {
  return send("POST", `/api/desk/messages/${id}/stop`, {});
}

export function setMessageStatus(id: string, status: MessageStatus) {
  return send("POST", `/api/desk/messages/${id}/status`, { status });
}

export function replyToMessage(id: string, text: string) {
  return send("POST", `/api/desk/messages/${id}/reply`, { text });
}

export function readForecast() {
  return get<ResponseBody<"desk", "/forecast", "$get">>("/api/desk/forecast");
}

export function readStatus() {
  return get<SiteStatus>("/api/desk/status", unlessAttended());
}

export function readMembers() {
  return get<ResponseBody<"desk", "/users", "$get">>("/api/desk/users");
}

export function addMember(username: string, role: Role) {
  return send<ResponseBody<"desk", "/users", "$post">>("POST", "/api/desk/users", { username, role });
}

export function setRole(id: string, role: Role) {
  return send("PUT", `/api/desk/users/${id}`, { role });
}

export function resetPassword(id: string) {
  return send<ResponseBody<"desk", "/users/:id/password", "$post">>("POST", `/api/desk/users/${id}/password`, {});
}

/** Somebody leaves; their open work goes to a colleague, or back to the queue (null). */
export function deactivate(id: string, handTo: string | null) {
  return send("POST", `/api/desk/users/${id}/deactivate`, { handTo });
}

export function reactivate(id: string) {
  return send("POST", `/api/desk/users/${id}/reactivate`, {});
}

export function resetSecondFactor(id: string) {
  return send("POST", `/api/desk/users/${id}/second-factor/reset`, {});
}

export function readSignIns() {
  return get<ResponseBody<"desk", "/sign-ins", "$get">>("/api/desk/sign-ins");
}

export function endSignIn(id: string) {
  return send("POST", `/api/desk/sign-ins/${id}/end`, {});
}

export function readAccount() {
  return get<ResponseBody<"desk", "/account", "$get">>("/api/desk/account");
}

export function removePasskey(id: string) {
  return send("POST", `/api/desk/account/passkeys/${id}/remove`, {});
}

export function removeApp() {
  return send("POST", "/api/desk/account/app/remove", {});
}

export function makeRecoveryCodes() {
  return send<ResponseBody<"desk", "/account/recovery-codes", "$post">>("POST", "/api/desk/account/recovery-codes", {});
}

export function endOwnSignIn(id: string) {
  return send("POST", `/api/desk/account/sign-ins/${id}/end`, {});
}

export function readOutbox(cursor: string | null) {
  return get<ResponseBody<"desk", "/outbox", "$get">>(
    `/api/desk/outbox${cursor ? `?${new URLSearchParams({ cursor })}` : ""}`,
    unlessAttended(),
  );
}

export function retryMail(id: string) {
  return send("POST", `/api/desk/outbox/${id}/retry`, {});
}

export function retryAllMail() {
  return send<ResponseBody<"desk", "/outbox/retry", "$post">>("POST", "/api/desk/outbox/retry", {});
}

export type Dashboard = ResponseBody<"desk", "/dashboard", "$get">;

export function readDashboard() {
  return get<Dashboard>("/api/desk/dashboard");
}

export type AuditPage = ResponseBody<"desk", "/audit", "$get">;

/** One page of the audit log. `query` is what its form asks for: member, action, from, to and about. */
export function readAudit(query: string, cursor: string | null) {
  return get<AuditPage>(`/api/desk/audit?${query}${cursor === null ? "" : `&cursor=${cursor}`}`);
}

/** The latest changes of a lender or dealer. */
export function readChanges(id: string) {
  return get<ResponseBody<"desk", "/directory/:id/changes", "$get">>(
    `/api/desk/directory/${encodeURIComponent(id)}/changes`,
  );
}

export type ImportPreview = ResponseBody<"desk", "/import/preview", "$post">;

/** What an import of this file would do. It stores nothing. */
export function previewImport(csv: string) {
  return send<ImportPreview>("POST", "/api/desk/import/preview", { csv });
}

export function importDirectory(file: DirectoryImport) {
  return send<ResponseBody<"desk", "/import", "$post">>("POST", "/api/desk/import", file);
}

/** Headers for what an open page reads again by itself. It keeps no session alive unless somebody has just pressed something. */
function unlessAttended(): Record<string, string> {
  return navigator.userActivation?.isActive === false ? { "X-Unattended": "1" } : {};
}

function casePath(id: string) {
  return `/api/desk/case/${encodeURIComponent(id)}`;
}

function save(path: string, form: object, stored: { id: string; version: number } | undefined) {
  if (!stored) return send("POST", path, form);
  return send("PUT", `${path}/${stored.id}`, { ...form, version: stored.version });
}
