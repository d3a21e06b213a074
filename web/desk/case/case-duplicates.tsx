import type { ReactNode } from "react";
import { statusLabels } from "../../../db/model/case/status.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Case } from "../api.ts";
import { ActionButton } from "../parts/action-form.tsx";
import { Fold } from "../parts/part.tsx";

const HEADING = "duplicates";

/** Possible duplicates, and applications that were merged into this one. */
export function CaseDuplicates({ application }: { application: Case }) {
  const { id, duplicates, merged, mergedInto, workRefusal } = application;
  return (
    <Fold id={HEADING} title="Same person?" note={noteOf(application)}>
      {mergedInto && <p>This application was merged into another one.</p>}
      {!mergedInto && duplicates.length + merged.length === 0 && (
        <p>No other application has this phone, email, or name and ZIP code.</p>
      )}
      <ul className="grid gap-3">
        {merged.map((each) => (
          <li key={each.id}>
            Merged into this one: <CaseLink id={each.id}>{each.spokenReference}</CaseLink>, sent{" "}
            {shortTime(each.createdAt)}.{" "}
            {!workRefusal && (
              <ActionButton
                look="quiet"
                act={() => call("POST /desk/case/:id/split", { id, json: { other: each.id } })}
                words="Split. Each application goes on by itself."
                goOn={[HEADING]}
                aria-label={`Undo the merge: ${each.spokenReference}`}
              >
                Undo the merge
              </ActionButton>
            )}
          </li>
        ))}
        {duplicates.map(({ mergeRefusal, ...other }) => (
          <li key={other.id}>
            <CaseLink id={other.id}>
              {other.fullName}, {other.city}
            </CaseLink>
            <span className="block text-sm">
              {likeness(other)} {statusLabels[other.status]}, sent {shortTime(other.createdAt)}.
            </span>
            {mergeRefusal && <span className="block text-quiet text-sm">{mergeRefusal}</span>}
            {!mergeRefusal && !workRefusal && (
              <ActionButton
                look="quiet"
                act={() => call("POST /desk/case/:id/merge", { id, json: { other: other.id } })}
                words="Merged. This application goes on for both."
                goOn={[HEADING]}
                aria-label={`Merge into this one: ${other.fullName}, ${other.city}, sent ${shortTime(other.createdAt)}`}
              >
                Merge into this one
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {duplicates.length > 0 && (
        <p className="mt-3 text-quiet text-sm">
          {workRefusal} What is merged is closed as a duplicate; this application goes on and shows everything of both.
          Merging can be undone.
        </p>
      )}
    </Fold>
  );
}

function noteOf({ duplicates, merged }: Case) {
  const found = [
    duplicates.length > 0 && `${duplicates.length} possible`,
    merged.length > 0 && `${merged.length} merged`,
  ];
  return found.filter(Boolean).join(", ") || "no other";
}

/** A link to the application that this one was merged into. */
export function MergedInto({ application: { mergedInto } }: { application: Case }) {
  if (!mergedInto) return null;
  return (
    <Notice kind="info" className="mt-4">
      This application goes on as{" "}
      <CaseLink id={mergedInto.id}>
        {mergedInto.fullName}, {mergedInto.spokenReference}
      </CaseLink>
      , which shows everything of both and where they can be split again.
    </Notice>
  );
}

function CaseLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
      {children}
    </Link>
  );
}

function likeness({ samePhone, sameEmail, sameName }: Omit<Case["duplicates"][number], "mergeRefusal">) {
  return `Same ${[samePhone && "phone", sameEmail && "email", sameName && "name and ZIP code"].filter(Boolean).join(", ")}.`;
}
