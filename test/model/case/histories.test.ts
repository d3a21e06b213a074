import { expect, test } from "vitest";
import { bookCall, cancelCall } from "../../../db/model/calls/appointment.ts";
import { callAskedToStop, noteCall, undoCall } from "../../../db/model/calls/call.ts";
import { CALL_OUTCOMES } from "../../../db/model/calls/call-outcome.ts";
import { mayBeCalledThroughout } from "../../../db/model/calls/contact-hours.ts";
import { both, type Case, type Changes, openCall, type Press, type Refused } from "../../../db/model/case/case.ts";
import type { CaseEvent } from "../../../db/model/case/case-event.ts";
import { merge, split } from "../../../db/model/case/merge.ts";
import { move, reopen, statusesIn } from "../../../db/model/case/move.ts";
import { NEXT_KINDS, nextActionOf } from "../../../db/model/case/next-action.ts";
import { claim, giveTo } from "../../../db/model/case/owner.ts";
import { isClosed, nextStatusesOf, outcomesFor, reopenedStatuses, STATUSES } from "../../../db/model/case/status.ts";
import { note, plan } from "../../../db/model/case/work.ts";
import { correctByApplicant, correctByMember } from "../../../db/model/contact/correct.ts";
import { resume, stop } from "../../../db/model/contact/stop.ts";
import { answerOnPage, ask, noByPhone, send, yesByPhone } from "../../../db/model/introductions/introduction.ts";
import { namePapers } from "../../../db/model/introductions/named-papers.ts";
import { permissionFor } from "../../../db/model/introductions/recipient.ts";
import { endLink } from "../../../db/model/introductions/recipient-answer.ts";
import { MAILS } from "../../../db/model/mail/mail.ts";
import { receiveMail } from "../../../db/model/mail/received.ts";
import { askedPapers } from "../../../db/model/papers/asked-papers.ts";
import {
  askForPapers,
  deleteFile,
  notePaper,
  type PaperFile,
  receiveFile,
} from "../../../db/model/papers/paper-deeds.ts";
import { filesOf, type Paper } from "../../../db/model/papers/papers.ts";
import { randomFrom, scaled, seed } from "../../random.ts";
import { DANA, done, MAX, newCase, newCaseByPhone, press, QUESTION, RECIPIENTS, takenIn } from "./world.ts";

/** Random histories of a case, compared with a model of who said what. Ten thousand take two seconds. */

const HISTORIES = scaled(100_000);
const MOST_STEPS = 16;
const HOUR = 60 * 60_000;
const DAY_HOURS = 24;
const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");
/** Central, Mountain, either of the two, and outside Texas. */
const ZIPS = ["78205", "79936", "79830", "10001"];

type Said = "asked" | "yes" | "no";

/** The model: the last answer about each recipient, the lead sent on that yes, and whether there is a stop or a member typed the address. */
interface Model {
  said: Map<string, Said>;
  leads: Map<string, "owed" | "arrived">;
  isStopped: boolean;
  isByPhone: boolean;
}

interface History {
  kase: Case;
  now: number;
  random: () => number;
  model: Model;
  /** What the applicant sent and did not delete. */
  files: PaperFile[];
  told: string[];
}

const ASKED: Paper[] = ["payStub", "identification", "bankStatements"];

