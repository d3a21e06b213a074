import type { ReactNode } from "react";
import { FirstScreenEnd } from "./first-screen-end.tsx";

const tones = { tint: "bg-tint", sand: "bg-sand" };

/**
 * The top of a page. `kicker` is the page's short name over its heading; children are the buttons and what stands by
 * them; `aside` stands beside the words; `ground` runs under them from edge to edge and may rise behind them.
 */
export function Hero({
  tone = "tint",
  kicker,
  title,
  lead,
  aside,
  ground,
  children,
}: {
  tone?: keyof typeof tones;
  kicker?: string;
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  ground?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <div className={`overflow-hidden ${tones[tone]}`}>
        <div
          className={`relative mx-auto max-w-page px-4 pt-10 sm:px-6 lg:pt-16 ${ground ? "pb-6" : "pb-12 lg:pb-16"} ${aside ? "grid grid-cols-1 items-center gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16" : ""}`}
        >
          <div>
            {kicker && <p className="font-semibold text-bluebonnet">{kicker}</p>}
            <h1 className={`max-w-4xl ${kicker ? "mt-2" : ""}`}>{title}</h1>
            {lead && <p className="mt-5 max-w-text text-lead">{lead}</p>}
            {children && <div className="mt-7">{children}</div>}
          </div>
          {aside}
        </div>
        {ground}
      </div>
      <FirstScreenEnd />
    </>
  );
}
