import { brand } from "../../db/model/site/brand.ts";
import wordMark from "./drawings/word-mark.svg";

/** The bluebonnet mark. */
export function BluebonnetMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 36" aria-hidden="true" className={className}>
      <path d="M16 20v15" stroke="var(--color-meadow)" strokeWidth="2.4" strokeLinecap="round" />
      <g fill="var(--color-bluebonnet)">
        <ellipse cx="9.5" cy="24" rx="4.6" ry="3.4" />
        <ellipse cx="22.5" cy="24" rx="4.6" ry="3.4" />
        <ellipse cx="10.6" cy="17" rx="4" ry="3" />
        <ellipse cx="21.4" cy="17" rx="4" ry="3" />
        <ellipse cx="16" cy="20.6" rx="3.4" ry="2.8" fill="var(--color-sun)" />
      </g>
      <g fill="var(--color-ink)">
        <ellipse cx="12" cy="11" rx="3.2" ry="2.5" />
        <ellipse cx="20" cy="11" rx="3.2" ry="2.5" />
        <ellipse cx="16" cy="13.6" rx="3" ry="2.4" />
        <ellipse cx="16" cy="6" rx="2.5" ry="3.6" />
      </g>
    </svg>
  );
}

/** The firm's name as a drawing in Bitter, whose font comes too late for a first page (decisions.md). */
export function WordMark() {
  return (
    <>
      <img src={wordMark} width="130" height="42" alt="" className="min-w-0" />
      <span className="sr-only">{brand.name}</span>
    </>
  );
}