const STEPS: Record<string, (history: History) => void> = {
  claim: (history) => act(history, claim(history.kase, press(history.now, DANA)), press(history.now, DANA)),
  release: (history) => act(history, giveTo(history.kase, null, press(history.now, MAX)), press(history.now, MAX)),
  note: (history) => byMax(history, (by) => note(history.kase, "A note", by)),
  plan: (history) =>
    byMax(history, (by) =>
      plan(
        history.kase,
        { kind: pick(history, NEXT_KINDS), at: new Date(history.now + history.random() * 72 * HOUR) },
        by,
      ),
    ),
  call: (history) => byMax(history, (by) => noteCall(history.kase, callOf(history), by)),
  callAndUndo: (history) => {
    const before = history.kase;
    const by = press(history.now, MAX);
    const noted = noteCall(before, callOf(history), by);
    if ("refused" in noted || noted.events.length === 0) return;
    const called = done(before, noted, by);
    const call = called.events[before.events.length]?.id ?? 0;
    const undoing = press(history.now + 1000, MAX);
    const undone = undoCall(called, call, takenIn([called]), undoing);
    if ("refused" in undone) throw new Error(undone.refused);
    history.kase = done(called, undone, undoing);
    expect(history.kase.application, "an undone call leaves nothing").toEqual(before.application);
    expect(openCall(history.kase)?.startsAt).toEqual(openCall(before)?.startsAt);
  },
  move: (history) => {
    const { status: from } = history.kase.application;
    const to = pick(history, nextStatusesOf(from).length > 0 ? nextStatusesOf(from) : STATUSES);
    const outcome = outcomesFor(to).length > 0 ? pick(history, outcomesFor(to)) : null;
    byMax(history, (by) => move(history.kase, { from, to, outcome }, by));
  },
  reopen: (history) => {
    const to = pick(history, reopenedStatuses(statusesIn(history.kase.events)));
    byMax(history, (by) => reopen(history.kase, { to, reason: "They called" }, by));
  },
  book: (history) => {
    const hour = new Date(Math.ceil(history.now / HOUR + history.random() * DAY_HOURS) * HOUR);
    const startsAt = history.random() < 0.2 ? null : hour;
    act(history, bookCall(history.kase, startsAt, { taken: takenIn([history.kase]) }, press(history.now, null)));
  },
  cancel: (history) => act(history, cancelCall(history.kase, press(history.now, null))),
  ask: (history) => introduce(history, ask, "asked"),
  yesByPhone: (history) => introduce(history, yesByPhone, "yes"),
  noByPhone: (history) => introduce(history, noByPhone, "no"),
  yes: (history) => answer(history, "yes"),
  no: (history) => answer(history, "no"),
  send: (history) => {
    const { kase, model } = history;
    const recipient = pick(history, RECIPIENTS);
    const by = press(history.now, MAX);
    const changes = send(kase, recipient, by);
    const isFree = model.said.get(recipient.id) === "yes" && !model.leads.has(recipient.id);
    expect(!("refused" in changes), `sent to ${recipient.name}: ${history.told}`).toBe(isFree);
    if (isFree) model.leads.set(recipient.id, "owed");
    act(history, changes, by);
  },
  deliver: (history) => deliver(history),
  endLink: (history) => byMax(history, (by) => endLink(history.kase, history.kase.referrals.at(-1)?.id ?? "", by)),
  namePapers: (history) => {
    const { kase, now, model } = history;
    const recipient = pick(history, RECIPIENTS);
    const papers = history.random() < 0.7 ? [pick(history, ASKED)] : [];
    const named = namePapers(kase, permissionFor(kase, recipient)?.id ?? "", papers, QUESTION);
    const isGood = askedPapers(kase.events).some(({ paper, isAccepted }) => isAccepted && paper === papers[0]);
    if (papers.length > 0 && (!isGood || model.said.get(recipient.id) !== "yes" || model.isStopped))
      expect("refused" in named || named.events.length === 0, `named: ${history.told}`).toBe(true);
    act(history, named, press(now, null));
  },
  stop: (history) => {
    act(history, stop(history.kase, { how: "page", elsewhere: false }, press(history.now, null)));
    stopIn(history);
  },
  stopInCall: (history) => {
    const by = press(history.now, MAX);
    const heard = stop(history.kase, { how: "phone", elsewhere: false }, by);
    act(history, both(callAskedToStop(history.kase, by), heard), by);
    stopIn(history);
  },
  resume: (history) => {
    const by = press(history.now, null);
    const consent = { stated: null, textsSha256: null, doubts: [], receivedAt: "", ip: null, userAgent: null };
    act(history, resume(history.kase, consent, by), by);
    if (!history.model.isByPhone) history.model.isStopped = false;
  },
  correct: (history) =>
    act(history, correctByApplicant(history.kase, { phone: "512 555 0199", email: `m${history.now}@example.com` })),
  mailComes: (history) => {
    const isAutomatic = history.random() < 0.2;
    const recipient = pick(history, [undefined, undefined, ...RECIPIENTS]);
    const by = press(history.now, null);
    const mail = { id: by.id, from: "m@example.com", text: "Hello", isCut: false, hasFiles: false };
    const who = { addresses: [], ...(recipient && { recipient }) };
    act(history, receiveMail(history.kase, { ...mail, isAutomatic }, who, by));
    const { contactStoppedAt, outcome, nextKind } = history.kase.application;
    if (!isAutomatic && !contactStoppedAt && !outcome) expect(nextKind, history.told.join(", ")).toBe("answer");
  },
  askForPapers: (history) => byMax(history, (by) => askForPapers(history.kase, [pick(history, ASKED)], by)),
  sendFile: (history) => {
    const { kase, files, now } = history;
    const paper = pick(history, ASKED);
    const file = { id: String(now), paper };
    const changes = receiveFile(kase, file, files, press(now, null));
    const asked = askedPapers(kase.events).find((each) => each.paper === paper);
    const isFree = !history.model.isStopped && kase.application.outcome === null && asked?.isAccepted === false;
    expect(!("refused" in changes), `sent ${paper}: ${history.told}`).toBe(isFree);
    if (isFree) history.files = [...files, file];
    act(history, changes);
  },
  deleteFile: (history) => {
    if (history.files.length === 0) return;
    const file = pick(history, history.files);
    act(history, deleteFile(history.kase, file, history.files, press(history.now, null)));
    history.files = history.files.filter((each) => each !== file);
  },
  notePaper: (history) => {
    const reason = pick(history, [undefined, "Too dark"]);
    const received = reason === undefined && history.random() < 0.7;
    byMax(history, (by) => notePaper(history.kase, { paper: pick(history, ASKED), received, reason }, by));
  },
  correctByMember: (history) =>
    byMax(history, (by) =>
      correctByMember(
        history.kase,
        { phone: undefined, email: `n${history.now}@example.com`, ground: "askedByPhone", reason: "They called" },
        by,
      ),
    ),
};

