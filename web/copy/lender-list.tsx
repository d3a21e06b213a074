import { lenderCategories } from "./lenders.ts";

/** The kinds of lenders that we work with, and how many of each. */
export function LenderList() {
  return (
    <ul>
      {lenderCategories().map(({ name, count, text }) => (
        <li
          key={name}
          className="flex items-center justify-between gap-x-4 border-line border-t py-2 last:border-b sm:py-3"
        >
          <div>
            <h3 className="text-lead">{name}</h3>
            <p>{text}</p>
          </div>
          <p className="font-display text-bluebonnet text-h2">{count}</p>
        </li>
      ))}
    </ul>
  );
}
