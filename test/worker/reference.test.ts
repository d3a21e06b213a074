import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { categoryCriteria } from "../../db/model/directory/lenders.ts";
import { monthOf } from "../../db/model/form/dated-id.ts";
import { exampleApplication } from "../../db/model/form/example.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post, postWith, strict } from "./calls/call.ts";
import { mailed } from "./contact/mailed-codes.ts";
import { freshDatabase } from "./database.ts";
import { permit } from "./directory/directory.ts";
import { idOf, signedIn } from "./staff/staff.ts";

freshDatabase();

async function submit() {
  const response = await post("/api/applications/submit", exampleApplication());
  return (await response.json<{ ref: string }>()).ref;
}

async function wholeDatabase() {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
  ).all<{ name: string }>();
  const tables = await Promise.all(results.map(({ name }) => env.DB.prepare(`select * from "${name}"`).all()));
  return JSON.stringify(tables.map((table) => table.results));
}

test("the reference reaches nobody but the applicant", async () => {
  const ref = await submit();
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  const leads = { name: "A lender", leadAddress: "new@lender.example.com", isActive: true };
  const criteria = categoryCriteria["Credit unions"];
  await max.post("/api/desk/directory/lenders", { ...leads, category: "Credit unions", criteria });
  await max.post("/api/desk/directory/dealers", { ...leads, metro: "San Antonio" });
  await max.post(`/api/desk/case/${id}/claim`);
  for (const kind of ["lender", "dealer"] as const) {
    const recipientId = (await env.DB.prepare(`select id from ${kind}s`).first<string>("id")) ?? "";
    await permit(max, id, { kind, recipientId });
    expect((await max.post(`/api/desk/case/${id}/send`, { kind, recipientId })).status).toBe(201);
  }
  const toOthers = (await mailed()).filter(({ to }) => to !== "maria@example.com");
  expect(toOthers).toHaveLength(2);
  const reads = ["queue", `case/${id}`, "audit", "outbox", "export.csv", "directory", "members", "messages"];
  const seen = await Promise.all(reads.map(async (path) => (await max.get(`/api/desk/${path}`)).text()));

  expect(seen.join()).toContain(id);
  expect(seen.join() + JSON.stringify(toOthers)).not.toContain(ref);
  expect(await wholeDatabase()).toContain(id);
  expect(await wholeDatabase()).not.toContain(ref);
});

test("an application's id and its reference say in which month it came", async () => {
  const month = new Date().toISOString().slice(0, 7);
  const ref = await submit();
  expect([monthOf(await idOf(ref)), monthOf(ref)]).toEqual([month, month]);
});

test("what staff and partners know of an application opens nothing", async () => {
  const ref = await submit();
  const id = await idOf(ref);
  const hash = await env.DB.prepare("select referenceHash from applications").first<string>("referenceHash");
  const theirs = [id, hash ?? "", await referenceOf({ ...env, HASH_KEY: "another key" }, id)];
  for (const known of theirs) {
    expect((await call(`/api/applications/${known}`)).status).toBe(404);
    expect((await call(`/api/applications/${known}/guidance`)).status).toBe(404);
    expect((await post(`/api/applications/${known}/stop-contact`, {})).status).toBe(404);
    expect((await post(`/api/applications/${known}/deletion`, {})).status).toBe(404);
  }
});

test("no counter's name gives away our hash of a reference", async () => {
  const ref = await submit();
  const id = await idOf(ref);
  for (const username of [id, `reference ${id}`, `reference: ${id}`, `reference of ${id}`]) {
    await postWith(strict, "/api/session", { username, password: "wrong" });
  }
  const { results } = await env.DB.prepare("select name from counters").all();
  expect(results.length).toBeGreaterThan(4);
  expect(JSON.stringify(results)).not.toContain(ref.replaceAll("-", "").slice(0, 12));
});
