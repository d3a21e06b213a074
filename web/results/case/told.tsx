import type { ReactNode } from "react";

/** The most important sentence about an application, then what else there is to say, in paragraphs. */
export function Told({ lead, children }: { lead: ReactNode; children?: ReactNode }) {
  return (
    <>
      <p className="text-balance font-display text-h3 leading-tight">{lead}</p>
      {children}
    </>
  );
}
