import { ButtonLink } from "../ui/button.tsx";

/** Keeps 'Start' within reach of a thumb on a phone. Only for touch, since the page has this link at both ends. */
export function StartBar() {
  return (
    <div
      aria-hidden="true"
      className="no-print pointer-events-none absolute inset-x-0 top-[100svh] bottom-0 flex items-end px-4 sm:hidden"
    >
      <p id="start-bar" className="pinned pointer-events-auto flex grow flex-wrap items-center gap-4">
        <span className="flex-1 basis-40 text-quiet text-sm">Free, no credit pull</span>
        <ButtonLink to="/apply" tabIndex={-1}>
          Start
        </ButtonLink>
      </p>
    </div>
  );
}
