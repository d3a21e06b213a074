import type { Case } from "./case.ts";
import { type CaseEvent, EVIDENCE_KINDS, type Evidence, type EvidenceEvent } from "./case-event.ts";

/** The evidence of what the applicant agreed to and took back after applying, oldest first. */
export function evidenceIn({ events }: Case) {
  return events.flatMap(({ id, at, userId, event }) =>
    isEvidence(event) ? [{ id, at, userId, event: shown(event) }] : [],
  );
}

function isEvidence(event: CaseEvent): event is Evidence {
  return EVIDENCE_KINDS.includes(event.kind);
}

/** Without staff's internal words. */
function shown(event: Evidence): EvidenceEvent {
  if (event.kind !== "corrected") return event;
  return { ...event, grounds: event.grounds && { ground: event.grounds.ground } };
}
