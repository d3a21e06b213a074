import { expect, test } from "vitest";
import { resume } from "../../../db/model/contact/stop.ts";
import { RECIPIENT_KINDS } from "../../../db/model/directory/recipient-kind.ts";
import { FIELDS } from "../../../db/model/form/application.ts";
import {
  answerOnPage,
  ask,
  noByPhone,
  send,
  takenBackByStop,
  yesByPhone,
} from "../../../db/model/introductions/introduction.ts";
import { namesOf } from "../../../db/model/introductions/named-fields.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { type Entry, fitOfDealer, type Recipient, recipientOf } from "../../../db/model/introductions/recipient.ts";
import { answerOfRecipient } from "../../../db/model/introductions/recipient-answer.ts";
import { FIELD_LISTS, fieldListName, fieldsIn, fieldsSentTo } from "../../../db/model/introductions/referral.ts";
import type { Member } from "../../../db/model/staff/member.ts";
import { sha256 } from "../../../worker/hash.ts";
import { inLanguage } from "../../../worker/http/language.ts";
import { type Act, CLOSE, DANA, happenedIn, MAX, owedIn, press, QUESTION, STOP, story } from "./world.ts";

/** Who may get an application, by what the applicant said last. */

const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");
const NAME = "Hill Country Motors";
const HILL: Recipient = { kind: "dealer", id: "hill", name: NAME, address: "leads@dealer.example.com", reason: null };

const asks =
  (to = HILL): Act =>
  (kase, by) =>
    ask(kase, to, QUESTION, by);
const phones =
  (deed: typeof yesByPhone, to = HILL): Act =>
  (kase, by) =>
    deed(kase, to, QUESTION, by);
const sends =
  (to = HILL): Act =>
  (kase, by) =>
    send(kase, to, by);
const answers =
  (decision: "yes" | "no"): Act =>
  (kase, by) =>
    answerOnPage(kase, kase.permissions.at(-1)?.id ?? "", decision, by);

const DEEDS: Record<string, [Member | null, Act]> = {
  ask: [MAX, asks()],
  phoneYes: [MAX, phones(yesByPhone)],
  phoneNo: [MAX, phones(noByPhone)],
  yes: [null, answers("yes")],
  no: [null, answers("no")],
  send: [MAX, sends()],
  stop: STOP,
  resume: [null, (kase, by) => resume(kase, {} as Parameters<typeof resume>[1], by)],
  close: CLOSE,
};

/** The case after these deeds. 'arrive' means that all owed mail goes out. */
function after(deeds: string) {
  const told = story(MONDAY);
  for (const name of deeds.split(" ").filter(Boolean)) {
    if (name === "arrive") told.mailIsSent();
    else expect(does(told, name), `${name} of ${deeds}`).toBeNull();
  }
  return told;
}

function does(told: ReturnType<typeof story>, name: string) {
  const [by, act] = DEEDS[name] ?? [null, () => ({ refused: `no deed: ${name}` })];
  return told.does(by, act);
}

const UNASKED = `Nothing goes to ${NAME} without the applicant’s yes. Ask first.`;
const OPEN = `The applicant has not answered yet about ${NAME}.`;
const ASKED = `The applicant was asked about ${NAME} already.`;
const SAID_YES = `The applicant has said yes to ${NAME} already.`;
const SAID_NO = `The applicant said no to ${NAME}. Only they can change that, on their results page.`;
const TOOK_BACK = `The applicant took back the permission for ${NAME}. Only they can give it again, on their results page.`;
const SENT = `This application was sent to ${NAME} before.`;

