import { CircleQuestionMark } from "lucide-react";

export interface HelpTipProps {
  about: string;
  text: string;
}

/** The button itself, with whatever a tooltip library adds to it. */
export function HelpButton({ about, ...props }: { about: string; title?: string }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={`Help: ${about}`}
      className="ml-1.5 inline-flex size-7 items-center justify-center rounded-full align-middle text-bluebonnet hover:bg-tint"
    >
      <CircleQuestionMark aria-hidden="true" className="size-5" />
    </button>
  );
}
