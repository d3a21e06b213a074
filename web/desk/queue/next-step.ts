import { isClosed, isIn, type Status } from "../../../db/model/case/status.ts";

/** The parts of a case where members work, by the ids of their headings. */
export const WORK_PARTS = [
  "calls",
  "next",
  "received-papers",
  "sending",
  "letters",
  "status",
  "new-note",
  "owner",
] as const;
export type WorkPart = (typeof WORK_PARTS)[number];

/** The part where work on an application with this status continues. */
export function nextStepOf(status: Status): WorkPart {
  if (isIn("waiting", status)) return "calls";
  const isWithSomebody = status === "with_lender" || status === "introduced";
  return isWithSomebody || isClosed(status) ? "status" : "sending";
}
