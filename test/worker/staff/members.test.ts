import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { post, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { addMember, apply, type Colleague, PASSWORD, refusal, sessionOf, signedIn } from "./staff.ts";

/** Members who leave are deactivated, not deleted. Others take over their open work. */

freshDatabase();

const LAST = "409 There would be no manager left. Make somebody else a manager first.";

function deactivate(manager: Colleague, { id }: { id: string }, handTo: string | null = null) {
  return manager.post(`/api/desk/members/${id}/deactivate`, { handTo });
}

async function ownerOf(id: string) {
  return env.DB.prepare("select ownerId from applications where id = ?").bind(id).first("ownerId");
}

test("a deactivated member is signed out and cannot sign in", {
  timeout: 60_000,
}, async () => {
  const max = await signedIn("manager", "max");
  await addMember("dana", "specialist");
  const id = (await env.DB.prepare("select id from users where username = 'dana'").first<string>("id")) ?? "";
  const dana = await sessionOf(id);
  const optional = { ...env, SECOND_FACTOR: "optional" as const };
  const enter = async () => (await postWith(optional, "/api/session", { username: "dana", password: PASSWORD })).status;
  expect((await deactivate(max, { id })).status).toBe(200);
  expect((await dana.get("/api/desk/queue")).status).toBe(401);
  expect(await enter()).toBe(401);
  // Nor can a session that began at the same moment.
  expect((await (await sessionOf(id)).get("/api/desk/queue")).status).toBe(401);
  expect(await refusal(await max.post("/api/desk/members", { username: "dana", role: "author" }))).toMatch(/^409 /);
  expect((await max.post(`/api/desk/members/${id}/reactivate`)).status).toBe(200);
  expect(await enter()).toBe(200);
  expect((await dana.get("/api/desk/queue")).status, "the session from before").toBe(401);
});

test("open cases and messages go to the chosen colleague", async () => {
  const [max, dana, lee] = [
    await signedIn("manager", "max"),
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
  ];
  const [open, closed, others] = [await apply(), await apply(), await apply()];
  for (const id of [open, closed]) await dana.post(`/api/desk/case/${id}/claim`);
  await lee.post(`/api/desk/case/${others}/claim`);
  await dana.post(`/api/desk/case/${closed}/status`, { from: "in_review", to: "withdrawn", outcome: "undecided" });
  await post("/api/contact", { name: "Jo Ann", message: "When do you open on Saturday?" });
  const messageId = await env.DB.prepare("select id from contact_messages").first<string>("id");
  await dana.post(`/api/desk/messages/${messageId}/claim`);
  expect((await deactivate(max, dana, lee.id)).status).toBe(200);
  expect([await ownerOf(open), await ownerOf(closed), await ownerOf(others)]).toEqual([lee.id, dana.id, lee.id]);
  expect(await env.DB.prepare("select ownerId from contact_messages").first("ownerId")).toBe(lee.id);
  const { events, owner, staff } = await (await lee.get(`/api/desk/case/${open}`)).json<{
    events: { by: string; ownerName: string }[];
    owner: { username: string };
    staff: { username: string }[];
  }>();
  expect(events.map(({ by, ownerName }) => [by, ownerName])).toEqual([
    ["dana", "dana"],
    ["dana", null],
    ["max", "lee"],
  ]);
  expect([owner.username, staff.map(({ username }) => username)]).toEqual(["lee", ["lee", "max"]]);
  const { results } = await env.DB.prepare("select change from audit where change is not null order by id").run<{
    change: string;
  }>();
  expect(results.map(({ change }) => JSON.parse(change))).toEqual([
    { old: { owner: "dana" }, new: { owner: "lee" } },
    { name: "dana", old: { isActive: true }, new: { isActive: false, handedTo: "lee" } },
  ]);
});

test("without a colleague cases go back to the queue", async () => {
  const [max, dana, lee] = [
    await signedIn("manager", "max"),
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
  ];
  const id = await apply();
  await dana.post(`/api/desk/case/${id}/claim`);
  await deactivate(max, dana);
  expect(await ownerOf(id)).toBeNull();
  expect((await lee.post(`/api/desk/case/${id}/claim`)).status).toBe(200);
});

test("the last manager stays, even when two deactivate each other", async () => {
  const [max, mia] = [await signedIn("manager", "max"), await signedIn("manager", "mia")];
  expect(await refusal(await deactivate(max, max))).toBe("409 You cannot deactivate yourself. Ask another manager.");
  const tries = await Promise.all([deactivate(max, mia), deactivate(mia, max)]);
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  const active = "select count(*) n from users where role = 'manager' and deactivatedAt is null";
  expect(await env.DB.prepare(active).first("n")).toBe(1);
  await env.DB.exec("update users set deactivatedAt = null");
  const [again, other] = [await sessionOf(max.id), await sessionOf(mia.id)];
  const demote = (by: Colleague, whom: Colleague) => by.put(`/api/desk/members/${whom.id}`, { role: "author" });
  const demotions = await Promise.all([demote(again, mia), demote(other, max)]);
  expect(demotions.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await env.DB.prepare(active).first("n")).toBe(1);
  // A manager whose call was admitted before being demoted cannot deactivate the last manager.
  await env.DB.exec("update users set role = 'manager'; update users set deactivatedAt = 1 where username = 'mia'");
  const ghost = await signedIn("manager", "ghost");
  await env.DB.exec(
    "create trigger gone before insert on audit when new.change is null begin update users set role = 'author' where username = 'ghost'; end",
  );
  const [late, lateRole] = [await deactivate(ghost, max), await sessionOf(ghost.id)];
  await env.DB.exec("drop trigger gone");
  expect(await refusal(late)).toBe(LAST);
  expect((await lateRole.get("/api/desk/members")).status).toBe(403);
});

test("nothing changes when no colleague who stays is to take over", async () => {
  const [max, dana, ana] = [
    await signedIn("manager", "max"),
    await signedIn("specialist", "dana"),
    await signedIn("author", "ana"),
  ];
  const lee = await signedIn("specialist", "lee");
  await deactivate(max, lee);
  const id = await apply();
  await dana.post(`/api/desk/case/${id}/claim`);
  for (const heir of [ana.id, lee.id, dana.id, "nobody"]) {
    expect(await refusal(await deactivate(max, dana, heir))).toBe("409 Choose a specialist or a manager who stays.");
  }
  expect(await ownerOf(id)).toBe(dana.id);
  expect((await dana.get("/api/desk/queue")).status).toBe(200);
});

test("all of a hand-over is done or nothing", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  const ids = [await apply(), await apply()];
  for (const id of ids) await dana.post(`/api/desk/case/${id}/claim`);
  await env.DB.exec(
    "create trigger full before update of deactivatedAt on users begin select raise(abort, 'full'); end",
  );
  const { status } = await deactivate(max, dana);
  await env.DB.exec("drop trigger full");
  expect(status).toBe(503);
  for (const id of ids) expect(await ownerOf(id)).toBe(dana.id);
  expect((await dana.get("/api/desk/queue")).status).toBe(200);
});

