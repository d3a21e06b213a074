import { Printer } from "lucide-react";
import { useState } from "react";
import { type Paper, paperWords } from "../../../db/model/case/papers.ts";
import type { Guidance } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { rememberTicked, tickedPapers } from "./ticked-papers.ts";

/** Set while only this part of the page is being printed (print.css). */
const PRINTS_PART = "prints-part";

/** A checklist of papers. The ticks stay in this tab. On paper, all boxes are empty. */
export function Papers({ guidance: { papers } }: { guidance: Guidance }) {
  const [ticked, setTicked] = useState(tickedPapers);

  function tick(paper: Paper, isTicked: boolean) {
    const others = ticked.filter((each) => each !== paper);
    const next = isTicked ? [...others, paper] : others;
    setTicked(next);
    rememberTicked(next);
  }

  return (
    <Card id="papers" className="printed-alone">
      <h2 className="text-h3">Documents to have handy</h2>
      <p className="mt-2">Based on your answers. Your specialist will tell you if a lender wants others.</p>
      <ul className="checklist mt-4 grid gap-1">
        {papers.map((paper) => (
          <li key={paper}>
            <label className="flex min-h-11 items-start gap-3 py-1.5">
              <input
                type="checkbox"
                checked={ticked.includes(paper)}
                onChange={(event) => tick(paper, event.target.checked)}
                className="mt-0.5 size-5 shrink-0 accent-bluebonnet"
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
          Your check marks are just for you: they stay in this browser tab and aren't sent to us.
        </p>
      </div>
    </Card>
  );
}

function printThisPart() {
  const { classList } = document.documentElement;
  classList.add(PRINTS_PART);
  addEventListener("afterprint", () => classList.remove(PRINTS_PART), { once: true });
  print();
}
