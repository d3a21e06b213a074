import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ChangedFields } from "../staff/changed-fields.tsx";

/** Who changed an entry of the directory, and what. */
export function EntryChanges({ id }: { id: string }) {
  const read = useDeskQuery("GET /desk/directory/:id/changes", { id });
  if (!read.data) return <Waiting of={read} />;
  const { changes } = read.data;
  return (
    <>
      <h3 className="text-base">Changes</h3>
      {changes.length === 0 && <p>Nobody has changed it here.</p>}
      <ol className="divide-y divide-line">
        {changes.map(
          ({ id, at, username, change }) =>
            change && (
              <li key={id} className="py-1.5">
                <p>
                  {shortTime(at)}: <strong>{username}</strong> {change.old === null ? "added it" : "changed it"}
                </p>
                <ChangedFields change={change} />
              </li>
            ),
        )}
      </ol>
    </>
  );
}
