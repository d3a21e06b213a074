import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { getTableColumns } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import { applications } from "../../../db/schema.ts";
import type { Answer } from "../../../web/wire.ts";
import { csvLine } from "../../../worker/figures/csv.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { callWith, post } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, permit } from "../directory/directory.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function write(replyTo?: string, name = "Jo Ann") {
  await post("/api/contact", { name, message: "When do you open on Saturday?", ...(replyTo && { replyTo }) });
}

const readAll = async (member: Colleague) =>
  (await member.get("/api/desk/directory")).json<Answer<"GET /desk/directory">>();
const criteria = categoryCriteria["Credit unions"];
const dealerships = "/api/desk/directory/dealers";
const motors = { name: "D Motors", metro: "DFW", leadAddress: "d@example.com", isActive: true };
const pecan = { name: "Pecan", category: "Credit unions", leadAddress: "a@example.com", criteria, isActive: true };

test("a message is taken by one, and answered by mail", async () => {
  await write("jo@example.com");
  const [dana, lee] = [await signedIn("specialist", "dana"), await signedIn("specialist", "lee")];
  const read = async (show: string) =>
    (await lee.get(`/api/desk/messages?show=${show}`)).json<Answer<"GET /desk/messages">>();
  const list = async (show: string) => (await read(show)).messages;
  const [message] = await list("new");
  expect(message).toMatchObject({ name: "Jo Ann", reply: { kind: "email", address: "jo@example.com" }, owner: null });
  const reply = { text: "At 11 AM.\n\nSee you then." };
  const path = `/api/desk/messages/${message?.id}`;
  expect((await read("closed")).counts).toEqual({ new: 1, in_progress: 0 });
  expect((await dana.post(`${path}/claim`)).status).toBe(200);
  expect((await read("new")).counts).toEqual({ new: 0, in_progress: 1 });
  expect(await refusal(await lee.post(`${path}/claim`))).toBe("409 dana has already taken this message.");
  expect(await refusal(await lee.post(`${path}/reply`, reply))).toBe("409 dana works on this message.");
  expect((await dana.post(`${path}/reply`, reply)).status).toBe(201);
  expect(await mailed()).toMatchObject([
    { to: "jo@example.com", text: expect.stringContaining("At 11 AM.\n\nSee you then.") },
  ]);
  expect(await list("answered")).toMatchObject([{ owner: "dana", replies: [{ by: "dana", mail: "sent" }] }]);
  await env.DB.prepare("delete from users where username = 'dana'").run();
  expect((await lee.post(`${path}/reply`, reply)).status).toBe(201);
  expect((await lee.post(`${path}/status`, { status: "closed" })).status).toBe(200);
  expect(await list("closed")).toHaveLength(1);
});

test("of all who take a message at once one gets it", async () => {
  await write("jo@example.com");
  const members = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("manager"),
  ];
  const id = await env.DB.prepare("select id from contact_messages").first("id");
  const path = `/api/desk/messages/${id}`;
  const tries = await Promise.all(members.map((member) => member.post(`${path}/claim`)));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const [max] = members.slice(-1);
  const [stopped, answered] = await Promise.all([
    max?.post(`${path}/stop`),
    max?.post(`${path}/reply`, { text: "At 11." }),
  ]);
  expect(stopped?.status).toBe(200);
  const mails = await env.DB.prepare("select count(*) n from outbox where kind = 'messageReply'").first("n");
  expect([answered?.status, mails]).toEqual(answered?.status === 201 ? [201, 1] : [409, 0]);
});

