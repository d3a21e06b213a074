import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import type { Case } from "../api.ts";
import { Fold } from "../parts/part.tsx";
import { Rows } from "../parts/rows.tsx";

const NOT_STATED = "Not stated by the client";

/** What the applicant agreed to, with its evidence. */
export function CaseConsent({ title = "Consent record", consent }: { title?: string; consent: Case["consent"] }) {
  const { stated } = consent;
  const from: [string, string | null][] = consent.isByPhone
    ? [["By phone", `Read out, and the answers noted, by ${consent.readBy ?? "somebody who is not here any more"}`]]
    : [
        ["IP address", consent.ip],
        ["Browser", consent.userAgent],
      ];
  const rows: [string, string | null][] = [
    ["Agreed to", consent.ticked.join("; ")],
    ["Received", dateAndTime(consent.receivedAt)],
    ["Shown, by the visitor’s clock", stated ? dateAndTime(stated.shownAt) : NOT_STATED],
    ["Ticked, by the visitor’s clock", stated ? dateAndTime(stated.tickedAt) : NOT_STATED],
    ["Doubts about these times", stated && (consent.doubts.join(", ") || "None")],
    ["Language", stated ? stated.language : NOT_STATED],
    ...from,
    ["The words, checked just now", fitWords(consent.fits)],
  ];
  return (
    <Fold title={title}>
      <Rows rows={rows} blank="Not recorded" />
      <details className="mt-3">
        <summary className="link min-h-6 font-semibold">The texts that were shown</summary>
        {consent.texts.length === 0 && <p className="mt-2 text-sm">{NOT_STATED}</p>}
        {consent.texts.map(({ id, language, text }) => (
          <p key={id} lang={language} className="mt-2 text-sm">
            <strong>{id}</strong>: {text}
          </p>
        ))}
      </details>
    </Fold>
  );
}

function fitWords(fits: boolean | null) {
  if (fits === null) return null;
  return fits ? "Those that were agreed to, unchanged" : "Changed since: the texts below prove nothing";
}
