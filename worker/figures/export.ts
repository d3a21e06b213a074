import { eq, gt, sql } from "drizzle-orm";
import { type Database, isOneOf, retried } from "../../db/database.ts";
import { nextKindLabels } from "../../db/model/case/next-action.ts";
import { outcomeLabels, statusLabels } from "../../db/model/case/status.ts";
import type { RecipientKind } from "../../db/model/directory/recipient-kind.ts";
import { FIELDS, type Field, questions } from "../../db/model/form/application.ts";
import type { RecipientAnswer } from "../../db/model/introductions/referral.ts";
import { recipientAnswerLabels } from "../../db/model/introductions/referral.ts";
import { versionInWords } from "../../db/model/introductions/routing.ts";
import { languageNames } from "../../db/model/language-names.ts";
import { LEADS } from "../../db/model/mail/mail.ts";
import { ATTRIBUTES } from "../../db/model/site/source.ts";
import { fileTime } from "../../db/model/time/time-for-staff.ts";
import { applications, lenders, outbox, referrals, users } from "../../db/schema.ts";
import { neverLeft } from "../case/store.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";

/** Rows in memory at a time. A call may ask D1 1,000 times, so it can export 2,000,000 applications. */
const PAGE = 2000;

interface Sent {
  kind: RecipientKind;
  name: string;
  at: number;
  answer: RecipientAnswer | null;
  answeredAt: number | null;
}

/** The condition of a lead that never left and never will. The plus keeps SQLite from walking all dropped mails for each. */
const isUnsent = sql`${isOneOf(outbox.kind, LEADS)} and +${outbox.status} = 'dropped' and ${neverLeft}`;
/** The recipients of each application, without leads that never left. */
const sent = sql<Sent[]>`(select json_group_array(json_object('kind', kind, 'name', recipientName, 'at', createdAt,
  'answer', answer, 'answeredAt', answeredAt)) from ${referrals} where applicationId = applications.id
  and not exists (select 1 from ${outbox} where ${eq(outbox.subjectId, referrals.id)} and ${isUnsent}))`.mapWith(
  JSON.parse,
);

function page(db: Database, after: number) {
  return db
    .select({ application: applications, owner: users.username, referrals: sent })
    .from(applications)
    .leftJoin(users, sql`${users.id} = ${applications.ownerId}`)
    .where(gt(applications.number, after))
    .orderBy(applications.number)
    .limit(PAGE);
}
type Row = Awaited<ReturnType<typeof page>>[number] & { suggested: (string | undefined)[] };

const columns: [title: string, cell: (row: Row) => unknown][] = [
  ["Application", ({ application }) => application.id],
  ["Received (Central Time)", ({ application }) => application.createdAt],
  ["Status", ({ application }) => statusLabels[application.status]],
  ["Outcome", ({ application: { outcome } }) => outcome && outcomeLabels[outcome]],
  ["Owner", ({ owner }) => owner],
  ["Next action", ({ application: { nextKind } }) => nextKind && nextKindLabels[nextKind]],
  ["Next action, note", ({ application }) => application.nextNote],
  ["Next action, at (Central Time)", ({ application }) => application.nextAt],
  ["Forecast", ({ application }) => application.scoresForecast],
  ...[0, 1, 2].map((place): (typeof columns)[number] => [
    `suggestedLender${place + 1}`,
    ({ suggested }) => suggested[place],
  ]),
  ["suggestionVersion", ({ application: { routedWith } }) => (routedWith ? versionInWords(routedWith) : "")],
  ["Flags", ({ application }) => application.flagsJson?.map(({ note }) => note).join("; ")],
  ["Language", ({ application }) => languageNames[application.language]],
  ["Metro", ({ application }) => application.metro ?? "Outside Texas"],
  ["Counted under", ({ application }) => application.source],
  ...ATTRIBUTES.map((name): (typeof columns)[number] => [name, ({ application }) => application.attribution[name]]),
  ["First page", ({ application }) => application.attribution.page],
  ...FIELDS.map((field: Field): (typeof columns)[number] => [
    questions[field].label(),
    ({ application }) => application[field],
  ]),
  ["Sent to", ({ referrals }) => referrals.map(inWords).join("; ")],
  ["Asked us to stop (Central Time)", ({ application }) => application.contactStoppedAt],
];

/** 'Hill Country Motors (dealer) 2026-11-21 14:31:00, answered 2026-11-22 09:05:00: approved'. */
function inWords({ kind, name, at, answer, answeredAt }: Sent) {
  const first = `${name} (${kind}) ${fileTime(at)}`;
  if (!answer) return first;
  return `${first}, answered${answeredAt ? ` ${fileTime(answeredAt)}` : ""}: ${recipientAnswerLabels[answer].toLowerCase()}`;
}

/** All applications as CSV, page by page. An application whose applicant asked us to stop has no phone, e-mail or plan. */
export async function* exportParts(db: Database) {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title));
  const names = await retried(() => db.select({ id: lenders.id, name: lenders.name }).from(lenders));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await retried(() => page(db, after));
    const lines = rows.map((row) => {
      const suggested = (row.application.suggestedLenders ?? []).map((id) => nameOf.get(id));
      return csvLine(columns.map(([, cell]) => cell(withoutStopped({ ...row, suggested }))));
    });
    yield lines.join("");
    after = rows.at(-1)?.application.number ?? after;
    isMore = rows.length === PAGE;
  }
}

function withoutStopped(row: Row): Row {
  if (!row.application.contactStoppedAt) return row;
  const hidden = { phone: "", email: "", nextKind: null, nextNote: null, nextAt: null };
  return { ...row, application: { ...row.application, ...hidden } };
}
