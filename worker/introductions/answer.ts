import { database } from "../../db/database.ts";
import type { Case } from "../../db/model/case/case.ts";
import { papersConsent } from "../../db/model/consent/consent.ts";
import { answerOnPage } from "../../db/model/introductions/introduction.ts";
import { namePapers, papersWords } from "../../db/model/introductions/named-papers.ts";
import type { Decision } from "../../db/model/introductions/permission.ts";
import type { Paper } from "../../db/model/papers/papers.ts";
import type { Caller } from "../case/act.ts";
import { actOnReference } from "../case/by-applicant.ts";
import { sha256 } from "../hash.ts";
import { inLanguage } from "../http/language.ts";
import { countStatements } from "../http/limits.ts";

/** Records the applicant's answer to an introduction. Null: unknown reference; `unknown`: unknown permission. */
export function decide(c: Caller, ref: string, id: string, decision: Decision) {
  return actOnReference(c, ref, {
    limits: (kase) => (decision === "yes" ? countYes(c, kase) : Promise.resolve([])),
    decide: (kase, press) => answerOnPage(kase, id, decision, press),
  });
}

/** Records which documents this introduction may show. Null: unknown reference; `unknown`: unknown permission. */
export function showPapers(c: Caller, ref: string, id: string, papers: Paper[]) {
  return actOnReference(c, ref, {
    limits: (kase) => (papers.length > 0 ? countYes(c, kase) : Promise.resolve([])),
    decide: async (kase) => {
      const recipientName = kase.permissions.find((each) => each.id === id)?.recipientName ?? "";
      const question = papersQuestion(kase, recipientName, papers);
      return namePapers(kase, id, papers, { ...question, wordsSha256: await sha256(question.words) });
    },
  });
}

/** The question about these documents in its present words, in the applicant's language. */
export function papersQuestion({ application }: Pick<Case, "application">, recipientName: string, papers: Paper[]) {
  return inLanguage(application.language, () => ({
    textId: papersConsent().id,
    words: papersWords(recipientName, papers),
  }));
}

function countYes(c: Caller, { application }: Case) {
  return countStatements(c, database(c.env.DB), "yes", { who: application.id });
}