test(`in ${HISTORIES} histories no deed goes unsaid and no promise is forgotten`, () => {
  const random = randomFrom(seed);
  for (let index = 0; index < HISTORIES; index++) {
    const zip = ZIPS[index % ZIPS.length] ?? "";
    const isByPhone = index % 5 === 0;
    const history: History = {
      ...{ kase: (isByPhone ? newCaseByPhone : newCase)(MONDAY, { zip }), now: MONDAY, random, told: [] },
      model: { said: new Map(), leads: new Map(), isStopped: false, isByPhone },
      files: [],
    };
    for (let step = Math.ceil(random() * MOST_STEPS); step > 0; step--) {
      history.now += Math.floor(random() * 6 * HOUR);
      const name = pick(history, Object.keys(STEPS));
      history.told.push(name);
      const before = history.kase;
      STEPS[name]?.(history);
      const complaint = complaintAbout(before, history);
      if (complaint) expect.fail(`${complaint}. SEED=${seed}, history ${index}: ${history.told.join(", ")}`);
    }
  }
});

test("after a stop or the end nothing is planned, booked or owed", () => {
  const by = press(MONDAY, MAX);
  const [lender] = RECIPIENTS;
  if (!lender) throw new Error();
  let kase = newCase(MONDAY);
  const apply = (changes: Changes | Refused) => {
    if ("refused" in changes) throw new Error(changes.refused);
    kase = done(kase, changes, by);
  };
  apply(plan(kase, { kind: "write", at: new Date(MONDAY + HOUR) }, by));
  apply(bookCall(kase, null, { taken: [] }, press(MONDAY, null)));
  apply(yesByPhone(kase, lender, QUESTION, by));
  apply(send(kase, lender, by));
  apply(stop(kase, { how: "phone", elsewhere: false }, by));
  expect(kase.application).toMatchObject({ nextKind: null, nextAt: null });
  expect(openCall(kase)).toBeNull();
  expect(kase.permissions.map(({ state }) => state)).toEqual(["withdrawn"]);
  expect(kase.mails.filter(({ status }) => status === "owed")).toEqual([]);
});

