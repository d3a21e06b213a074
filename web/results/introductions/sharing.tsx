import { namesOf } from "../../../db/model/form/answer-words.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import type { Guidance } from "../../api.ts";
import { Card } from "../../ui/card.tsx";

/** Who outside our team received the application. */
export function Sharing({ guidance }: { guidance: Guidance }) {
  return (
    <Card>
      <h2 className="text-h3">Who has your information</h2>
      {guidance.sharedWith.length === 0 && (
        <p className="mt-2">Nobody outside our team has received your information.</p>
      )}
      <p className="mt-2">A lender or dealer will get it only after you say yes to that one.</p>
      <ul className="mt-2 grid gap-3">
        {guidance.sharedWith.map(({ name, fields, at }) => (
          <li key={name + at}>
            <strong>{name}</strong> received your {namesOf(fields)} on {dateAndTime(at)}.
          </li>
        ))}
      </ul>
    </Card>
  );
}
