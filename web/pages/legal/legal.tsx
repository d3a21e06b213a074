import type { ReactNode } from "react";
import { Head } from "../../head/head.tsx";
import { Document } from "../../ui/drawings/document.tsx";
import { Link } from "../../ui/link.tsx";
import { Hero } from "../../ui/page/hero.tsx";

/** A text that is written in Markdown (web/words/texts.ts). */
export interface Text {
  /** For the browser's tab and search engines. */
  title: string;
  /** For search engines, if not the lead. */
  description?: string;
  heading: string;
  lead: string;
  /** Each id is a fragment of addresses that people may have kept: it does not change. */
  chapters: { id: string; title: string; content: ReactNode }[];
}

/** A long text: its dates on top, a table of contents beside it, chapters under one another. */
export function LegalPage({ text, dates }: { text: Text; dates: { label: string; date: string }[] }) {
  const { title, heading, lead, description = lead, chapters } = text;
  return (
    <>
      <Head title={title} description={description} />
      <Hero title={heading} lead={lead} drawing={<Document />}>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          {dates.map(({ label, date }) => (
            <div key={label} className="flex flex-wrap gap-x-1.5">
              <dt className="text-quiet">{label}:</dt>
              <dd>{date}</dd>
            </div>
          ))}
        </dl>
      </Hero>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-10 px-4 py-10 sm:px-6 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-16">
        <nav aria-label="On this page" className="no-print self-start lg:sticky lg:top-24">
          <h2 className="text-base">On this page</h2>
          <ol className="mt-3 grid gap-1 border-line border-l-4 pl-4 text-sm">
            {chapters.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  className="inline-flex min-h-6 py-0.5 text-bluebonnet underline-offset-4 hover:underline"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid grid-cols-1 gap-12">
          {chapters.map(({ id, title, content }) => (
            <section key={id} className="prose">
              <h2 id={id}>{title}</h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
