import { namesOf } from "../../db/model/answer-words.ts";
import { outcomeLabels, statusLabels } from "../../db/model/status.ts";
import type { Case } from "./api.ts";
import { shortTime } from "./words.ts";

interface Entry {
  key: string;
  at: string;
  by: string | null;
  words: string;
}

/** Everything that happened to an application, the newest first. */
export function Timeline({ application }: { application: Case }) {
  const entries: Entry[] = [
    { key: "applied", at: application.createdAt, by: "The applicant", words: "sent the application" },
    ...application.events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      by: event.by,
      words: wordsFor(event),
    })),
    ...application.referrals.map(({ id, createdAt, by, recipientName, fields }) => ({
      key: id,
      at: createdAt,
      by,
      words: `sent ${namesOf(fields)} to ${recipientName}`,
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className="grid gap-3">
      {entries.map(({ key, at, by, words }) => (
        <li key={key} className="border-bluebonnet border-l-2 pl-3">
          <p className="text-quiet text-sm">{shortTime(at)}</p>
          <p className="whitespace-pre-line">
            <strong>{by ?? "A former member"}</strong> {words}
          </p>
        </li>
      ))}
    </ol>
  );
}

function wordsFor({ event, ownerName, isClaim }: Case["events"][number]) {
  switch (event.kind) {
    case "status":
      return `moved it from ${statusLabels[event.from].toLowerCase()} to ${statusLabels[event.to].toLowerCase()}${
        event.outcome ? ` (${outcomeLabels[event.outcome]})` : ""
      }`;
    case "owner":
      if (event.ownerId === null) return "gave it back to the queue";
      return isClaim ? "claimed it" : `handed it to ${ownerName ?? "a former member"}`;
    case "note":
      return `noted: ${event.text}`;
    case "contactStopped":
      return `asked us to stop contacting them${event.elsewhere ? ", in another application with the same phone or email" : ""}`;
  }
}