test("to merge two cases and to split them again is nothing", () => {
  const random = randomFrom(seed);
  for (let index = 0; index < HISTORIES / 10; index++) {
    const history: History = {
      ...{ kase: newCase(MONDAY), now: MONDAY, random, told: [] },
      model: { said: new Map(), leads: new Map(), isStopped: false, isByPhone: false },
      files: [],
    };
    for (let step = 0; step < 6; step++) STEPS[pick(history, HARMLESS)]?.(history);
    const [main, other] = [newCase(MONDAY), history.kase];
    const by = press(history.now + 1, MAX);
    const merged = merge(main, other, false, by);
    if ("refused" in merged) continue;
    const [one, two] = [done(main, merged.main, by), done(other, merged.other, by)];
    expect(two.application).toMatchObject({ status: "duplicate", mergedInto: one.application.id });
    const { emailSetBy, reachedEmail } = other.application;
    expect(two.application, "an address is the applicant's as far as it was").toMatchObject({
      emailSetBy,
      reachedEmail,
    });
    const again = press(history.now + 2, MAX);
    const parted = split(one, two, { taken: takenIn([one, two]) }, again);
    if ("refused" in parted) throw new Error(parted.refused);
    const [first, second] = [done(one, parted.main, again), done(two, parted.other, again)];
    expect(first.application).toEqual(main.application);
    expect(second.application).toEqual(other.application);
    expect(openCall(second)?.startsAt).toEqual(openCall(other)?.startsAt);
  }
});

const HARMLESS = ["claim", "note", "plan", "call", "move", "book", "ask", "correctByMember", "mailComes"];

/** What is wrong after a step; null if nothing. */
function complaintAbout(before: Case, { kase, model, files, now }: History) {
  const { application } = kase;
  const { zip, status, contactStoppedAt, outcome, nextKind, nextAt } = application;
  const isOver = contactStoppedAt !== null || outcome !== null;
  if (model.isStopped !== (contactStoppedAt !== null)) return "stopped or not, against what was said";
  const isPlannedNow = nextKind === "call" && nextAt !== null && nextAt !== before.application.nextAt;
  if (isPlannedNow && !mayBeCalledThroughout(zip, nextAt, new Date(nextAt.getTime() + 1)))
    return "a call at a forbidden hour";
  const call = openCall(kase);
  const isBookedNow = call?.id === openCall(before)?.id ? null : call?.startsAt;
  if (isBookedNow && !mayBeCalledThroughout(zip, isBookedNow, new Date(isBookedNow.getTime() + HOUR)))
    return "a booked call at a forbidden hour";
  if (kase.appointments.filter(({ endedAt }) => endedAt === null).length > 1) return "two open calls";
  if (isOver && (call || nextAt)) return "something is booked or planned that should have ended";
  if (!isOver && !nextActionOf(application, new Date(now))) return "an open case without a next action";
  const [was, is] = [STATUSES.indexOf(before.application.status), STATUSES.indexOf(status)];
  if (is < was && kase.events.at(-1)?.event.kind !== "reopened") return "a status went back";
  if (isClosed(status) !== (outcome !== null)) return "closed without an outcome, or the other way around";
  if (contactStoppedAt && kase.mails.some(({ kind, status }) => status === "owed" && MAILS[kind].endsWithStop))
    return "mail to somebody who asked us to stop";
  for (const { paper, receivedAt, isAccepted } of askedPapers(kase.events)) {
    const sent = files.filter((file) => file.paper === paper).length;
    if (receivedAt && !isAccepted && sent < filesOf(paper, kase.answers)) return `${paper} came, and is not there`;
  }
  for (const recipient of RECIPIENTS) {
    const state = permissionFor(kase, recipient)?.state;
    const said = model.said.get(recipient.id);
    if (state !== "yes" && permissionFor(kase, recipient)?.papers.length) return "documents named without a yes";
    if ((state === "withdrawn" ? "no" : state) !== said)
      return `${state} to ${recipient.name}, about whom was said ${said}`;
  }
  if (model.isByPhone && kase.events.some(({ event }) => isAgreedOnPage(event)))
    return "agreed to by whoever has the link, although a member typed the address";
  return kase.version === kase.events.length ? null : "a version for each event";
}

