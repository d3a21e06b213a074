import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactAgainConsent } from "../../../db/model/consent/consent.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { firstContactTime, roundedWait } from "../../../db/model/queue/first-contact.ts";
import { OPENED_FROM } from "../../../db/model/site/source.ts";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { mondayOf } from "../../../worker/queue/first-contact.ts";
import { post } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { purge } from "../operations/purge.ts";
import { randomFrom, seed } from "../routes/faults.ts";
import { sessionOf, signedIn } from "../staff/staff.ts";

/** The totals that the dashboard reads are those that its rows would give. */

freshDatabase();

/** A Saturday before the clocks go back. */
const THEN = Date.parse("2026-10-31T12:00:00-05:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: THEN }));
afterEach(() => vi.useRealTimers());

const STEPS = env.LONG ? 5000 : 150;
const HOURS = 16;
/** More would be read after every step, and each would live through less. */
const MOST_ROWS = 60;

interface Row {
  id: string;
  createdAt: number;
  source: string | null;
  status: string;
  closedFrom: string | null;
  outcome: string | null;
  firstContactAt: number | null;
  firstContactBy: string | null;
  contactResumedAt: number | null;
  mergedInto: string | null;
}

async function rows() {
  const { results } = await env.DB.prepare("select * from applications order by number").all<Row>();
  return results;
}

function tally(keys: string[]) {
  return Object.fromEntries(Object.entries(Object.groupBy(keys, (key) => key)).map(([key, all]) => [key, all?.length]));
}

/** By day and what tells one application from another. */
function kindOf({ createdAt, source, status, closedFrom, outcome, firstContactAt }: Row) {
  const day = Math.floor((createdAt - 6 * HOUR_MS) / DAY_MS);
  return [day, source ?? "", status, closedFrom ?? "", outcome ?? "", Number(firstContactAt !== null)].join();
}

async function applicationTotals() {
  const { results } = await env.DB.prepare("select * from application_totals").all<Record<string, number>>();
  return Object.fromEntries(results.map(({ count, ...kind }) => [Object.values(kind).join(), count]));
}

/** One line for each first contact: week, member, and one of what is counted. */
function contactsOf({ createdAt, contactResumedAt, firstContactAt, firstContactBy }: Row) {
  if (firstContactAt === null) return [];
  const at = new Date(firstContactAt);
  const { businessMinutes, clockMinutes, isInTime } = firstContactTime(new Date(contactResumedAt ?? createdAt), at);
  const counted = [
    "contacted",
    isInTime && "inTime",
    `b${roundedWait(businessMinutes)}`,
    `c${roundedWait(clockMinutes)}`,
  ];
  return counted.filter((each) => each !== false).map((each) => [mondayOf(at), firstContactBy, each].join());
}

async function contactTotals() {
  const { results } = await env.DB.prepare("select * from contact_totals").all<Record<string, string>>();
  const counts = results.flatMap(({ week, userId, contacted, inTime, businessMinutes = "", clockMinutes = "" }) => {
    const waits = [["b", businessMinutes] as const, ["c", clockMinutes] as const].flatMap(([name, counts]) =>
      Object.entries(JSON.parse(counts)).map(([minutes, count]) => [name + minutes, count]),
    );
    return [["contacted", contacted], ["inTime", inTime], ...waits].map(([name, count]) => [
      [week, userId, name].join(),
      Number(count),
    ]);
  });
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** In time and in all, as the status page counts them. */
async function contactsByHour() {
  const sql = "select sum(count * (name = 'contactedInTime')) inTime, sum(count) contacted from hourly_counts";
  return env.DB.prepare(`${sql} where name in ('contactedInTime', 'contactedLate')`).first();
}

/** The same, as the figures count them. */
async function contactsByWeek() {
  return env.DB.prepare("select sum(inTime) inTime, sum(contacted) contacted from contact_totals").first();
}

test("whatever is done to applications, in whatever order, the totals are those of their rows", {
  timeout: HOUR_MS,
}, async () => {
  const random = randomFrom(seed);
  const oneOf = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One;
  const members = [await signedIn("manager", "max"), await signedIn("manager", "lee")];
  const ofDeleted: string[] = [];
  const done: Record<string, number> = {};
  for (let step = 0; step < STEPS; step++) {
    if (env.LONG && step % 250 === 0) console.log(`totals: ${step} of ${STEPS} steps`);
    vi.setSystemTime(Date.now() + random() * HOURS * HOUR_MS);
    const all = await rows();
    const [one, other] = [oneOf(all), oneOf(all)];
    const member = await sessionOf(oneOf(members).id);
    const desk = (what: string, body: object = {}) => member.post(`/api/desk/case/${one.id}/${what}`, body);
    const applicant = async (what: string, body: object = {}) =>
      post(`/api/applications/${await referenceOf(env, one.id)}/${what}`, body);
    const call = (outcome: string) => async () => {
      await desk("claim");
      return desk("calls", { outcome });
    };
    const close = (to: string, outcome: string) => () => desk("status", { from: one.status, to, outcome });
    const deeds: Record<string, () => Promise<Response | undefined>> = {
      reach: call("reached"),
      "leave word": call("voicemail"),
      "try in vain": call("noAnswer"),
      "undo at once": async () => {
        const answered = await call("reached")();
        const { call: pressed } = await answered.clone().json<{ call: number }>();
        return answered.ok ? desk("calls/undo", { call: pressed }) : answered;
      },
      "ask for papers": () => desk("status", { from: one.status, to: "docs_requested" }),
      withdraw: close("withdrawn", "undecided"),
      decline: close("declined", "declined"),
      reopen: () => desk("reopen", { to: one.closedFrom ?? "in_review", reason: "They are back" }),
      stop: () => applicant("stop-contact"),
      "allow again": () => {
        const time = new Date().toISOString();
        const ticked = { textIds: [contactAgainConsent().id], language: "en", shownAt: time, tickedAt: time };
        return applicant("resume-contact", { consentRecord: ticked });
      },
      merge: () => desk("merge", { other: other.id }),
      split: () => desk("split", { other: all.find(({ mergedInto }) => mergedInto === one.id)?.id }),
      delete: async () => {
        await mailed();
        const ref = await referenceOf(env, one.id);
        return post(`/api/applications/${ref}/deletion/confirm`, { code: (await askForCode(ref, "deletion")).code });
      },
    };
    const deed = all.length < 5 || (all.length < MOST_ROWS && random() < 0.2) ? "apply" : oneOf(Object.keys(deeds));
    if (deed === "apply") {
      const from = oneOf<Record<string, string>>([{}, { [OPENED_FROM]: "/" }, { [OPENED_FROM]: "/texas" }]);
      await post("/api/applications/submit", exampleApplication(oneOf(people)), from);
    } else {
      const before = contactsOf(one);
      const answered = await deeds[deed]?.();
      if (!answered?.ok) continue;
      if (deed === "delete") ofDeleted.push(...before);
    }
    done[deed] = (done[deed] ?? 0) + 1;
    const now = await rows();
    const message = `${deed}, step ${step}, SEED=${seed}`;
    expect(await applicationTotals(), message).toEqual(tally(now.map(kindOf)));
    expect(await contactTotals(), message).toEqual(tally([...now.flatMap(contactsOf), ...ofDeleted]));
    expect(await contactsByHour(), message).toEqual(await contactsByWeek());
  }
  expect(Object.keys(done).length, JSON.stringify(done)).toBeGreaterThan(env.LONG ? 10 : 7);

  // A year later, when what is closed moves into files.
  vi.setSystemTime(Date.now() + 400 * DAY_MS);
  while (await purge(env, new Date()));
  const left = await rows();
  expect(await applicationTotals()).toEqual(tally(left.map(kindOf)));
  expect(await contactTotals(), "too old to be shown").toEqual({});
});

const people = [
  {},
  { phone: "512 555 0177", email: "joe@example.com" },
  { phone: "713 555 0188", email: "ann@example.com" },
  { phone: "713 555 0188", email: "sam@example.com" },
];
