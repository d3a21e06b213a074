import { nextSteps } from "../../db/model/queue/next-steps.ts";

/** What happens after an application, and when. `by` as for `nextSteps`. */
export function NextSteps({ by }: { by?: Date | null }) {
  return (
    <ol className="wrap-anywhere mt-4 grid grid-cols-1 gap-4 border-tint border-l-4 pl-5">
      {nextSteps(by, new Date()).map(({ when, what }) => (
        <li key={when}>
          <p className="text-bluebonnet">{when}</p>
          <p>{what}</p>
        </li>
      ))}
    </ol>
  );
}
