import { Link } from "react-router-dom";
import type { Step } from "../../../db/model/form/application.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { locale } from "../../../db/model/words.ts";
import { sections } from "../sections.ts";

/** Links to these pages of the form, as a list within a sentence. */
export function SectionLinks({ steps }: { steps: Step[] }) {
  const parts = new Intl.ListFormat(locale()).formatToParts(steps.map((step) => sections[step].title()));
  // Section titles, with separators between them.
  return parts.map(({ type, value }, index) =>
    type === "literal" ? (
      value
    ) : (
      <Link
        key={value}
        to={paths.step(steps[index / 2] as Step)}
        className="font-semibold underline underline-offset-4"
      >
        {value}
      </Link>
    ),
  );
}
