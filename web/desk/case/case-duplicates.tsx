import { Link } from "react-router-dom";
import { statusLabels } from "../../../db/model/case/status.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { Fold } from "../parts/part.tsx";

const HEADING = "duplicates";

/** Possible duplicates, and applications that were merged into this one. */
export function CaseDuplicates({ application }: { application: Case }) {
  const { id, duplicates, merged, mergedInto } = application;
  const merging = useDeskAction((other: string) => call("POST /desk/case/:id/merge", { id, json: { other } }), {
    words: "Merged. This application goes on for both.",
    goOn: [HEADING],
  });
  const splitting = useDeskAction((other: string) => call("POST /desk/case/:id/split", { id, json: { other } }), {
    words: "Split. Each application goes on by itself.",
    goOn: [HEADING],
  });
  return (
    <Fold id={HEADING} title="Same person?" note={noteOf(application)}>
      {mergedInto && <p>This application was merged into another one.</p>}
      {!mergedInto && duplicates.length + merged.length === 0 && (
        <p>No other application has this phone, email, or name and ZIP code.</p>
      )}
      {merged.length > 0 && (
        <>
          <h4 className="font-semibold text-base">Merged into this one</h4>
          <ul className="mt-2 grid gap-3">
            {merged.map(({ id, spokenReference, createdAt }) => (
              <li key={id}>
                <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
                  {spokenReference}
                </Link>
                , sent {shortTime(createdAt)}.{" "}
                {!application.workRefusal && (
                  <Button
                    look="quiet"
                    onClick={() => splitting.run(id)}
                    aria-label={`Undo the merge: ${spokenReference}`}
                  >
                    Undo the merge
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {duplicates.length > 0 && (
        <>
          <h4 className={`font-semibold text-base ${merged.length > 0 ? "mt-4" : ""}`}>Possible duplicates</h4>
          <ul className="mt-2 grid gap-3">
            {duplicates.map(({ mergeRefusal, ...other }) => (
              <li key={other.id}>
                <Link to={paths.case(other.id)} className="link inline-flex min-h-6 items-center font-semibold">
                  {other.fullName}, {other.city}
                </Link>
                <span className="block text-sm">
                  {likeness(other)} {statusLabels[other.status]}, sent {shortTime(other.createdAt)}.
                </span>
                {mergeRefusal ? (
                  <span className="block text-quiet text-sm">{mergeRefusal}</span>
                ) : (
                  !application.workRefusal && (
                    <Button
                      look="outline"
                      className="mt-2"
                      onClick={() => merging.run(other.id)}
                      aria-label={`Merge into this one: ${other.fullName}, ${other.city}, sent ${shortTime(other.createdAt)}`}
                    >
                      Merge into this one
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
          {application.workRefusal && <p className="mt-2 text-quiet text-sm">{application.workRefusal}</p>}
          <p className="mt-3 text-quiet text-sm">
            What is merged is closed as a duplicate; this application goes on and shows everything of both. Merging can
            be undone.
          </p>
        </>
      )}
      <Failure message={merging.message ?? splitting.message} />
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
      <Link to={paths.case(mergedInto.id)} className="link inline-flex min-h-6 items-center font-semibold">
        {mergedInto.fullName}, {mergedInto.spokenReference}
      </Link>
      , which shows everything of both and where they can be split again.
    </Notice>
  );
}

function likeness({ samePhone, sameEmail, sameName }: Omit<Case["duplicates"][number], "mergeRefusal">) {
  return `Same ${[samePhone && "phone", sameEmail && "email", sameName && "name and ZIP code"].filter(Boolean).join(", ")}.`;
}
