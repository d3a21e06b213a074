import type { ReactNode } from "react";

/** The band at the end of a page: a sentence, some reassurance and buttons. It covers the start bar. */
export function CallToAction({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <section className="no-print on-deep relative z-20">
      <div className="mx-auto max-w-page border-line border-b px-4 py-7 text-center sm:py-14 sm:px-6 lg:py-20">
        <h2>{title}</h2>
        <p className="mx-auto mt-3 max-w-text sm:mt-4 text-lead">{text}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </section>
  );
}
