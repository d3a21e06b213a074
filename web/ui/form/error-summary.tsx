import { useEffect, useRef } from "react";
import { Notice } from "../notice.tsx";

/** 'There is a problem', with a link to each control that has one. It takes focus after each attempt. */
export function ErrorSummary({ problems }: { problems: { id: string; message: string }[] }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice kind="alert" ref={notice} tabIndex={-1} role="alert" aria-labelledby="problems">
      <h2 id="problems" className="text-h3">
        There is a problem
      </h2>
      <ul className="wrap-anywhere mt-2 grid grid-cols-1 gap-1">
        {problems.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                focusControl(id);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Focuses a control, or the first one of a group. */
function focusControl(id: string) {
  const target = document.getElementById(id);
  const control = target?.matches("fieldset")
    ? (target.querySelector<HTMLElement>("input:checked") ?? target.querySelector("input"))
    : target;
  control?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "center" });
}
