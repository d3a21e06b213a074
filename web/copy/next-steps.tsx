import { nextSteps } from "../../db/model/next-steps.ts";

/** What happens after an application is sent, and when. */
export function NextSteps() {
  return (
    <ol className="mt-4 grid gap-4 border-tint border-l-4 pl-5">
      {nextSteps.map(({ when, what }) => (
        <li key={when}>
          <p className="font-semibold text-bluebonnet">{when}</p>
          <p>{what}</p>
        </li>
      ))}
    </ol>
  );
}
