import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storyConsent } from "../../../db/model/consent/consent.ts";
import { archivedTexts } from "../../../db/model/consent/consent-archive.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { ASKED_AFTER_DAYS, type StoryRelease } from "../../../db/model/stories/survey.ts";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import { mailedLink } from "../../../worker/contact/opened-link.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { askNightly } from "../../../worker/stories/surveys.ts";
import { callWith, post } from "../calls/call.ts";
import { askForCode } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { purge } from "../operations/purge.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { apply, type Colleague, sessionOf, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Wednesday, 10 AM in Texas. */
const THEN = new Date("2026-11-04T16:00:00Z");
const A_WEEK_LATER = new Date(THEN.getTime() + ASKED_AFTER_DAYS * DAY_MS);
const OTHER = { phone: "512 555 0177", email: "rosa@example.com" };
const WORDS = "They called me the same day, and nobody judged me.";

let healthy: ReturnType<typeof faultyEnv>;
let max: Colleague;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: THEN });
  healthy = faultyEnv(() => null);
  max = await signedIn("manager", "max");
});
afterEach(() => vi.useRealTimers());

async function rows<Row>(sql: string) {
  return (await env.DB.prepare(sql).all<Row>()).results;
}

async function openLink(id: string, email = "maria@example.com") {
  const link = await mailedLink(env, { id, email, emailSetBy: null });
  const response = await post(`/api/applications/${await referenceOf(env, id)}/opened`, {
    proof: link?.split("#mail-")[1],
  });
  expect(response.ok).toBe(true);
}

async function close(id: string) {
  const body = { from: "submitted", to: "withdrawn", outcome: "undecided" };
  expect((await (await manager()).post(`/api/desk/case/${id}/status`, body)).status).toBe(200);
}

/** An application whose link was opened, and which then ended. */
async function ended(changes: { phone?: string; email?: string } = {}) {
  const id = await apply(changes);
  await openLink(id, changes.email);
  await close(id);
  return id;
}

/** The mails that ask, after the nights until then. */
async function askedBy(time: Date) {
  vi.setSystemTime(time);
  while (true) {
    await askNightly(healthy.env, time);
    const [job] = await rows<{ isDone: number }>("select endedAt >= startedAt isDone from jobs where name = 'survey'");
    if (job?.isDone) break;
  }
  await sweep(healthy.env);
  return questions();
}

function questions() {
  return healthy.sent.filter(({ text }) => text.includes("/survey?token=")) as (SentMail & {
    headers: Record<string, string>;
  })[];
}