test("managers keep lenders and dealers, with who changed what", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  expect((await max.post("/api/desk/directory/lenders", pecan)).status).toBe(201);
  expect((await max.post(dealerships, motors)).status).toBe(201);
  const { lenders, dealers } = await readAll(dana);
  expect(dealers).toMatchObject([{ ...motors, contactPerson: "", phone: "", notes: "" }]);
  const closing = { ...pecan, version: 1, isActive: false };
  expect((await max.put(`/api/desk/directory/lenders/${lenders[0]?.id}`, closing)).status).toBe(200);
  expect((await max.put(`${dealerships}/x`, { ...dealers[0], name: "E Motors" })).status).toBe(404);
  const forStaff = { contactPerson: "Lee Park", phone: "214 555 0100", notes: "Ask before noon.\nNot on Fridays." };
  const path = `${dealerships}/${dealers[0]?.id}`;
  expect((await max.put(path, { ...motors, ...forStaff, version: 1 })).status).toBe(200);
  expect((await max.put(path, { ...motors, ...forStaff, name: "Lost", version: 1 })).status).toBe(409);
  const bad = { ...motors, name: "", leadAddress: "x", contactPerson: "x".repeat(101), notes: 7, version: 2 };
  expect(await (await max.put(path, bad)).json()).toMatchObject({
    fields: {
      ...{ name: "Name is required", leadAddress: "Enter a valid email" },
      ...{ contactPerson: expect.any(String), notes: expect.any(String) },
    },
  });
  expect(await readAll(dana)).toMatchObject({ lenders: [{ isActive: false }], dealers: [{ ...motors, ...forStaff }] });
  const { changes } = await (await dana.get(`/api/desk/directory/${dealers[0]?.id}/changes`)).json<
    Answer<"GET /desk/directory/:id/changes">
  >();
  expect(changes).toMatchObject([
    { username: "max", change: { old: { contactPerson: "", notes: "" }, new: forStaff } },
    { username: "max", change: { old: null, new: { name: "D Motors" } } },
  ]);
});

test("two dealers never have one name, whatever its letters' case", async () => {
  const max = await signedIn("manager", "max");
  const dealer = { ...motors, name: "Peña Motors" };
  expect((await max.post(dealerships, dealer)).status).toBe(201);
  const taken = await max.post(dealerships, { ...dealer, name: "PEÑA motors" });
  expect(taken.status).toBe(400);
  const message = "The directory has PEÑA motors already. Add what tells the two apart, such as the city";
  expect(await taken.json()).toMatchObject({ fields: { name: message } });
  expect((await max.post(dealerships, { ...dealer, name: "Peña Motors Dallas" })).status).toBe(201);
  const [first, second] = (await readAll(max)).dealers;
  expect((await max.put(`${dealerships}/${second?.id}`, { ...second, name: "peÑa motors" })).status).toBe(400);
  expect((await max.put(`${dealerships}/${first?.id}`, { ...first, name: "PEÑA MOTORS" })).status).toBe(200);
  expect((await max.post("/api/desk/directory/lenders", { ...pecan, name: dealer.name })).status).toBe(201);
});

test("no more than a thousand dealers are active, however added", async () => {
  const max = await signedIn("manager", "max");
  await env.DB.prepare(
    `insert into dealers (id, name, metro, leadAddress) with recursive n(i) as (values (1) union all select i + 1 from n where i < 1000)
     select 'dealer-' || i, 'Dealer ' || i, 'Austin', '' from n`,
  ).run();
  const full = "409 The directory has 1,000 active dealers, as many as it takes. Please make some inactive first.";
  expect(await refusal(await max.post(dealerships, motors))).toBe(full);
  expect((await max.post(dealerships, { ...motors, isActive: false })).status).toBe(201);
  const added = (await readAll(max)).dealers.find(({ name }) => name === motors.name);
  expect(await refusal(await max.put(`${dealerships}/${added?.id}`, { ...added, isActive: true }))).toBe(full);
  const csv = "Kind,Name,Metro,Email for leads\ndealer,Another,Austin,leads@another.test";
  expect(await refusal(await max.post("/api/desk/import", { csv }))).toBe(full.replace("409", "400"));
  await env.DB.prepare("update dealers set isActive = 0 where id = 'dealer-1'").run();
  expect((await max.put(`${dealerships}/${added?.id}`, { ...added, isActive: true })).status).toBe(200);
});

test("when two managers edit one lender at once, the second is told", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  await max.post("/api/desk/directory/lenders", pecan);
  const read = async () => (await readAll(max)).lenders[0];
  const path = `/api/desk/directory/lenders/${(await read())?.id}`;
  const edits = [max, ana].map((each, index) => each.put(path, { ...pecan, name: `Pecan ${index}`, version: 1 }));
  const statuses = (await Promise.all(edits)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(await read()).toMatchObject({ name: `Pecan ${statuses.indexOf(200)}`, version: 2 });
  expect((await ana.put(path, { ...pecan, version: 2 })).status).toBe(200);
  expect(await read()).toMatchObject({ name: "Pecan", version: 3 });
});

