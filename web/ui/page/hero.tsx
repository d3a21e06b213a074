import type { ReactNode } from "react";
import { FirstScreenEnd } from "./first-screen-end.tsx";

const tones = { tint: "bg-tint", sand: "bg-sand" };
const BESIDE = "grid grid-cols-1 items-center gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16";
const BESIDE_DRAWING = "grid grid-cols-1 gap-10 md:grid-cols-[3fr_2fr] lg:gap-16";

/** The top of a page. `kicker`: a short name above the heading; `drawing` and `aside`: beside it, with room. */
export function Hero({
  tone = "tint",
  kicker,
  title,
  lead,
  aside,
  drawing,
  ground,
  children,
}: {
  tone?: keyof typeof tones;
  kicker?: ReactNode;
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  drawing?: ReactNode;
  ground?: ReactNode;
  children?: ReactNode;
}) {
  const room = `pt-6 sm:pt-10 lg:pt-16 ${ground ? "pb-6" : "pb-8 sm:pb-12 lg:pb-16"}`;
  return (
    <>
      <div className={`overflow-hidden ${tones[tone]}`}>
        <div
          className={`relative mx-auto max-w-page px-4 sm:px-6 ${drawing ? BESIDE_DRAWING : room} ${aside ? BESIDE : ""}`}
        >
          <div className={drawing ? room : ""}>
            {kicker && <p className="text-bluebonnet">{kicker}</p>}
            <h1 className={`max-w-4xl ${kicker ? "mt-2" : ""}`}>{title}</h1>
            {lead && <p className="mt-5 max-w-text text-lead">{lead}</p>}
            {children && <div className="mt-7">{children}</div>}
          </div>
          {aside}
          {drawing && <div className="no-print hidden self-end md:block">{drawing}</div>}
        </div>
        {ground}
      </div>
      <FirstScreenEnd />
    </>
  );
}