function isAgreedOnPage(event: CaseEvent) {
  return (
    event.kind === "papersNamed" ||
    event.kind === "contactResumed" ||
    (event.kind === "permissionGiven" && event.how === "page")
  );
}

/** Sends owed mail like the writers: a lead only if its yes still counts. */
function deliver(history: History) {
  const { kase, model } = history;
  const owed = kase.mails.filter(({ status }) => status === "owed");
  if (owed.length === 0) return;
  const mail = pick(history, owed);
  const referral = kase.referrals.find(({ id }) => id === mail.subjectId);
  if (referral && mail.kind !== "permissionWithdrawn") {
    expect(model.said.get(referral.recipientId), history.told.join(", ")).toBe("yes");
    expect(model.isStopped, history.told.join(", ")).toBe(false);
    model.leads.set(referral.recipientId, "arrived");
  }
  const sent = { ...mail, status: "sent" as const, sentAt: new Date(history.now), neverLeft: false };
  history.kase = { ...kase, mails: kase.mails.map((each) => (each === mail ? sent : each)) };
}

function introduce(history: History, deed: typeof ask, said: Said) {
  const recipient = pick(history, RECIPIENTS);
  if (history.kase.application.contactStoppedAt || history.kase.application.outcome) return;
  const by = press(history.now, MAX);
  const changes = deed(history.kase, recipient, QUESTION, by);
  const before = history.model.said.get(recipient.id);
  const mayBe = said !== "asked" || !history.model.isByPhone;
  const isFree =
    said === "no" ? before !== "no" : (before === undefined && mayBe) || (said === "yes" && before === "asked");
  expect(!("refused" in changes), `${said} after ${before}: ${history.told}`).toBe(isFree);
  if (isFree) say(history, recipient.id, said);
  act(history, changes, by);
}

/** A new answer ends what was sent on the one before. */
function say({ model }: History, recipientId: string, said: Said) {
  if (model.said.get(recipientId) !== said) model.leads.delete(recipientId);
  model.said.set(recipientId, said);
}

/** A stop ends each question, and each yes whose lead has not arrived. */
function stopIn(history: History) {
  const { model } = history;
  if (model.isStopped) return;
  model.isStopped = true;
  for (const [id, said] of model.said) {
    if (said === "asked" || (said === "yes" && model.leads.get(id) !== "arrived")) say(history, id, "no");
  }
}

function answer(history: History, decision: "yes" | "no") {
  const recipient = pick(history, RECIPIENTS);
  const permission = permissionFor(history.kase, recipient);
  if (!permission) return;
  const changes = answerOnPage(history.kase, permission.id, decision, press(history.now, null));
  const { contactStoppedAt, outcome } = history.kase.application;
  const isNews = history.model.said.get(recipient.id) !== decision;
  const isFree = decision === "no" || !isNews || (!contactStoppedAt && !outcome && !history.model.isByPhone);
  expect(!("refused" in changes), `${decision}: ${history.told}`).toBe(isFree);
  if (isFree) say(history, recipient.id, decision);
  act(history, changes);
}

function callOf(history: History) {
  const outcome = pick(
    history,
    CALL_OUTCOMES.filter((each) => each !== "askedToStop"),
  );
  return {
    outcome,
    callAt: outcome === "askedToCallAt" ? new Date(history.now + history.random() * 48 * HOUR) : undefined,
  };
}

function byMax(history: History, deed: (by: ReturnType<typeof press> & { by: typeof MAX }) => Changes | Refused) {
  const by = press(history.now, MAX);
  act(history, deed(by as Parameters<typeof deed>[0]), by);
}

/** Does a deed unless it is refused. */
function act(history: History, changes: Changes | Refused, by: Press = press(history.now, null)) {
  if (!("refused" in changes)) history.kase = done(history.kase, changes, by);
}

function pick<Item>({ random }: Pick<History, "random">, items: readonly Item[]) {
  return items[Math.floor(random() * items.length)] as Item;
}
