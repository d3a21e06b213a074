import { FIELDS } from "../../db/model/form/application.ts";
import type { ApplicationForm } from "../../db/model/form/submission.ts";
import type { applications } from "../../db/schema.ts";

/** The answers in a stored row, for the model: absent, not null, if not asked. Choices were checked when stored. */
export function storedAnswers(row: typeof applications.$inferSelect) {
  const given = FIELDS.filter((field) => row[field] !== null).map((field) => [field, row[field]]);
  return Object.fromEntries(given) as ApplicationForm;
}
