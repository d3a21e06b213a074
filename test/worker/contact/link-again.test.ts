import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../db/model/time/clock.ts";
import { post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { apply, idOf, signedIn } from "../staff/staff.ts";
import { applyByForm, mailed } from "./mailed-codes.ts";

/** Whoever has lost the link to their application gets it again by mail, and nobody else learns anything. */

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T18:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const MARIA = "maria@example.com";

function ask(email = MARIA, headers: Record<string, string> = {}) {
  return post("/api/applications/link-again", { email }, headers);
}

/** The references in what is mailed after asking. */
async function askedFor(email?: string) {
  expect((await ask(email)).status).toBe(202);
  const mails = await mailed();
  return mails.flatMap(({ to, text }) => [...text.matchAll(/ref=([\w-]+)#mail-/g)].map(([, ref]) => `${to} ${ref}`));
}

test("one mail has the links to all open applications, newest first", async () => {
  const { ref: first } = await applyByForm();
  const { ref: second } = await applyByForm({ email: "Maria@Example.com", phone: "512 555 0177" });
  await applyByForm({ email: "rosa@example.com", phone: "512 555 0178" });
  expect((await ask("MARIA@example.com ")).status).toBe(202);
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  expect([mail?.to, mail?.subject]).toEqual(["Maria@Example.com", "Your link to your application"]);
  const refs = [...(mail?.text.matchAll(/ref=([\w-]+)#mail-/g) ?? [])].map(([, ref]) => ref);
  expect(refs).toEqual([second, first]);
});

test("the link proves the mailbox as the first one did", async () => {
  const { ref } = await applyByForm();
  await ask();
  const [, proof] = /#mail-(\w+)/.exec((await mailed())[0]?.text ?? "") ?? [];
  expect((await post(`/api/applications/${ref}/opened`, { proof })).status).toBe(200);
});

test("it is written in the language of the newest application", async () => {
  await applyByForm();
  const id = await apply({ phone: "512 555 0177" });
  await env.DB.prepare("update applications set language = 'es' where id = ?").bind(id).run();
  await mailed();
  await ask();
  const [mail] = await mailed();
  expect(mail?.subject).toBe("Su enlace a su solicitud");
  expect(mail?.text).toContain("/es/results?ref=");
});

test("a known and an unknown address get the same answer", async () => {
  await applyByForm();
  const read = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
    return [response.status, headers, await response.text()];
  };
  expect(await read(await ask())).toEqual(await read(await ask("nobody@example.com")));
  expect(await mailed()).toHaveLength(1);
});

test("nothing goes out after a stop or once the application is closed", async () => {
  const { ref: stopped } = await applyByForm();
  const { ref: closed } = await applyByForm({ phone: "512 555 0177" });
  await env.DB.prepare("update applications set outcome = 'undecided' where id = ?")
    .bind(await idOf(closed))
    .run();
  expect(await askedFor()).toEqual([`${MARIA} ${stopped}`]);
  await post(`/api/applications/${stopped}/stop-contact`, {});
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await askedFor()).toEqual([]);
});

test("a stop between the request and the mail ends it", async () => {
  const { ref } = await applyByForm();
  await ask();
  await post(`/api/applications/${ref}/stop-contact`, {});
  expect(await mailed()).toEqual([]);
});

test("an address that a member entered gets no link until confirmed", async () => {
  const { ref } = await applyByForm();
  const manager = await signedIn("manager");
  const to = "dana@insider.example";
  const correction = { email: to, ground: "askedByPhone", reason: "She called" };
  expect((await manager.post(`/api/desk/case/${await idOf(ref)}/correct`, correction)).status).toBe(201);
  await mailed();
  expect(await askedFor(to)).toEqual([]);
  expect(await askedFor(MARIA), "nor does the one before").toEqual([]);
  await post(`/api/applications/${ref}/confirm-email`, { email: to });
  expect(await askedFor(to)).toEqual([`${to} ${ref}`]);
});

test.each(["dead', lastError = 'hard-bounce", "sent', lastError = 'marked-as-spam"])(
  "nothing goes where a mail ended as %s",
  async (end) => {
    await applyByForm();
    await env.DB.exec(`update outbox set status = '${end}' where kind = 'confirmation'`);
    await applyByForm({ phone: "512 555 0177" });
    expect(await askedFor()).toEqual([]);
  },
);

test("nothing more goes out once this mail itself came back", async () => {
  await applyByForm();
  expect(await askedFor()).toHaveLength(1);
  await env.DB.exec("update outbox set lastError = 'marked-as-spam' where kind = 'linkAgain'");
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await askedFor()).toEqual([]);
});

test("nothing goes to a reader who marked our news as spam", async () => {
  await applyByForm();
  await post("/api/newsletter", { email: MARIA });
  await mailed();
  await env.DB.exec("update newsletter_subscribers set status = 'unreachable'");
  expect(await askedFor()).toEqual([]);
});

test("asked again at once it goes out once, later again", async () => {
  await applyByForm();
  expect(await askedFor()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 9 * MINUTE_MS);
  expect(await askedFor()).toEqual([]);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await askedFor()).toHaveLength(1);
});

test("a network asks five times, a mailbox gets three an hour", async () => {
  await applyByForm();
  const from = (last: number) => ({ "cf-connecting-ip": `203.0.113.${last}` });
  const strictly = (email: string, last: number) =>
    postWith(strict, "/api/applications/link-again", { email }, from(last));
  for (const n of [1, 2, 3, 4, 5]) expect((await strictly(`${n}@example.com`, 1)).status).toBe(202);
  expect((await strictly("6@example.com", 1)).status).toBe(429);
  let sent = 0;
  for (let n = 0; n < 5; n++) {
    expect((await strictly(MARIA, 2)).status, "the answer stays the same").toBe(202);
    sent += (await mailed()).length;
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
  }
  expect(sent).toBe(3);
  expect((await strictly(MARIA, 3)).status).toBe(202);
  expect(await mailed(), "her own network is not used up").toHaveLength(1);
});