test("managers add members, change others' roles, and reset passwords", {
  timeout: 30_000,
}, async () => {
  const max = await signedIn("manager", "max");
  const added = await (await max.post("/api/desk/members", { username: "Dana", role: "specialist" })).json<
    Answer<"POST /desk/members">
  >();
  const enter = (password: string) => post("/api/session", { username: "dana", password });
  expect((await enter(added.password)).status).toBe(200);
  expect(await refusal(await max.post("/api/desk/members", { username: "DANA", role: "author" }))).toMatch(/^409 /);
  const { members } = await (await max.get("/api/desk/members")).json<Answer<"GET /desk/members">>();
  const dana = members.find(({ username }) => username === "dana");
  expect(JSON.stringify(members)).not.toContain("scrypt");
  expect((await max.put(`/api/desk/members/${dana?.id}`, { role: "manager" })).status).toBe(200);
  expect(await refusal(await max.put(`/api/desk/members/${max.id}`, { role: "author" }))).toMatch(/^409 You cannot/);
  const reset = await (await max.post(`/api/desk/members/${dana?.id}/password`)).json<
    Answer<"POST /desk/members/:id/password">
  >();
  expect((await enter(added.password)).status).toBe(401);
  expect((await enter(reset.password)).status).toBe(200);
  expect(await env.DB.prepare("select count(*) n from sessions where userId = ?").bind(dana?.id).first("n")).toBe(1);
});

/** What managers changed, oldest first. */
async function changes(member: Colleague) {
  const { entries } = await (await member.get("/api/desk/audit")).json<Answer<"GET /desk/audit">>();
  return entries.filter(({ change }) => change).toReversed();
}

test("the audit log has what managers changed, and nobody's password", {
  timeout: 60_000,
}, async () => {
  const max = await signedIn("manager", "max");
  const { password } = await (await max.post("/api/desk/members", { username: "dana", role: "author" })).json<
    Answer<"POST /desk/members">
  >();
  const { members } = await (await max.get("/api/desk/members")).json<Answer<"GET /desk/members">>();
  const dana = members.find(({ username }) => username === "dana");
  await max.put(`/api/desk/members/${dana?.id}`, { role: "specialist" });
  const reset = await (await max.post(`/api/desk/members/${dana?.id}/password`)).json<
    Answer<"POST /desk/members/:id/password">
  >();
  const lender = { ...pecan, contactPerson: "Ana Ruiz", phone: "210 555 0100", notes: "", firmOrder: 7 };
  await max.post("/api/desk/directory/lenders", lender);
  const { lenders } = await (await max.get("/api/desk/directory")).json<Answer<"GET /desk/directory">>();
  const closed = { ...lender, leadAddress: "b@example.com", isActive: false };
  await max.put(`/api/desk/directory/lenders/${lenders[0]?.id}`, { ...closed, version: 1 });
  const ref = await apply();
  await max.post(`/api/desk/case/${ref}/claim`);
  await max.post(`/api/desk/case/${ref}/assign`, { ownerId: dana?.id });
  await max.post(`/api/desk/case/${ref}/release`);
  const found = await changes(max);
  expect(found.map(({ action, subjectId, change }) => [action, subjectId, change])).toEqual([
    ["manageMembers", dana?.id, { name: "dana", old: null, new: { role: "author" } }],
    ["manageMembers", dana?.id, { name: "dana", old: { role: "author" }, new: { role: "specialist" } }],
    ["manageMembers", dana?.id, { name: "dana", old: {}, new: { password: "a new one" } }],
    ["editDirectory", lenders[0]?.id, { name: "Pecan", old: null, new: lender }],
    ["editDirectory", lenders[0]?.id, { name: "Pecan", old: lender, new: closed }],
    ["assign", expect.any(String), { old: { owner: "max" }, new: { owner: "dana" } }],
    ["release", expect.any(String), { old: { owner: "dana" }, new: { owner: null } }],
  ]);
  expect(found.every(({ username, isAllowed }) => username === "max" && isAllowed)).toBe(true);
  for (const secret of [password, reset.password, "scrypt"]) expect(JSON.stringify(found)).not.toContain(secret);
});

