import { PAPERS, type Paper, paperWords } from "../../../db/model/papers/papers.ts";
import { Check } from "../parts/check.tsx";

/** The papers to ask the applicant for. The results page will list them. */
export function ChoosePapers({ chosen, onChoose }: { chosen: Paper[]; onChoose: (papers: Paper[]) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold">Which documents?</legend>
      <p className="text-quiet text-sm">
        The applicant gets an email that lists them, and can send them on the results page.
      </p>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {PAPERS.map((paper) => (
          <Check
            key={paper}
            isOn={chosen.includes(paper)}
            onChange={(isOn) => onChoose(PAPERS.filter((each) => (each === paper ? isOn : chosen.includes(each))))}
          >
            {paperWords(paper)}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