test("a manager resets a colleague's lost second factor", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  await env.DB.prepare("update users set appSecret = 'x' where id = ?").bind(dana.id).run();
  await env.DB.prepare("insert into passkeys (id, userId, publicKey, counter) values ('p', ?, 'x', 0)")
    .bind(dana.id)
    .run();
  const reset = (member: Colleague) => max.post(`/api/desk/members/${member.id}/second-factor/reset`);
  expect((await reset(dana)).status).toBe(200);
  expect((await dana.get("/api/desk/queue")).status).toBe(401);
  const { members } = await (await max.get("/api/desk/members")).json<{
    members: { username: string; hasSecondFactor: boolean }[];
  }>();
  expect(members.find(({ username }) => username === "dana")?.hasSecondFactor).toBe(false);
  expect((await (await sessionOf(dana.id, false)).post("/api/second-factor/new-app")).status).toBe(200);
  expect(await refusal(await reset(max))).toBe("409 Change your own second factor on your account page.");
});

test("managers end all open sign-ins, others only their own", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  const phone = await sessionOf(dana.id);
  interface SignIn {
    id: string;
    username: string;
    isThisOne: boolean;
  }
  const own = (await (await dana.get("/api/desk/account")).json<{ signIns: SignIn[] }>()).signIns;
  expect(own.map(({ username, isThisOne }) => [username, isThisOne]).toSorted()).toEqual([
    ["dana", false],
    ["dana", true],
  ]);
  const all = (await (await max.get("/api/desk/sign-ins")).json<{ signIns: SignIn[] }>()).signIns;
  expect(all).toHaveLength(3);
  const maxes = all.find(({ username }) => username === "max");
  expect((await dana.post(`/api/desk/account/sign-ins/${maxes?.id}/end`)).status).toBe(404);
  expect((await max.get("/api/desk/queue")).status).toBe(200);
  const other = own.find(({ isThisOne }) => !isThisOne);
  expect((await dana.post(`/api/desk/account/sign-ins/${other?.id}/end`)).status).toBe(200);
  expect((await phone.get("/api/desk/queue")).status).toBe(401);
  const mine = own.find(({ isThisOne }) => isThisOne);
  expect((await max.post(`/api/desk/sign-ins/${mine?.id}/end`)).status).toBe(200);
  expect((await dana.get("/api/desk/queue")).status).toBe(401);
  const { results } = await env.DB.prepare(
    "select username, action, change from audit where change is not null order by id",
  ).run();
  expect(results).toEqual([
    { username: "dana", action: "keepAccount", change: '{"name":"dana","old":{},"new":{"signIn":"ended"}}' },
    { username: "max", action: "manageMembers", change: '{"name":"dana","old":{},"new":{"signIn":"ended"}}' },
  ]);
});
