import type { ReactNode } from "react";

const tones = {
  paper: "",
  sand: "bg-sand",
  tint: "bg-tint",
  deep: "on-deep",
};

/** A band of a page, as wide as the window: heading, lead and content, with an `aside` if there is room. */
export function Section({
  tone = "paper",
  title,
  lead,
  aside,
  children,
}: {
  tone?: keyof typeof tones;
  title?: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const content = (
    <div>
      {title && <h2 className="max-w-text">{title}</h2>}
      {lead && <p className="mt-3 max-w-text text-lead sm:mt-4">{lead}</p>}
      {children && <div className={title ? "mt-5 sm:mt-8" : ""}>{children}</div>}
    </div>
  );
  return (
    <section className={tones[tone]}>
      <div
        className={`mx-auto max-w-page px-4 py-7 sm:px-6 sm:py-14 lg:py-20 ${aside ? "grid grid-cols-1 items-center gap-8 lg:grid-cols-2 lg:gap-16" : ""}`}
      >
        {content}
        {aside}
      </div>
    </section>
  );
}