/** The deeds so far, and what each next deed leads to: the applicant's last word, or why it is refused. */
test.each([
  ["", "asked", "yes", "no", "unknown", "unknown", UNASKED],
  ["ask", ASKED, "yes", "no", "yes", "no", OPEN],
  ["ask yes", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", "yes"],
  ["phoneYes", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", "yes"],
  ["ask yes send", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", SENT],
  ["ask yes send arrive stop", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", SENT],
  ["ask no", SAID_NO, SAID_NO, SAID_NO, "yes", "no", SAID_NO],
  ["phoneNo", SAID_NO, SAID_NO, SAID_NO, "yes", "no", SAID_NO],
  ["ask yes no", SAID_NO, SAID_NO, TOOK_BACK, "yes", "withdrawn", TOOK_BACK],
  ["ask yes send no", SAID_NO, SAID_NO, TOOK_BACK, "yes", "withdrawn", TOOK_BACK],
  ["ask yes send no yes", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", "yes"],
  ["phoneNo yes", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", "yes"],
  ["ask stop resume", SAID_NO, SAID_NO, TOOK_BACK, "yes", "withdrawn", TOOK_BACK],
  ["ask yes stop", SAID_NO, SAID_NO, TOOK_BACK, "stopped", "withdrawn", TOOK_BACK],
  ["ask close", ASKED, "yes", "no", "closed", "no", OPEN],
  ["ask yes close", SAID_YES, SAID_YES, "withdrawn", "yes", "withdrawn", "yes"],
])("after '%s' each deed ends as it should", (deeds, ...expected) => {
  const ends = ["ask", "phoneYes", "phoneNo", "yes", "no", "send"].map((name) => {
    const told = after(deeds);
    return does(told, name) ?? told.kase.permissions.at(-1)?.state;
  });
  expect(ends).toEqual(expected);
});

test.each([
  ["ask yes", "max Asked, applicant Given", "permissionRequest", "yes page"],
  ["ask yes yes no no", "max Asked, applicant Given, applicant Withdrawn", "permissionRequest", "withdrawn page"],
  ["ask no no yes", "max Asked, applicant Refused, applicant Given", "permissionRequest", "yes page"],
  ["phoneYes send", "max Given", "permissionByPhone dealerLead", "yes phone"],
  ["phoneYes send phoneNo", "max Given, max Withdrawn", "permissionByPhone refusalByPhone", "withdrawn phone"],
  ["phoneNo", "max Refused", "refusalByPhone", "no phone"],
  ["ask yes send no", "max Asked, applicant Given, applicant Withdrawn", "permissionRequest", "withdrawn page"],
  ["ask stop", "max Asked", "", "withdrawn stop"],
  ["ask yes stop", "max Asked, applicant Given", "", "withdrawn stop"],
  ["ask yes send stop", "max Asked, applicant Given", "", "withdrawn stop"],
  ["ask yes send arrive stop", "max Asked, applicant Given", "", "yes page"],
  ["ask no stop", "max Asked, applicant Refused", "", "no page"],
])("after '%s' the timeline says who said what", (deeds, said, mails, state) => {
  const { kase } = after(deeds);
  const about = happenedIn(kase).filter((each) => each.includes("permission"));
  expect(about.map((each) => each.replace("permission", "")).join(", ")).toBe(said);
  expect(
    owedIn(kase)
      .slice(deeds.includes("stop") ? 0 : 1)
      .join(" "),
    "after the confirmation",
  ).toBe(mails);
  expect(kase.permissions.map((each) => `${each.state} ${each.how}`)).toEqual([state]);
});

test("each answer keeps its words, who recorded it, and a later time", () => {
  const { kase } = after("phoneYes");
  const evidence = { recipientId: "hill", recipientName: NAME, ...QUESTION, how: "phone" };
  expect(kase.events[0]?.event).toEqual({ kind: "permissionGiven", ...evidence });
  expect(kase.permissions).toMatchObject([{ ...QUESTION, recordedBy: "max", askedBy: "max" }]);
  const [yes] = kase.permissions;
  const no = noByPhone(kase, HILL, { ...QUESTION, words: "May we still?" }, press(MONDAY - 60_000, MAX));
  if ("refused" in no || !yes?.decidedAt) throw new Error();
  expect(no.events).toMatchObject([{ words: "May we still?" }]);
  expect(no.permissions).toMatchObject([{ words: QUESTION.words, decidedAt: new Date(yes.decidedAt.getTime() + 1) }]);
  expect(no.takenBack).toEqual(no.permissions);
  expect(takenBackByStop(after("ask").kase, press(MONDAY, null)).takenBack).toHaveLength(1);
});

test("a yes counts only for the name and fields it was about", () => {
  const renamed = { ...HILL, name: "Fast Cash" };
  const yes = after("ask yes");
  expect(yes.does(MAX, sends(renamed))).toBe("Nothing goes to Fast Cash without the applicant’s yes. Ask first.");
  expect(yes.does(MAX, asks(renamed))).toBeNull();
  expect(yes.does(MAX, sends(renamed)), "who is now asked about").toMatch(/not answered yet/);
  expect(yes.does(MAX, sends({ ...HILL, address: "moved@dealer.example.com" }))).toBeNull();
  expect(yes.kase.referrals).toMatchObject([{ recipientAddress: "moved@dealer.example.com" }]);

  const toOthers = (deeds: string) => {
    const told = after(deeds);
    told.kase.permissions = told.kase.permissions.map((each) => ({ ...each, fields: ["fullName"] }));
    return told;
  };
  expect(does(toOthers("ask yes"), "send")).toBe(UNASKED);
  expect(does(toOthers("ask yes"), "ask"), "they can be asked about today's").toBeNull();
  for (const told of [toOthers("ask no"), after("ask no")]) {
    for (const deed of [asks(renamed), phones(yesByPhone, renamed)]) {
      expect(told.does(MAX, deed)).toMatch(/^The applicant said no to Fast Cash/);
    }
  }
});

const ENTRY = {
  kind: "dealer",
  id: "hill",
  name: NAME,
  leadAddress: HILL.address,
  metro: "San Antonio",
  firmOrder: 1,
  isByLink: false,
} satisfies Entry;
const FAR: Entry = { ...ENTRY, metro: "Houston" };
const MISFIT = `${NAME} does not fit this application (In Houston, the applicant lives in San Antonio). Say why it should be this one.`;

test.each([
  ["whoever fits needs no reason, and none is kept", "", MAX, ENTRY, { reason: "I like them" }, null],
  ["whoever does not fit needs one", "", MAX, FAR, {}, MISFIT],
  ["and it is kept", "", MAX, FAR, { reason: "They work there" }, "They work there"],
  ["a no needs none", "", MAX, FAR, { decision: "no" }, null],
  ["only whoever works on it chooses", "", DANA, ENTRY, {}, "Claim this application first."],
  ["nobody after a stop", "stop", MAX, ENTRY, {}, "The applicant asked us to stop, so nothing can be sent to anybody."],
  [
    "not even a no",
    "stop",
    MAX,
    ENTRY,
    { decision: "no" },
    "The applicant asked us to stop, so nothing can be sent to anybody.",
  ],
  ["nobody once it is closed", "close", MAX, ENTRY, {}, "This application is closed."],
  ["nobody who is not in the directory", "", MAX, undefined, {}, "Choose a lender or dealer from the directory."],
] as const)("of recipients: %s", (_, deeds, member, entry, wanted, expected) => {
  const found = recipientOf(after(deeds).kase, entry, wanted, member);
  if ("refused" in found) expect(found.refused).toBe(expected);
  else expect(found).toEqual({ ...HILL, reason: expected });
});

test("the timeline has the reason for choosing one that does not fit", () => {
  const far = { ...HILL, reason: "They work there" };
  for (const [deeds, act, action] of [
    ["", asks(far), "askPermission"],
    ["", phones(yesByPhone, far), "recordPermission"],
    ["ask yes", sends(far), "send"],
    ["", phones(noByPhone, far), null],
  ] as const) {
    const { kase } = after(deeds);
    const changes = act(kase, press(MONDAY, MAX));
    if ("refused" in changes) throw new Error(changes.refused);
    const reasons = changes.events.flatMap((event) => (event.kind === "unsuitableChosen" ? event.reason : []));
    expect(reasons).toEqual(action ? ["They work there"] : []);
    expect(changes.audit ?? []).toEqual(action ? [{ action, old: null, new: { recipient: NAME } }] : []);
  }
});

test.each([
  ["San Antonio", "78205", true, "In San Antonio, where the applicant lives"],
  ["Austin", "78205", false, "In Austin, the applicant lives in San Antonio"],
  ["San Antonio", "79936", false, "In San Antonio, the applicant lives elsewhere in Texas"],
  ["Elsewhere in Texas", "79936", true, "Elsewhere in Texas, as the applicant: check how far"],
  ["Elsewhere in Texas", "77001", false, "Elsewhere in Texas, the applicant lives in Houston"],
  ["Austin", "10001", true, "The ZIP code is in no metro"],
])("a dealer in %s fits ZIP code %s or not, with reason", (metro, zip, isSuitable, reason) => {
  expect(fitOfDealer(metro, zip)).toMatchObject({ isSuitable, findings: [{ meets: isSuitable, reason }] });
});

test("only the last answer of a recipient who got the application counts", () => {
  const noted = (answer: "approved" | "needsMore", id?: string): Act => {
    return (kase, by) => answerOfRecipient(kase, id ?? kase.referrals[0]?.id ?? "", answer, by);
  };
  const told = after("ask yes send");
  for (const answer of ["needsMore", "needsMore", "approved"] as const)
    expect(told.does(MAX, noted(answer))).toBeNull();
  expect(told.kase.referrals).toMatchObject([{ answer: "approved", answerBy: "max" }]);
  expect(happenedIn(told.kase).filter((each) => each === "max recipientAnswered")).toHaveLength(2);
  expect(told.kase.application.status, "an answer closes nothing").toBe("submitted");
  expect(told.does(DANA, noted("approved"))).toBe("Claim this application first.");
  expect(told.does(MAX, noted("approved", "x"))).toBe("This application was not sent to them.");
  expect(after("ask yes send no").does(MAX, noted("approved"))).toBe(`The application never left for ${NAME}.`);
  expect(after("ask yes send arrive no").does(MAX, noted("approved"))).toBeNull();
});

test("the question names exactly what is sent, in plain words", () => {
  for (const language of ["en", "es"] as const) {
    for (const kind of RECIPIENT_KINDS) {
      const { words, names, named } = inLanguage(language, () => ({
        words: introductionWords(kind, "Oak"),
        names: namesOf(fieldsSentTo[kind]),
        named: FIELDS.filter((field) => namesOf(fieldsSentTo[kind]).includes(namesOf([field]))),
      }));
      expect(words).toContain(names);
      expect(named.toSorted(), `${kind}, ${language}`).toEqual([...fieldsSentTo[kind]].toSorted());
    }
  }
  expect(introductionWords("lender", "Oak")).toContain(
    "send your name, contact details, job and income, housing, down payment, and purchase plans to Oak, a lender?",
  );
  expect(introductionWords("dealer", "Oak")).toContain("to Oak, a dealer?");
});

/** All published lists. Add lines, but never change or remove one, because permissions and leads name these lists. */
const published = {
  "dealer-1": "c02654cf68a00dc7d9395d36644640a228c0e931f2648dd3a3f7d016d5139936",
  "lender-1": "baa032dd1b0bf62fba480f2c5584033a5262503750a112b4b1d186b979eaf997",
};

test("a list of answers that was published never changes", async () => {
  const hashes = Object.entries(FIELD_LISTS).map(async ([name, list]) => [name, await sha256(list.join())]);
  expect(Object.fromEntries(await Promise.all(hashes))).toEqual(published);
  for (const list of [...Object.values(FIELD_LISTS), ["fullName", "zip"] as const]) {
    expect(fieldsIn(fieldListName([...list]))).toEqual(list);
  }
  expect(fieldsIn(JSON.stringify(fieldsSentTo.lender))).toEqual(fieldsSentTo.lender);
});
