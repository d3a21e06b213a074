import { changedFields, inWords } from "../../../db/model/staff/change-words.ts";
import type { Change } from "../../../db/model/staff/staff.ts";

/** The values of each field before and after. */
export function ChangedFields({ change }: { change: Change }) {
  const fields = changedFields(change);
  if (fields.length === 0) return <p className="text-quiet">Nothing changed</p>;
  return (
    <ul>
      {fields.map(({ label, before, after }) => (
        <li key={label} className="wrap-anywhere whitespace-pre-line">
          <span className="text-quiet">{label}: </span>
          {change.old !== null && (
            <>
              <del className="no-underline">{inWords(before)}</del>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> became </span>
            </>
          )}
          <ins className="font-semibold no-underline">{inWords(after)}</ins>
        </li>
      ))}
    </ul>
  );
}
