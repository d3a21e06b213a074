import { ButtonLink } from "../ui/button.tsx";

/**
 * Keeps 'Start' in reach of a thumb from the second screen of a page to the band that closes it. Only for pointers: the
 * page has the same link at its top and end.
 */
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
