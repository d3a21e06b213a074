import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import type { Guidance } from "../../../web/api.ts";
import type { Case } from "../../../web/desk/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post } from "../calls/call.ts";
import { askForCode, mailed, other } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { apply, refusal, signedIn } from "../staff/staff.ts";
import { asked, opened, pdf, type Sender, sender, stored } from "./files.ts";

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

async function askedIn({ ref }: Sender) {
  const { askedPapers } = await (await call(`/api/applications/${ref}/guidance`)).json<Guidance>();
  return Object.fromEntries(askedPapers.map(({ paper, receivedAt }) => [paper, receivedAt !== null]));
}

async function onlyFile({ list }: Sender) {
  return (await list()).files?.[0]?.id ?? "";
}

test("a file comes back as it was, as bytes that do nothing", async () => {
  const maria = await asked("residence");
  const bill = pdf({ pages: 3, size: 500_000 });
  expect((await maria.send("residence", bill)).status).toBe(200);
  expect(await askedIn(maria)).toEqual({ residence: true });
  const { files } = await maria.list();
  expect(files).toMatchObject([{ paper: "residence", type: "application/pdf", size: bill.length }]);
  const served = await maria.get(await onlyFile(maria));
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(bill);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="residence.pdf"',
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(await stored()).toEqual([`${maria.id}/${await onlyFile(maria)}`]);
});

test("nobody reads the bucket, nor puts one file in another's place", async () => {
  const [maria, rosa] = [await asked("payStub"), await asked("payStub")];
  for (const [whose, words] of [
    [maria, "her name is Maria"],
    [rosa, "her name is Rosa"],
  ] as const) {
    expect((await whose.send("payStub", pdf({ more: `% ${words}\n` }))).status).toBe(200);
  }
  const names = await stored();
  const [one = "", another = ""] = names;
  for (const name of names) expect(await (await env.PAPERS.get(name))?.text()).not.toMatch(/PDF|her name is/);
  const secrets = await env.DB.prepare("select secret from papers").all<{ secret: string }>();
  expect(new Set(secrets.results.map(({ secret }) => secret)).size).toBe(2);
  await env.PAPERS.put(one, (await (await env.PAPERS.get(another))?.arrayBuffer()) ?? "");
  const swapped = names[0]?.startsWith(maria.id) ? maria : rosa;
  expect((await swapped.get(await onlyFile(swapped))).status).toBe(503);
});

test("the link alone opens no file, a code does for an hour", async () => {
  const maria = await asked("payStub");
  await maria.send("payStub", pdf());
  const id = await onlyFile(maria);
  const stranger = sender(maria.ref, maria.id, "");
  const another = await opened(await apply());
  for (const { cookie } of [stranger, another, { cookie: maria.cookie.replace(/=\d/, "=9") }]) {
    const they = sender(maria.ref, maria.id, cookie);
    expect(await they.list()).toEqual({ files: null });
    for (const answer of [await they.get(id), await they.remove(id), await they.send("payStub", pdf({ pages: 2 }))]) {
      expect(await refusal(answer)).toBe("401 Please enter the code from our email first");
    }
  }
  const unknown = sender("00000000-0000-4000-8000-000000000000", "", "");
  expect(await refusal(await unknown.get(id)), "the same words as for one that exists").toMatch(/^401/);
  vi.setSystemTime(Date.now() + HOUR_MS + 1);
  expect(await maria.list()).toEqual({ files: null });
  expect((await maria.get(id)).status).toBe(401);
});

test("the cookie goes to these papers only, and no script reads it", async () => {
  const ref = await referenceOf(env, await apply());
  await mailed();
  const { code, mail } = await askForCode(ref, "papers");
  expect(mail?.subject).toBe("Your code to open your documents");
  const confirm = (given: string) => post(`/api/applications/${ref}/papers/confirm`, { code: given });
  expect((await confirm(other(code))).headers.get("set-cookie")).toBeNull();
  expect((await confirm(code)).headers.get("set-cookie")).toMatch(
    new RegExp(
      `^__Secure-papers=\\d+\\.\\w+; Max-Age=3600; Path=/api/applications/${ref}/papers; HttpOnly; Secure; SameSite=Strict$`,
    ),
  );
  expect((await confirm(code)).status).toBe(410);
});

test("wherever the sending dies, the same file again is there once", async () => {
  for (const part of ["d1", "r2"] as const) {
    for (let n = 1; n <= 2; n++) {
      const maria = await asked("payStub");
      let calls = 0;
      const { env: faulty } = faultyEnv((called) => (called === part && ++calls === n ? "after" : null));
      await maria.send("payStub", pdf(), faulty);
      expect((await maria.send("payStub", pdf())).status, `${part} ${n}`).toBeOneOf([200, 409]);
      expect((await maria.list()).files).toHaveLength(1);
      expect((await maria.get(await onlyFile(maria))).status, "it can be read").toBe(200);
      expect(await askedIn(maria)).toEqual({ payStub: true });
      const { results } = await env.DB.prepare(
        "select id from case_events where event ->> 'kind' = 'paperReceived' and applicationId = ?",
      )
        .bind(maria.id)
        .all();
      expect(results).toHaveLength(1);
    }
  }
});

