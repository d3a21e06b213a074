import type { Answers, Consent, Field } from "../../db/model/application.ts";
import type { CaseEvent } from "../../db/model/case-event.ts";
import type { ConsentEvidence, ConsentText } from "../../db/model/consent.ts";
import type { MessageStatus } from "../../db/model/contact-message.ts";
import type { Flag, ForecastPoints } from "../../db/model/forecast.ts";
import type { DealerForm, Finding, LenderCategory, LenderForm } from "../../db/model/lenders.ts";
import type { MailKind, MailStatus } from "../../db/model/mail.ts";
import type { Measures } from "../../db/model/measures.ts";
import type { RecipientKind } from "../../db/model/referral.ts";
import type { Change, DeskAction, Role } from "../../db/model/staff.ts";
import type { Outcome, Status } from "../../db/model/status.ts";
import { get, send } from "../api.ts";

/** The desk's calls. Times are ISO texts. */

export interface QueuedApplication {
  id: string;
  fullName: string;
  city: string;
  createdAt: string;
  purchaseTimeline: string;
  downPaymentAvailable: string;
  scoresForecast: number | null;
  flags: Flag[] | null;
  status: Status;
  owner: string | null;
  contactStoppedAt: string | null;
}

export interface QueueFilter {
  show: string;
  owner: string;
  q: string;
}

export type Verdict = { allowed: true } | { allowed: false; reason: string; opensAt: string | null };

export interface Judgement {
  isSuitable: boolean;
  findings: Finding[];
}

export interface SentMail {
  kind: MailKind;
  subjectId: string;
  status: MailStatus;
  createdAt: string;
  sentAt: string | null;
  lastError: string | null;
}

export interface Case {
  id: string;
  answers: Answers;
  contact: { call: Verdict; email: Verdict };
  createdAt: string;
  status: Status;
  outcome: Outcome | null;
  nextStatuses: Status[];
  owner: { id: string; username: string | null } | null;
  notMine: string | null;
  notSendable: string | null;
  contactStoppedAt: string | null;
  forecast: { score: number | null; version: number; points: ForecastPoints; reasons: string[] };
  flags: Flag[];
  lenders: (Judgement & { category: LenderCategory; lenders: (Judgement & { id: string; name: string })[] })[];
  consent: ConsentEvidence & { texts: ConsentText[]; ticked: Consent[] };
  duplicates: {
    id: string;
    fullName: string;
    city: string;
    createdAt: string;
    status: Status;
    samePhone: number;
    sameEmail: number;
    sameName: number;
  }[];
  events: { id: number; at: string; by: string | null; event: CaseEvent; ownerName: string | null; isClaim: boolean }[];
  referrals: {
    id: string;
    kind: RecipientKind;
    recipientId: string;
    recipientName: string;
    fields: Field[];
    createdAt: string;
    by: string | null;
  }[];
  mails: SentMail[];
  staff: { id: string; username: string }[];
}

export type Lender = LenderForm & { id: string };
export type Dealer = DealerForm & { id: string };

export interface Message {
  id: string;
  name: string;
  message: string;
  status: MessageStatus;
  owner: string | null;
  createdAt: string;
  reply:
    | { kind: "none" }
    | { kind: "email"; address: string }
    | { kind: "stopped"; reason: string }
    | { kind: "phone"; call: Verdict; number: string | null };
  replies: { id: string; text: string; createdAt: string; by: string | null; mail: SentMail["status"] | null }[];
}

interface QueuePage {
  applications: QueuedApplication[];
  /** Where the next page begins; null after the last. */
  next: string | null;
}

/** One page of the queue, or of what a search finds. Search words stay out of the address, since addresses are logged. */
export function readQueue({ q, ...filter }: QueueFilter, cursor: string | null) {
  const place = cursor && { cursor };
  if (q) return send<QueuePage>("POST", "/api/desk/queue/search", { q, ...place }, unlessAttended());
  return get<QueuePage>(`/api/desk/queue?${new URLSearchParams({ ...filter, ...place })}`, unlessAttended());
}