function tokenIn(mail: SentMail | undefined) {
  return /\/survey\?token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

const ASSETS = {
  fetch: async () => new Response("<html><head><!--head--></head><body><!--page--></body></html>"),
} as unknown as Fetcher;

/** Presses a button of the survey's page like a browser without JavaScript. */
async function press(form: Record<string, string>, path = "/survey") {
  const response = await callWith({ ...env, ASSETS }, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "cf-connecting-ip": "203.0.113.7" },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const allowing = (token: string, changes: Record<string, string> = {}) => ({
  token,
  textId: storyConsent().id,
  recommends: "yes",
  stars: "5",
  comment: WORDS,
  mayQuote: "yes",
  name: "Maria L.",
  city: "San Antonio",
  ...changes,
});

/** The token of somebody who was asked. */
async function asked() {
  await ended();
  return tokenIn((await askedBy(A_WEEK_LATER)).at(-1));
}

interface Listed {
  answers: { id: string; version: number; comment: string }[];
  satisfaction: { answered: number; recommending: number };
}
/** The manager, signed in anew: no session lasts a week. */
const manager = () => sessionOf(max.id);
const listed = async () => (await (await manager()).get("/api/desk/stories")).json<Listed>();

async function publish(changes: object = {}) {
  const [answer] = (await listed()).answers;
  const body = { quote: WORDS, city: "", isCompensated: false, version: answer?.version, ...changes };
  return (await manager()).put(`/api/desk/stories/${answer?.id}`, body);
}

const storiesPage = (path = "/stories") => readPage(path);

test("a week after the end of an application one mail asks one question, in the applicant's language", async () => {
  await ended();
  expect(await askedBy(new Date(A_WEEK_LATER.getTime() - HOUR_MS))).toEqual([]);
  const [mail, ...others] = await askedBy(new Date(A_WEEK_LATER.getTime() + DAY_MS));
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "maria@example.com", subject: "Would you recommend us?" });
  const address = `${env.SITE_URL}/survey?token=${tokenIn(mail)}`;
  expect(mail?.headers).toMatchObject({
    "List-Unsubscribe": `<${address}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("in Spanish for who applied in Spanish", async () => {
  await post("/api/applications/submit", exampleApplication(OTHER), { "accept-language": "es" });
  const [row] = await rows<{ id: string }>("select id from applications where language = 'es'");
  await openLink(row?.id ?? "", OTHER.email);
  await close(row?.id ?? "");
  const [mail] = await askedBy(A_WEEK_LATER);
  expect(mail?.subject).toBe("¿Nos recomendaría?");
  expect(mail?.text).toContain("/es/survey?token=");
});

test("nobody is asked whose application is open, stopped, merged, deleted or busy again, or whose address was never seen to work", async () => {
  const open = await apply({ phone: "512 555 0101", email: "open@example.com" });
  await openLink(open, "open@example.com");
  const stopped = await ended({ phone: "512 555 0102", email: "stopped@example.com" });
  await post(`/api/applications/${await referenceOf(env, stopped)}/stop-contact`, {});
  const unread = await apply({ phone: "512 555 0103", email: "unread@example.com" });
  await close(unread);
  const unwilling = await ended({ phone: "512 555 0104", email: "unwilling@example.com" });
  await env.DB.prepare("update applications set consentTexts = 0 where id = ?").bind(unwilling).run();
  const typed = await ended({ phone: "512 555 0105", email: "typed@example.com" });
  await env.DB.prepare("update applications set emailSetBy = ? where id = ?").bind(max.id, typed).run();
  const gone = await apply({ phone: "512 555 0106", email: "gone@example.com" });
  await openLink(gone, "gone@example.com");
  const main = await apply({ phone: "512 555 0106", email: "main@example.com" });
  await max.post(`/api/desk/case/${main}/merge`, { other: gone });
  const busy = await ended({ phone: "512 555 0107", email: "busy@example.com" });
  vi.setSystemTime(A_WEEK_LATER.getTime() - HOUR_MS);
  await (await manager()).post(`/api/desk/case/${busy}/notes`, { text: "They wrote again" });
  expect(await askedBy(A_WEEK_LATER)).toEqual([]);
  expect(await rows("select id from surveys")).toEqual([]);
});

test("a stop or a reopening after the question was owed still keeps it back", async () => {
  const [stopped, reopened] = [await ended(), await ended(OTHER)];
  vi.setSystemTime(A_WEEK_LATER);
  await askNightly(env, A_WEEK_LATER);
  await post(`/api/applications/${await referenceOf(env, stopped)}/stop-contact`, {});
  await (await manager()).post(`/api/desk/case/${reopened}/reopen`, { to: "submitted", reason: "They called back" });
  await sweep(healthy.env);
  expect(questions()).toEqual([]);
});

test("a person is asked once, with whatever phone or mailbox they come back, also after they deleted everything", async () => {
  const first = await ended();
  expect(await askedBy(A_WEEK_LATER)).toHaveLength(1);
  const { code } = await askForCode(await referenceOf(env, first), "deletion");
  await post(`/api/applications/${await referenceOf(env, first)}/deletion/confirm`, { code });
  expect(await rows("select id from applications")).toEqual([]);
  await ended({ phone: "512 555 0177" });
  await ended({ email: "another@example.com" });
  await ended({ phone: "512 555 0178", email: "Maria+car@example.com" });
  expect(await askedBy(new Date(A_WEEK_LATER.getTime() + 30 * DAY_MS))).toHaveLength(1);
});

/** Applications that ended at the same moment as this one, of other people. */
async function copiesOf(id: string, count: number) {
  const own = { id: "'copy ' || i", referenceHash: "'copy ' || i", phoneDigits: "2105550000 + i" };
  const address = "'copy' || i || '@example.com'";
  const values: Record<string, string> = { ...own, email: address, emailFolded: address, reachedEmail: address };
  const columns = await rows<{ name: string }>("select name from pragma_table_info('applications')");
  const names = columns.map(({ name }) => name).filter((name) => !["number", "idempotencyKeyHash"].includes(name));
  await env.DB.exec(
    `insert into applications (${names}) with recursive n(i) as (values(1) union all select i + 1 from n where i < ${count})
      select ${names.map((name) => values[name] ?? name)} from n, applications where id = '${id}'`.replaceAll(
      "\n",
      " ",
    ),
  );
}

test("many are asked in slices, each once, however often the night's job runs", async () => {
  await copiesOf(await ended(), 119);
  const owed = async () => {
    const [row] = await rows<{ mails: number; people: number }>(
      "select count(*) mails, count(distinct subjectId) people from outbox where kind = 'survey'",
    );
    return row;
  };
  vi.setSystemTime(A_WEEK_LATER);
  await Promise.all([askNightly(env, A_WEEK_LATER), askNightly(env, A_WEEK_LATER)]);
  expect((await owed())?.mails).toBeLessThan(120);
  await askedBy(A_WEEK_LATER);
  expect(await owed()).toEqual({ mails: 120, people: 120 });
  await env.DB.exec("delete from outbox");
  await askedBy(new Date(A_WEEK_LATER.getTime() + DAY_MS));
  expect(await owed()).toEqual({ mails: 0, people: 0 });
});

test("reading the page changes nothing and nothing keeps it; a wrong token opens nothing", async () => {
  const token = await asked();
  const before = await rows("select * from surveys");
  const page = await readPage(`/survey?token=${token}`);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.html).toContain("Would you recommend us to a friend?");
  expect(await rows("select * from surveys")).toEqual(before);
  const wrong = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect((await readPage(`/survey?token=${wrong}`)).status).toBe(404);
  expect((await press(allowing(wrong))).status).toBe(404);
  expect(await rows("select * from surveys")).toEqual(before);
});

test("an answer is stored with proof of the permission: which words, when and from where", async () => {
  const { status, html } = await press(allowing(await asked()));
  expect([status, html]).toEqual([200, expect.stringContaining("Thank you. We have your answer.")]);
  const [row] = await rows<{ releases: string; comment: string; recommends: number; stars: number }>(
    "select * from surveys",
  );
  expect(row).toMatchObject({ comment: WORDS, recommends: 1, stars: 5 });
  const [release] = JSON.parse(row?.releases ?? "[]") as StoryRelease[];
  const [words] = archivedTexts([storyConsent().id]);
  expect(release).toMatchObject({
    textId: "story-1",
    textSha256: words && "sha256" in words ? words.sha256 : "",
    receivedAt: A_WEEK_LATER.toISOString(),
    ip: "203.0.113.7",
    takenBackAt: null,
  });
});

test("what is refused, or cannot be stored, stays in the form as typed, with what to do", async () => {
  const token = await asked();
  const refused = await press(allowing(token, { name: "" }));
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Write the name that we may show");
  expect(refused.html).toContain(WORDS);
  const down = { ...env, ASSETS, DB: faultyEnv(() => "before").env.DB };
  const response = await callWith(down, "/survey", {
    method: "POST",
    body: new URLSearchParams(allowing(token)).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining(WORDS)]);
  expect((await rows<{ answeredAt: null }>("select answeredAt from surveys"))[0]?.answeredAt).toBeNull();
});

test("one press on the page or in the mail program, and this person is asked no more", async () => {
  const token = await asked();
  const { status } = await press({ "List-Unsubscribe": "One-Click" }, `/survey?token=${token}`);
  expect(status).toBe(200);
  expect((await press({ token, press: "stop" })).html).toMatch(/We won('|&#x27;)t ask you a question like this again/);
  const [row] = await rows<{ stoppedAt: number; answeredAt: null }>("select stoppedAt, answeredAt from surveys");
  expect(row).toEqual({ stoppedAt: A_WEEK_LATER.getTime(), answeredAt: null });
  await env.DB.exec("update outbox set status = 'owed'");
  await sweep(healthy.env);
  expect(questions()).toHaveLength(1);
});

test("invented examples are shown until the first real story is, and then never", async () => {
  expect((await storiesPage()).html).toContain("illustrative examples");
  await press(allowing(await asked()));
  expect((await storiesPage()).html).toContain("illustrative examples");
  expect((await publish({ quote: "They called me the same day" })).status).toBe(200);
  for (const path of ["/stories", "/es/stories"]) {
    const { html } = await storiesPage(path);
    expect(html).not.toMatch(/illustrative examples|ejemplos ilustrativos|Ashley/);
    expect(html).toMatch(/<blockquote lang="en"[^>]*>&quot;<!-- -->They called me the same day<!-- -->&quot;/);
    expect(html).toContain("Maria L.");
    expect(html).not.toContain("nobody judged me");
  }
});

test("a story that somebody got something for says so", async () => {
  await press(allowing(await asked()));
  await publish({ isCompensated: true });
  expect((await storiesPage()).html).toContain("This person got something from us for this story");
});

test("without a permission an answer is neither listed nor published, and counts all the same", async () => {
  const token = await asked();
  await press(allowing(token, { mayQuote: "", recommends: "no" }));
  expect(await listed()).toMatchObject({ answers: [], satisfaction: { answered: 1, recommending: 0 } });
  const [survey] = await rows<{ id: string; version: number }>("select id, version from surveys");
  const form = { quote: WORDS, city: "", isCompensated: false, version: survey?.version };
  const response = await (await manager()).put(`/api/desk/stories/${survey?.id}`, form);
  expect([response.status, await response.text()]).toEqual([409, expect.stringContaining("permission")]);
  expect((await storiesPage()).data("json")).toEqual({ stories: [] });
});

test("who takes the permission back is off the page and the manager's list at once, and the proof of both stays", async () => {
  const token = await asked();
  await press(allowing(token));
  await publish();
  expect((await storiesPage()).data("json").stories).toHaveLength(1);
  const { html } = await press({ token, press: "takeBack" });
  expect(html).toContain("We show it to nobody outside our company.");
  expect((await storiesPage()).data("json")).toEqual({ stories: [] });
  expect((await listed()).answers).toEqual([]);
  const [row] = await rows<{ releases: string }>("select releases from surveys");
  expect(JSON.parse(row?.releases ?? "[]")).toMatchObject([{ takenBackAt: A_WEEK_LATER.toISOString() }]);
});

test("a manager's choice is logged without anybody's words, and one made of an older answer is refused", async () => {
  const token = await asked();
  await press(allowing(token));
  const [{ version } = { version: 0 }] = (await listed()).answers;
  await press(allowing(token, { comment: `${WORDS} But it took long.` }));
  expect((await publish({ version })).status).toBe(409);
  expect((await publish()).status).toBe(200);
  const [shown] = (await listed()).answers;
  expect((await (await manager()).post(`/api/desk/stories/${shown?.id}/hide`)).status).toBe(200);
  expect((await storiesPage()).data("json")).toEqual({ stories: [] });
  const changes = await rows<{ change: string }>(
    "select change from audit where action = 'showStories' and change is not null order by id",
  );
  expect(changes.map(({ change }) => JSON.parse(change))).toEqual([
    { old: { isShown: false, isCompensated: false }, new: { isShown: true, isCompensated: false } },
    { old: { isShown: true, isCompensated: false }, new: { isShown: false, isCompensated: false } },
  ]);
});

test("a deletion takes the answer and its story along, and keeps the proof of the permission without them", async () => {
  const token = await asked();
  await press(allowing(token));
  await publish();
  const [application] = await rows<{ id: string }>("select id from applications");
  const id = application?.id ?? "";
  const { code } = await askForCode(await referenceOf(env, id), "deletion");
  const response = await post(`/api/applications/${await referenceOf(env, id)}/deletion/confirm`, { code });
  expect(response.status).toBe(200);
  expect((await storiesPage()).data("json")).toEqual({ stories: [] });
  expect((await readPage(`/survey?token=${token}`)).status).toBe(404);
  const [survey] = await rows<Record<string, unknown>>("select * from surveys");
  expect(survey).toMatchObject({ applicationId: survey?.id, comment: "", name: "", releases: "[]", answeredAt: null });
  const [kept] = await rows<{ releases: string }>("select releases from kept_consents");
  expect(JSON.parse(kept?.releases ?? "[]")).toMatchObject([{ textId: "story-1" }]);
  expect(kept?.releases).not.toContain(WORDS);
});

test("an answer and its story outlast the history of the case, and go with the application's seven years", async () => {
  await press(allowing(await asked()));
  await publish();
  const nights = async (time: string) => {
    vi.setSystemTime(new Date(time));
    while (await purge(env, new Date()));
  };
  await nights("2029-03-01T12:00:00Z");
  expect(await rows("select isThinned from applications")).toEqual([{ isThinned: 1 }]);
  expect((await storiesPage()).data("json").stories).toHaveLength(1);
  await nights("2033-11-05T12:00:00Z");
  expect(await rows("select id from surveys")).toEqual([]);
});

test("while the database is away, the page shows neither examples nor stories", async () => {
  const page = await readPage("/stories", {}, { DB: faultyEnv(() => "before").env.DB });
  expect(page.status).toBe(503);
  expect(page.html).toMatch(/The stories can('|&#x27;)t be shown right now/);
  expect(page.html).not.toContain("illustrative examples");
});
