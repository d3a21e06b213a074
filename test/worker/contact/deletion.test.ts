import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, post, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { idOf, signedIn } from "../staff/staff.ts";
import { applyByForm, askForCode, mailed, other } from "./mailed-codes.ts";

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const HOUR = 60 * 60_000;

const apply = async () => (await applyByForm()).ref;

function confirm(ref: string, code: string) {
  return post(`/api/applications/${ref}/deletion/confirm`, { code });
}

async function rows(table: string) {
  return (await env.DB.prepare(`select * from ${table}`).all<Record<string, unknown>>()).results;
}

test("a mailed code deletes the application, but not what was agreed", async () => {
  const ref = await apply();
  const id = await idOf(ref);
  const { code, mail } = await askForCode(ref, "deletion");
  expect(mail?.to).toBe("maria@example.com");
  expect(mail?.subject).not.toContain(code);
  expect(JSON.stringify(await rows("codes"))).not.toContain(code);

  expect((await confirm(ref, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect((await call(`/api/applications/${ref}`)).status).toBe(404);
  expect((await call(`/api/applications/${ref}/guidance`)).status).toBe(404);
  expect((await confirm(ref, code)).status).toBe(404);
  for (const table of ["applications", "outbox", "codes"]) expect(await rows(table)).toEqual([]);
  const [kept, ...others] = await rows("kept_consents");
  expect(others).toEqual([]);
  expect(Object.keys(kept ?? {}).sort()).toEqual(
    ["appliedAt", "applicationId", "consentRecord", "deletedAt", "email", "events", "notedAt", "phone"].sort(),
  );
  expect(kept).toMatchObject({ applicationId: id, phone: "210 555 0123", email: "maria@example.com" });
  expect(JSON.parse(String(kept?.consentRecord))).toMatchObject({ receivedAt: expect.any(String) });
});

test("what they say while it is being deleted is kept, too", async () => {
  const ref = await apply();
  const { code } = await askForCode(ref, "deletion");
  // Between the reading of the case and the deletion, each a call of D1, after the one that tries the code.
  const { env: slow } = faultyEnv(interrupted("d1", 3, () => post(`/api/applications/${ref}/stop-contact`, {})));
  expect((await postWith(slow, `/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
  const [kept] = await rows("kept_consents");
  expect(JSON.parse(String(kept?.events))).toMatchObject([{ event: { kind: "contactStopped" } }]);
});

test("what was agreed to and taken back outlives a deletion", async () => {
  const { ref, mails } = await applyByForm();
  const id = await idOf(ref);
  const [, proof = ""] = /#mail-(\w+)/.exec(mails[0]?.text ?? "") ?? [];
  await post(`/api/applications/${ref}/opened`, { proof });
  const { code: correction } = await askForCode(ref, "correction");
  await post(`/api/applications/${ref}/correction/confirm`, {
    code: correction,
    phone: "512 555 0144",
    email: "maria@example.com",
  });
  await mailed();
  const manager = await signedIn("manager");
  await manager.post(`/api/desk/case/${id}/claim`);
  await manager.post(`/api/desk/case/${id}/notes`, { text: "Called" });
  await post(`/api/applications/${ref}/stop-contact`, {});
  expect((await confirm(ref, (await askForCode(ref, "deletion")).code)).status).toBe(200);
  for (const table of ["case_events", "codes"]) expect(await rows(table)).toEqual([]);
  // The record of a mail with a used code names nothing that still exists.
  expect(await rows("outbox")).toMatchObject([{ kind: "correctionCode", status: "sent" }]);
  const [kept] = await rows("kept_consents");
  expect(kept).toMatchObject({ phone: "512 555 0144" });
  const at = expect.any(Number);
  expect(JSON.parse(String(kept?.events))).toEqual([
    { at, userId: null, event: { kind: "linkOpened", email: "maria@example.com" } },
    { at, userId: null, event: { kind: "corrected", field: "phone", old: "210 555 0123", grounds: null } },
    { at, userId: null, event: { kind: "contactStopped", elsewhere: false, how: "page" } },
  ]);
});

test("five wrong codes spend the right one", async () => {
  const ref = await apply();
  const { code } = await askForCode(ref, "deletion");
  for (let n = 0; n < 5; n++) expect((await confirm(ref, other(code))).status).toBe(400);
  const spent = await confirm(ref, code);
  expect(spent.status).toBe(410);
  expect(await spent.json()).toMatchObject({ ok: false, fields: { code: expect.stringContaining("no longer works") } });
  expect(await rows("applications")).toHaveLength(1);
  expect((await confirm(ref, (await askForCode(ref, "deletion")).code)).status).toBe(200);
});

test("a code works for one hour, and only the newest one", async () => {
  const ref = await apply();
  const { code } = await askForCode(ref, "deletion");
  vi.setSystemTime(Date.now() + HOUR);
  expect((await confirm(ref, code)).status).toBe(410);
  const first = await askForCode(ref, "deletion");
  const second = await askForCode(ref, "deletion");
  if (first.code !== second.code) expect((await confirm(ref, first.code)).status).toBe(400);
  expect((await confirm(ref, second.code)).status).toBe(200);
});
