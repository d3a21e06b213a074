import type { ReactNode, Ref } from "react";
import { FirstScreenEnd } from "./first-screen-end.tsx";

const tones = { tint: "bg-tint", sand: "bg-sand" };
const BESIDE = "grid grid-cols-1 gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16";
const BESIDE_DRAWING = "grid grid-cols-1 gap-x-10 md:grid-cols-[3fr_2fr] lg:gap-x-16";

/** The top of a page. `kicker`: a short name above the heading; `drawing` and `aside`: beside it, with room; `ground`: below, from edge to edge; `isWhole`: the page has nothing else; `heading`: moves focus. */
export function Hero({
  tone = "tint",
  kicker,
  title,
  lead,
  aside,
  drawing,
  ground,
  isWhole,
  heading,
  children,
}: {
  tone?: keyof typeof tones;
  kicker?: ReactNode;
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  drawing?: ReactNode;
  ground?: ReactNode;
  isWhole?: boolean;
  heading?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}) {
  const room = `pt-6 sm:pt-10 lg:pt-16 ${ground ? "pb-4 sm:pb-6" : "pb-8 sm:pb-12 lg:pb-16"}`;
  const beside = drawing ? BESIDE_DRAWING : `${room} ${aside ? BESIDE : ""}`;
  return (
    <>
      <div
        className={`overflow-hidden ${tones[tone]} ${isWhole ? "flex min-h-svh flex-col justify-between *:w-full" : ""}`}
      >
        <div className={`relative mx-auto max-w-page px-4 sm:px-6 ${beside}`}>
          <div className={drawing ? room : aside ? "lg:pb-20" : ""}>
            {kicker && <p className="text-bluebonnet">{kicker}</p>}
            <h1
              ref={heading}
              tabIndex={heading ? -1 : undefined}
              className={`${heading ? "outline-none" : ""} max-w-[13.2em] ${aside ? "text-wrap max-sm:text-[1.95rem] lg:text-[min(3rem,4.1vw)]" : ""} ${kicker ? "mt-2" : ""}`}
            >
              {held(title)}
            </h1>
            {lead && <p className={`mt-4 text-lead sm:mt-5 ${ground ? "max-w-lg" : "max-w-text"}`}>{lead}</p>}
            {children && <div className="mt-5 sm:mt-7">{children}</div>}
          </div>
          {aside}
          {drawing && <div className="self-end">{drawing}</div>}
        </div>
        {ground}
      </div>
      <FirstScreenEnd />
    </>
  );
}

/** A figure, its noun and a dash after it stay on one line if they fit, and so does what follows the dash. */
function held(title: string) {
  return title.split(/(\d+ \S+(?: -)?|(?<=- ).+)/).map((part, index) =>
    index % 2 ? (
      <span key={part} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