test("the directory's changes have nothing of a case or a member", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  const id = await apply();
  await max.post(`/api/desk/case/${id}/assign`, { ownerId: dana.id });
  await max.put(`/api/desk/members/${dana.id}`, { role: "manager" });
  await max.put(`/api/desk/members/${dana.id}`, { role: "specialist" });
  expect(await changes(max)).toHaveLength(3);
  for (const subject of [id, dana.id]) {
    const read = await dana.get(`/api/desk/directory/${subject}/changes`);
    expect(await read.json<Answer<"GET /desk/directory/:id/changes">>()).toEqual({ changes: [] });
  }
});

test("a change and its note are stored together or not at all", async () => {
  const max = await signedIn("manager", "max");
  const dana = await signedIn("specialist", "dana");
  await env.DB.exec(
    "create trigger full before insert on audit when new.change is not null begin select raise(abort, 'full'); end",
  );
  const { status } = await max.put(`/api/desk/members/${dana?.id}`, { role: "manager" });
  await env.DB.exec("drop trigger full");
  expect(status).toBe(503);
  expect(await env.DB.prepare("select role from users where id = ?").bind(dana?.id).first("role")).toBe("specialist");
});

test("who has left is named in the audit log as before", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  await dana.get("/api/desk/queue");
  await env.DB.prepare("delete from users where id = ?").bind(dana.id).run();
  const { entries } = await (await max.get(`/api/desk/audit?member=${dana.id}`)).json<Answer<"GET /desk/audit">>();
  expect(entries).toMatchObject([{ username: "dana", action: "readQueue" }]);
});

test("nobody is added under a name that could be taken for another", async () => {
  const max = await signedIn("manager", "max");
  for (const [what, username] of [
    ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
    ["an invisible character", "ma\u200bria"],
    ["sixty-one letters", "m".repeat(61)],
  ] as const) {
    const refused = await max.post("/api/desk/members", { username, role: "author" });
    expect([refused.status, await refused.json()], what).toMatchObject([
      400,
      { fields: { username: expect.stringMatching(/^(Use 2 to 60|Please)/) } },
    ]);
  }
});

