import * as z from "zod/mini";
import { line } from "../text.ts";

export const Credentials = z.object({
  username: line({ min: 1, max: 60, message: "Username is required" }),
  password: z
    .string("Password is required")
    .check(z.minLength(1, "Password is required"), z.maxLength(200, "Please use 200 characters or fewer")),
});
export type Credentials = z.output<typeof Credentials>;

/** The pause before a password or code is checked, in milliseconds, after so many wrong ones for the name in a day. */
export function signInDelay(wrong: number) {
  return wrong < 20 ? 0 : 1000;
}

export const ROLES = ["author", "specialist", "manager"] as const;
export type Role = (typeof ROLES)[number];

const everybody: Role[] = [...ROLES];
const desk: Role[] = ["specialist", "manager"];
const managers: Role[] = ["manager"];

/** Every action at the desk: who may do it, and its name in a refusal. */
export const deskActions = {
  keepAccount: { roles: everybody, words: "look after their own account" },
  readAccount: { roles: everybody, words: "read about their own account" },
  guessCodes: { roles: everybody, words: "enter ten wrong codes at sign-in" },
  readQueue: { roles: desk, words: "read the queue" },
  readMyDay: { roles: desk, words: "read what is due for them" },
  countMyDay: { roles: desk, words: "count what is due for them" },
  readCase: { roles: desk, words: "read applications" },
  takeByPhone: { roles: desk, words: "take applications by phone" },
  claim: { roles: desk, words: "claim applications" },
  release: { roles: desk, words: "release applications" },
  changeStatus: { roles: desk, words: "change an application’s status" },
  mergeDuplicates: { roles: desk, words: "merge applications of the same person" },
  addNote: { roles: desk, words: "write notes" },
  recordCall: { roles: desk, words: "record calls" },
  undoCall: { roles: desk, words: "undo calls" },
  setNext: { roles: desk, words: "plan what comes next" },
  recordStop: { roles: desk, words: "record that somebody asked us to stop" },
  correctContact: { roles: desk, words: "correct phone numbers and email addresses" },
  askPermission: { roles: desk, words: "ask applicants for permission" },
  recordPermission: { roles: desk, words: "record what applicants permit over the phone" },
  send: { roles: desk, words: "send applications to lenders and dealers" },
  recordAnswer: { roles: desk, words: "record what lenders and dealers answer" },
  endLink: { roles: desk, words: "end the links of lenders and dealers" },
  askForPapers: { roles: desk, words: "ask applicants for documents" },
  seePapers: { roles: desk, words: "see documents of applicants" },
  recordPapers: { roles: desk, words: "record which papers have arrived" },
  readLetters: { roles: desk, words: "read letter templates" },
  sendLetter: { roles: desk, words: "send letters to applicants" },
  readDirectory: { roles: desk, words: "read the directory" },
  readMessages: { roles: desk, words: "read messages" },
  workOnMessage: { roles: desk, words: "work on messages" },
  assign: { roles: managers, words: "hand applications to others" },
  reopen: { roles: managers, words: "reopen closed applications" },
  editLetters: { roles: managers, words: "edit letter templates" },
  editDirectory: { roles: managers, words: "edit the directory" },
  readStories: { roles: managers, words: "read the stories and who agreed to them" },
  showStories: { roles: managers, words: "edit the stories on the website" },
  setCallCapacity: { roles: managers, words: "set how many calls can be booked" },
  readCallCapacity: { roles: managers, words: "read how many calls can be booked" },
  readMembers: { roles: managers, words: "read about members and their sign-ins" },
  manageMembers: { roles: managers, words: "manage members" },
  exportApplications: { roles: managers, words: "export applications" },
  // Subscribers; old entries of the audit log have this name.
  exportReaders: { roles: managers, words: "download who gets the newsletter" },
  readOutbox: { roles: managers, words: "read the outbox" },
  manageOutbox: { roles: managers, words: "look after the outbox" },
  readSiteHealth: { roles: managers, words: "read how the site is doing" },
  readDashboard: { roles: managers, words: "read the dashboard" },
  readAudit: { roles: managers, words: "read the audit log" },
} satisfies Record<string, { roles: Role[]; words: string }>;
export type DeskAction = keyof typeof deskActions;

export function mayDo(role: Role, action: DeskAction) {
  return deskActions[action].roles.includes(role);
}

/** A sentence that says why a role may not do this. */
export function refusalOf(action: DeskAction) {
  const { roles, words } = deskActions[action];
  return `Only ${roles.map((role) => `${role}s`).join(" and ")} can ${words}.`;
}

/** A change for the audit log: fields before (null: it is new) and after. Never includes passwords. */
export interface Change {
  /** The name of what changed, left out if it would name an applicant. */
  name?: string;
  old: Record<string, unknown> | null;
  new: Record<string, unknown>;
}

const USERNAME_RULE = "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first";

/** A user name, in lower case. Few characters are allowed, so that no two names look alike and none is invisible. */
export const Username = z.pipe(
  line({ min: 1, max: 60, message: "Username is required" }),
  z.string().check(z.regex(/^[a-z\d][a-z\d._-]{1,59}$/i, USERNAME_RULE), z.toLowerCase()),
);

/** A new member, as a manager adds them. */
export const NewMember = z.object({
  username: Username,
  role: z.enum(ROLES, "Choose a role from the list"),
});
export type NewMember = z.output<typeof NewMember>;
export const RoleChange = z.object({ role: z.enum(ROLES, "Choose a role from the list") });

/** A member leaves. `heirId` gets their open applications and messages; null returns them to the queue. */
export const Deactivation = z.object({
  handTo: z.nullable(line({ min: 1, max: 60, message: "Choose somebody from the list" })),
});
export type Deactivation = z.output<typeof Deactivation>;
