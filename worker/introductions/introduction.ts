import { and, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { type Database, database } from "../../db/database.ts";
import type { Case, Changes, MemberPress, Refused } from "../../db/model/case/case.ts";
import type { AnswerByPhone, Introduction } from "../../db/model/case/case-event.ts";
import { introductionConsent } from "../../db/model/consent/consent.ts";
import type { RecipientKind } from "../../db/model/directory/recipient-kind.ts";
import { ask, noByPhone, send, yesByPhone } from "../../db/model/introductions/introduction.ts";
import { type Decision, introductionWords, type Question } from "../../db/model/introductions/permission.ts";
import { type Entry, type Recipient, recipientOf, UNKNOWN_RECIPIENT } from "../../db/model/introductions/recipient.ts";
import { dealers, lenders } from "../../db/schema.ts";
import { actOnCase } from "../case/act.ts";
import { answer, caseIn, pressOf } from "../case/by-member.ts";
import type { DeskContext } from "../env.ts";
import { sha256 } from "../hash.ts";
import { refuse } from "../http/body.ts";
import { inLanguage } from "../http/language.ts";

type Wanted = z.output<typeof Introduction>;
type Deed = (kase: Case, recipient: Recipient, press: MemberPress) => Promise<Changes | Refused> | Changes | Refused;

/** Asks the applicant on the results page, and mails a link to it (db/model/introductions/introduction.ts). */
export function askPermission(c: DeskContext, wanted: Wanted) {
  return introduce(c, wanted, async (kase, recipient, press) =>
    ask(kase, recipient, await questionOf(kase, recipient), press),
  );
}

/** Records an answer given over the phone. Refused if the words read out are not today's, in the applicant's language. */
export function recordByPhone(c: DeskContext, { words, decision, ...wanted }: z.output<typeof AnswerByPhone>) {
  return introduce(c, { ...wanted, decision }, async (kase, recipient, press) => {
    const question = await questionOf(kase, recipient);
    if (words !== question.words) {
      return { refused: "The words to read out have changed meanwhile. Please read the new ones." };
    }
    return (decision === "yes" ? yesByPhone : noByPhone)(kase, recipient, question, press);
  });
}

/** Sends the application to this recipient. */
export function sendTo(c: DeskContext, wanted: Wanted) {
  return introduce(c, wanted, send);
}

async function introduce(c: DeskContext, wanted: Wanted & { decision?: Decision }, deed: Deed) {
  const press = pressOf(c);
  const done = await actOnCase(c, caseIn(c), {
    press,
    also: { entry: entryOf(database(c.env.DB), wanted) },
    decide: (kase, { entry: [entry] }) => {
      const recipient = recipientOf(kase, entry && ({ kind: wanted.kind, ...entry } as Entry), wanted, press.by);
      return "refused" in recipient ? recipient : deed(kase, recipient, press);
    },
  });
  if (done && "refused" in done && done.refused === UNKNOWN_RECIPIENT) return refuse(c, 400, done.refused);
  return answer(c, done);
}

/** Finds an active lender or dealer. */
function entryOf(db: Database, { kind, recipientId }: { kind: RecipientKind; recipientId: string }) {
  const table = kind === "dealer" ? dealers : lenders;
  return db
    .select()
    .from(table)
    .where(and(eq(table.id, recipientId), eq(table.isActive, true)));
}

/** The question in its present words, in the applicant's language. */
async function questionOf({ application }: Case, { kind, name }: Recipient): Promise<Question> {
  const { textId, words } = inLanguage(application.language, () => ({
    textId: introductionConsent().id,
    words: introductionWords(kind, name),
  }));
  return { textId, words, wordsSha256: await sha256(words) };
}