/** How many applications have come in since a time, and when the newest one did, both in milliseconds. */
export function readArrivals(since: number | undefined) {
  return get<{ count: number; newestAt: number }>(`/api/desk/arrivals?since=${since ?? ""}`, unlessAttended());
}

export function readCase(id: string) {
  return get<Case>(casePath(id), unlessAttended());
}

export function claim(id: string) {
  return send("POST", `${casePath(id)}/claim`, {});
}

export function release(id: string) {
  return send("POST", `${casePath(id)}/release`, {});
}

export function assign(id: string, ownerId: string) {
  return send("POST", `${casePath(id)}/assign`, { ownerId });
}

export function changeStatus(id: string, from: Status, to: Status, outcome: Outcome | null) {
  return send("POST", `${casePath(id)}/status`, { from, to, outcome });
}

export function addNote(id: string, text: string) {
  return send("POST", `${casePath(id)}/notes`, { text });
}

export function sendTo(id: string, kind: RecipientKind, recipientId: string) {
  return send("POST", `${casePath(id)}/send`, { kind, recipientId });
}

export function readDirectory() {
  return get<{ lenders: Lender[]; dealers: Dealer[] }>("/api/desk/directory");
}

/** Without an id it is a new one. */
export function saveLender(form: unknown, id?: string) {
  return save("/api/desk/directory/lenders", form, id);
}

export function saveDealer(form: unknown, id?: string) {
  return save("/api/desk/directory/dealers", form, id);
}

export function readMessages(show: MessageStatus, cursor: string | null) {
  const params = new URLSearchParams({ show, ...(cursor && { cursor }) });
  return get<{ messages: Message[]; next: string | null }>(`/api/desk/messages?${params}`, unlessAttended());
}

export function claimMessage(id: string) {
  return send("POST", `/api/desk/messages/${id}/claim`, {});
}

export function setMessageStatus(id: string, status: MessageStatus) {
  return send("POST", `/api/desk/messages/${id}/status`, { status });
}

export function replyToMessage(id: string, text: string) {
  return send("POST", `/api/desk/messages/${id}/reply`, { text });
}

export function readForecast() {
  return get<{ outcomes: number; needed: number; measures: Measures | null }>("/api/desk/forecast");
}

export interface DeskUser {
  id: string;
  username: string;
  role: Role;
  isDemo: boolean;
}

export function readUsers() {
  return get<{ users: DeskUser[] }>("/api/desk/users");
}

export function addUser(username: string, role: Role) {
  return send<{ username: string; password: string }>("POST", "/api/desk/users", { username, role });
}

export function setRole(id: string, role: Role) {
  return send("PUT", `/api/desk/users/${id}`, { role });
}

export function resetPassword(id: string) {
  return send<{ username: string; password: string }>("POST", `/api/desk/users/${id}/password`, {});
}

export function readOutbox(cursor: string | null) {
  return get<{
    counts: { status: MailStatus; count: number; oldestAt: string }[];
    dead: {
      id: string;
      kind: MailKind;
      subjectId: string;
      attempts: number;
      lastError: string | null;
      createdAt: string;
    }[];
    next: string | null;
  }>(`/api/desk/outbox${cursor ? `?${new URLSearchParams({ cursor })}` : ""}`, unlessAttended());
}

export function retryMail(id: string) {
  return send("POST", `/api/desk/outbox/${id}/retry`, {});
}

export function retryAllMail() {
  return send<{ revived: number }>("POST", "/api/desk/outbox/retry", {});
}

export function readAudit() {
  return get<{
    entries: {
      id: number;
      at: string;
      username: string;
      action: DeskAction;
      subjectId: string | null;
      isAllowed: boolean;
      change: Change | null;
    }[];
  }>("/api/desk/audit");
}

/** Headers for what an open page reads again by itself. It keeps no session alive unless somebody has just pressed something. */
function unlessAttended(): Record<string, string> {
  return navigator.userActivation?.isActive === false ? { "X-Unattended": "1" } : {};
}

function casePath(id: string) {
  return `/api/desk/case/${encodeURIComponent(id)}`;
}

function save(path: string, form: unknown, id: string | undefined) {
  return id ? send("PUT", `${path}/${id}`, form) : send("POST", path, form);
}
