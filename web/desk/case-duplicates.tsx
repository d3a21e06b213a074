import { Link } from "react-router-dom";
import { paths } from "../../db/model/paths.ts";
import { statusLabels } from "../../db/model/status.ts";
import type { Case } from "./api.ts";
import { Part } from "./part.tsx";
import { shortTime } from "./words.ts";

/** Others that may be from the same person. */
export function CaseDuplicates({ duplicates }: { duplicates: Case["duplicates"] }) {
  return (
    <Part title="Possible duplicates">
      {duplicates.length === 0 && <p>None: no other application has this phone, email, or name and ZIP code.</p>}
      <ul className="grid gap-2">
        {duplicates.map(({ id, fullName, city, createdAt, status, samePhone, sameEmail, sameName }) => {
          const same = [samePhone && "phone", sameEmail && "email", sameName && "name and ZIP code"].filter(Boolean);
          return (
            <li key={id}>
              <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
                {fullName}, {city}
              </Link>
              <span className="block text-sm">
                Same {same.join(", ")}. {statusLabels[status]}, {shortTime(createdAt)}.
              </span>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