test("all dead mails are tried again with one press", async () => {
  const max = await signedIn("manager", "max");
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
     insert into outbox (id, kind, subjectId, status, nextAttemptAt)
     select 'mail-' || i, 'confirmation', 's' || i, case when i > 230 then 'dropped' else 'dead' end, i / 20 from n`,
  ).run();
  const listed: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < 9; page++) {
    const answer: Answer<"GET /desk/outbox"> = await (await max.get(`/api/desk/outbox?cursor=${cursor}`)).json();
    listed.push(...answer.dead.map(({ id }) => id));
    cursor = answer.next;
  }
  expect(new Set(listed).size).toBe(230);
  expect(listed).toHaveLength(230);
  expect(await (await max.post("/api/desk/outbox/retry")).json()).toMatchObject({ revived: 230 });
  const { dead } = await (await max.get("/api/desk/outbox")).json<Answer<"GET /desk/outbox">>();
  expect(dead).toEqual([]);
  expect(await (await max.post("/api/desk/outbox/retry")).json()).toMatchObject({ revived: 0 });
});

test("the export holds every application once, harmless in a spreadsheet", async () => {
  const max = await signedIn("manager", "max");
  const evil = await apply({ fullName: '=HYPERLINK("http://evil")', city: "+1+1", bankName: "@SUM(1)" });
  const quiet = await apply({ email: "quiet@example.com", phone: "512 555 0777" });
  await post(`/api/applications/${await referenceOf(env, quiet)}/stop-contact`, {});
  const response = await max.get("/api/desk/export.csv");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="applications-2026-11-18.csv"');
  const text = await response.text();
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(text).toContain(`"'+1+1"`);
  expect(text).toContain(`"'@SUM(1)"`);
  expect(text).not.toMatch(/quiet@example|512 555 0777/);
  expect(lines.filter((line) => line.includes(evil))).toHaveLength(1);
  expect(await env.DB.prepare("select count(*) n from audit where action = 'exportApplications'").first("n")).toBe(1);
});

test("the export tells in words the owner, recipients and next action", async () => {
  const [max, dana] = [await signedIn("manager", "max"), await signedIn("specialist", "dana")];
  const [id, quiet] = [
    await apply({ bankruptcyStatus: "Open", zip: "77001" }),
    await apply({ zip: "10001", phone: "512 555 0777", email: "quiet@example.com" }),
  ];
  const recipient = { ...(await dealer('Bayou, "Cars"')), reason: "They asked for it" };
  const unsent = { ...(await dealer("Never Motors")), reason: "They asked for it" };
  await dana.post(`/api/desk/case/${id}/claim`);
  await permit(dana, id, unsent);
  expect((await dana.post(`/api/desk/case/${id}/send`, unsent)).status).toBe(201);
  await answer(id, unsent, "no");
  await permit(dana, id, recipient);
  expect((await dana.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  await env.DB.prepare("update referrals set answer = 'needsMore', answeredAt = ?").bind(NOON.getTime()).run();
  await env.DB.prepare(
    "update applications set nextKind = 'call', nextNote = '=1+1', nextAt = ?, source = 'fall', attribution = ?",
  )
    .bind(NOON.getTime() + 60_000, JSON.stringify({ page: "/texas", utm_campaign: "fall", referrer: "www.google.com" }))
    .run();
  await env.DB.prepare("update applications set language = 'es' where id = ?").bind(quiet).run();
  await post(`/api/applications/${await referenceOf(env, quiet)}/stop-contact`, {});
  await env.DB.prepare("update applications set nextKind = 'call', nextNote = 'Call her' where id = ?")
    .bind(quiet)
    .run();
  const bytes = new Uint8Array(await (await max.get("/api/desk/export.csv")).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [titles = [], ...rows] = parse(new TextDecoder().decode(bytes));
  const cells = rows.map((row) => Object.fromEntries(row.map((cell, index) => [titles[index], cell])));
  expect(cells[0]).toMatchObject({
    Application: id,
    "Received (Central Time)": "2026-11-18 12:00:00",
    Owner: "dana",
    Flags: "Bankruptcy is open",
    Language: "English",
    Metro: "Houston",
    ...{
      "Counted under": "fall",
      utm_campaign: "fall",
      utm_source: "",
      referrer: "www.google.com",
      "First page": "/texas",
    },
    "Next action": "Call",
    "Next action, note": "'=1+1",
    "Next action, at (Central Time)": "2026-11-18 12:01:00",
    "Sent to": 'Bayou, "Cars" (dealer) 2026-11-18 12:00:00, answered 2026-11-18 12:00:00: needs more',
  });
  expect(cells[1]).toMatchObject({
    ...{ Application: quiet, Owner: "", Language: "Spanish", Metro: "Outside Texas", "Sent to": "" },
    ...{ "Next action": "", "Next action, note": "", "Asked us to stop (Central Time)": "2026-11-18 12:00:00" },
  });
});

test("an export of many applications asks D1 page by page", async () => {
  const max = await signedIn("manager", "max");
  await apply();
  const unique = ["number", "id", "referenceHash", "idempotencyKeyHash"];
  const copied = Object.keys(getTableColumns(applications)).filter((name) => !unique.includes(name));
  await env.DB.prepare(
    `with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 8100)
     insert into applications (id, referenceHash, ${copied}) select 'copy ' || n, 'copy ' || n, ${copied} from applications, numbers`,
  ).run();
  const counter = countingRows();
  const response = await callWith({ ...env, DB: counter.DB }, "/api/desk/export.csv", { headers: max.headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = [];
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    text += chunk.value;
    read.push(counter.rowsRead);
  }
  const ids = new Set(text.split("\r\n").map((line) => line.split(",")[0]));
  expect(ids.size).toBe(1 + 1 + 8100 + 1);
  // The table's header comes first, then a page.
  expect(read[1]).toBeLessThan(8000);
  expect(read.at(-1)).toBeLessThan(8101 + 50);
});

test("numbers stay numbers, and no cell stays a formula", () => {
  expect(csvLine([-5, "-5", "a\nb", null, true])).toBe('"-5","\'-5","a\nb",,"Yes"\r\n');
  for (const start of ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]) {
    expect(csvLine([`${start}x`])).toMatch(/^"'/);
  }
  for (const end of [";", "\t", "\n"])
    expect(csvLine([`x${end}=HYPERLINK(1);y`])).toBe(`"x${end}'=HYPERLINK(1);y"\r\n`);
  expect(csvLine(["a; b", "2 = 1 + 1", "a-b"])).toBe('"a; b","2 = 1 + 1","a-b"\r\n');
});
