import { CircleQuestionMark } from "lucide-react";
import type { ComponentProps } from "react";

import { t } from "../../../db/model/words.ts";

export interface HelpTipProps {
  about: string;
  text: string;
}

/** The button alone, with the props that a tooltip library adds. */
export function HelpButton({ about, ...props }: { about: string } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      aria-label={t`Help: ${about}`}
      className="ml-1.5 inline-flex size-7 items-center justify-center rounded-full align-middle text-bluebonnet hover:bg-tint"
    >
      <CircleQuestionMark aria-hidden="true" className="size-5" />
    </button>
  );
}