test("the same file is refused until the first one is deleted", async () => {
  const maria = await asked("payStub", "residence");
  await maria.send("payStub", pdf());
  for (const paper of ["payStub", "residence"] as const) {
    expect(await refusal(await maria.send(paper, pdf()))).toBe("409 You’ve already sent this file.");
  }
  expect((await maria.remove(await onlyFile(maria))).status).toBe(200);
  expect(await stored()).toEqual([]);
  expect((await maria.send("residence", pdf())).status).toBe(200);
  expect(await askedIn(maria)).toEqual({ payStub: false, residence: true });
});

test("after a stop nothing can be sent, but all can be deleted", async () => {
  const maria = await asked("payStub", "residence");
  await maria.send("payStub", pdf());
  await post(`/api/applications/${maria.ref}/stop-contact`, {});
  expect(await refusal(await maria.send("residence", pdf({ pages: 2 })))).toMatch(
    /^409 You asked us to stop contacting you/,
  );
  expect(await stored()).toHaveLength(1);
  const later = await opened(maria.id);
  expect((await later.list()).files).toHaveLength(1);
  expect((await maria.remove(await onlyFile(maria))).status).toBe(200);
});

test("a stop comes before or after a file, never in between", async () => {
  for (let n = 1; n <= 6; n++) {
    const maria = await asked("payStub");
    const stop = () => post(`/api/applications/${maria.ref}/stop-contact`, {});
    const { env: bindings } = faultyEnv(interrupted("d1", n, stop));
    const { status } = await maria.send("payStub", pdf(), bindings);
    await stop();
    const { results } = await env.DB.prepare(
      "select event ->> 'kind' kind from case_events where applicationId = ? order by id",
    )
      .bind(maria.id)
      .all<{ kind: string }>();
    const kinds = results
      .map(({ kind }) => kind)
      .filter((kind) => kind === "paperReceived" || kind === "contactStopped");
    expect(kinds, `${n}`).toEqual(status === 200 ? ["paperReceived", "contactStopped"] : ["contactStopped"]);
    expect(await stored()).toHaveLength(status === 200 ? 1 : 0);
    await maria.remove(await onlyFile(maria));
  }
});

test("the mail names which papers are missing and why", async () => {
  const maria = await asked("payStub", "identification");
  await maria.send("payStub", pdf());
  await env.DB.exec("update outbox set status = 'sent'");
  const papers = `/api/desk/case/${maria.id}/papers`;
  const again = { paper: "payStub", received: false, reason: "Please photograph all four corners" };
  expect((await maria.max.post(papers, again)).status).toBe(201);
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "maria@example.com", subject: "Documents we need from you" });
  expect(mail?.text).toMatch(
    /- Your newest pay stub.*Please send it again: Please photograph all four corners\n- Your ID/,
  );
  expect(mail?.text).toContain(`/results?ref=${maria.ref}#papers-to-send`);
  expect(mail?.text).toContain("Only our team sees them, and a lender or dealer that you name.");
  expect(mail?.text).toContain("Please don’t send them by email.");
  await maria.max.post(papers, { ...again, reason: "Too dark" });
  for (const paper of ["payStub", "identification"]) await maria.max.post(papers, { paper, received: true });
  expect(await mailed(), "nothing is missing by now").toEqual([]);
});

test("staff see files beside the case, and the log says who", async () => {
  const maria = await asked("payStub");
  await maria.send("payStub", pdf());
  const main = await apply();
  await maria.max.post(`/api/desk/case/${main}/merge`, { other: maria.id });
  const dana = await signedIn("specialist", "dana");
  const { files } = await (await dana.get(`/api/desk/case/${main}`)).json<Case>();
  expect(files).toMatchObject([{ paper: "payStub", type: "application/pdf" }]);
  for (let n = 0; n < 2; n++) {
    const served = await dana.get(`/api/desk/case/${main}/papers/${files[0]?.id}`);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(pdf());
    expect(served.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  }
  expect((await dana.get(`/api/desk/case/${await apply()}/papers/${files[0]?.id}`)).status, "of another case").toBe(
    404,
  );
  const { results } = await env.DB.prepare(
    "select username, subjectId from audit where action = 'seePapers' and subjectId = ?",
  )
    .bind(main)
    .all();
  expect(results).toEqual([{ username: "dana", subjectId: main }]);
});

test("an application has 100 files at most, though many come at once", async () => {
  const maria = await asked("payStub");
  await env.DB.prepare(
    `with recursive n(i) as (values(1) union all select i + 1 from n where i < 97)
     insert into papers (id, applicationId, paper, size, sha256, secret, createdAt) select i, ?, 'payStub', 1, i, '', 0 from n`,
  )
    .bind(maria.id)
    .run();
  const atOnce = await Promise.all([1, 2, 3, 4, 5].map((pages) => maria.send("payStub", pdf({ pages }))));
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await refusal(await maria.send("payStub", pdf({ pages: 6 })))).toMatch(/^409 We already have 100 files/);
  expect(await stored(), "what was refused leaves nothing").toHaveLength(3);
});

test("an application's files are limited in a day", async () => {
  const maria = await asked("payStub");
  const send = () => maria.send("payStub", pdf(), { ...env, LIMITS: "strict" });
  expect((await send()).status).toBe(200);
  await maria.remove(await onlyFile(maria));
  await env.DB.exec("update counters set count = max where name like 'paper/%'");
  expect((await send()).status).toBe(429);
  expect(await stored()).toEqual([]);
});
