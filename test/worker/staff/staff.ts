import { env } from "cloudflare:workers";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Role } from "../../../db/model/staff/staff.ts";
import { hashPassword } from "../../../db/password.ts";
import type { Guidance } from "../../../web/api.ts";
import type { Case } from "../../../web/desk/api.ts";
import type { Env } from "../../../worker/env.ts";
import { sha256 } from "../../../worker/hash.ts";
import { hashOfReference, referenceOf } from "../../../worker/reference.ts";
import { call, post, postWith } from "../calls/call.ts";

export const PASSWORD = "a long enough password";
/** Passwords are slow on purpose. These settings make them fast for tests. */
const QUICK = { N: 2, r: 1, p: 1 };

/** A signed-in member: their cookie as a browser would send it, and their calls. */
export interface Colleague {
  id: string;
  headers: { cookie: string };
  get: (path: string) => Promise<Response>;
  post: (path: string, body?: unknown) => Promise<Response>;
  put: (path: string, body?: unknown) => Promise<Response>;
}

/** A new member with a session, without hashing a password. `isVerified`: the second factor was given. */
export async function signedIn(
  role: Role = "author",
  username: string = role,
  { isVerified = true } = {},
): Promise<Colleague> {
  const id = await insertUser(username, role, "");
  return sessionOf(id, isVerified);
}

/** Another session of a member. */
export async function sessionOf(id: string, isVerified = true): Promise<Colleague> {
  const token = crypto.randomUUID();
  await env.DB.prepare(
    "insert into sessions (tokenHash, userId, createdAt, lastUsedAt, verifiedAt) values (?1, ?2, ?3, ?3, ?4)",
  )
    .bind(await sha256(token), id, Date.now(), isVerified ? Date.now() : null)
    .run();
  const headers = { cookie: `__Host-session=${token}` };
  return {
    id,
    headers,
    get: (path) => call(path, { headers }),
    post: (path, body = {}) => post(path, body, headers),
    put: (path, body = {}) =>
      call(path, {
        method: "PUT",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Stores a member who signs in with PASSWORD. */
export async function addMember(username: string, role: Role = "author") {
  await insertUser(username, role, await hashPassword(PASSWORD, QUICK));
}

/** Signs in, where a password is enough, and returns the cookie for later requests. */
export async function signIn(username: string) {
  const bindings: Env = { ...env, SECOND_FACTOR: "optional" };
  const response = await postWith(bindings, "/api/session", { username, password: PASSWORD });
  return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

/** Sends an application and returns its id; `referenceOf` returns its reference. */
export async function apply(changes: Parameters<typeof exampleApplication>[0] = {}) {
  const response = await post("/api/applications/submit", exampleApplication(changes));
  const { ref } = await response.json<{ ref: string }>();
  return idOf(ref);
}

/** The id of the application with this reference. */
export async function idOf(ref: string) {
  const find = env.DB.prepare("select id from applications where referenceHash = ?");
  return (await find.bind(await hashOfReference(ref)).first<string>("id")) ?? "";
}

/** A case as a member reads it. */
export async function readCase(member: Colleague, id: string) {
  return (await member.get(`/api/desk/case/${id}`)).json<Case>();
}

/** What an applicant reads about the application with this id, beside the answers. */
export async function guidanceOf(id: string) {
  return (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).json<Guidance>();
}

/** The error of a refusal, after its status. */
export async function refusal(response: Response) {
  return `${response.status} ${(await response.json<{ error: string }>()).error}`;
}

async function insertUser(username: string, role: Role, password: string) {
  const id = crypto.randomUUID();
  await env.DB.prepare("insert into users (id, username, password, role) values (?, ?, ?, ?)")
    .bind(id, username, password, role)
    .run();
  return id;
}
