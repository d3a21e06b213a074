import type { ComponentProps, ReactNode } from "react";
import { Stats } from "./stats.tsx";

/** The band at the end of a page: a sentence, some reassurance and buttons, with figures above. It covers the start bar. */
export function CallToAction({
  title,
  text,
  stats,
  children,
}: {
  title: string;
  text: ReactNode;
  stats?: ComponentProps<typeof Stats>["items"];
  children: ReactNode;
}) {
  return (
    <section className="no-print on-deep relative z-20">
      <div className="mx-auto max-w-page border-line border-b px-4 py-7 sm:py-14 sm:px-6 lg:py-20">
        {stats && (
          <div className="mb-10 lg:mb-16">
            <Stats items={stats} />
          </div>
        )}
        <div className="text-center">
          <h2>{title}</h2>
          <p className="mx-auto mt-3 max-w-text sm:mt-4 text-lead">{text}</p>
          <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div>
        </div>
      </div>
    </section>
  );
}
