import { Printer } from "lucide-react";
import { useState } from "react";
import { type Paper, paperWords } from "../../../db/model/papers/papers.ts";
import { t } from "../../../db/model/words.ts";
import { Button } from "../../ui/button.tsx";
import { rememberTicked, tickedPapers } from "./ticked-papers.ts";

/** Set while only this part of the page is being printed (print.css). */
const PRINTS_PART = "prints-part";

/** A folded checklist of papers. The ticks stay in this tab. On paper, all boxes are empty. */
export function Checklist({ papers }: { papers: Paper[] }) {
  const [ticked, setTicked] = useState(tickedPapers);

  function tick(paper: Paper, isTicked: boolean) {
    const others = ticked.filter((each) => each !== paper);
    const next = isTicked ? [...others, paper] : others;
    setTicked(next);
    rememberTicked(next);
  }

  return (
    <details id="papers" className="fold printed-alone -mb-2">
      <summary>
        <h3 className="font-sans text-base">{t`${{ count: papers.length }} documents to have handy`}</h3>
      </summary>
      <p className="mt-2">Based on your answers. Your specialist will tell you if a lender wants others.</p>
      <ul className="checklist mt-4 grid gap-1">
        {papers.map((paper) => (
          <li key={paper}>
            <label className="flex min-h-11 items-start gap-3 py-1.5">
              <input
                type="checkbox"
                checked={ticked.includes(paper)}
                onChange={(event) => tick(paper, event.target.checked)}
                className="tick mt-0.5"
              />
              {paperWords(paper)}
            </label>
          </li>
        ))}
      </ul>
      <div className="no-print mt-3">
        <Button look="quiet" onClick={printThisPart}>
          <Printer aria-hidden="true" className="size-5" /> Print this checklist
        </Button>
        <p className="mt-1 text-quiet text-sm">
          Your check marks are just for you: they stay in this browser tab and aren’t sent to us.
        </p>
      </div>
    </details>
  );
}

function printThisPart() {
  const { classList } = document.documentElement;
  classList.add(PRINTS_PART);
  addEventListener("afterprint", () => classList.remove(PRINTS_PART), { once: true });
  print();
}
