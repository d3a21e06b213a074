import { Fragment } from "react";

/** Terms to choose from, with a text about the chosen one below. Works without a script. */
export function OneOfMany({
  name,
  label,
  items,
}: {
  name: string;
  label: string;
  items: { term: string; text: string }[];
}) {
  return (
    <fieldset className="one-of-many wrap-anywhere flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {items.map(({ term, text }, index) => (
        <Fragment key={term}>
          <label className="flex min-h-11 items-center rounded-card max-sm:text-sm border border-edge bg-card px-4 has-checked:border-bluebonnet has-checked:bg-bluebonnet has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-bluebonnet has-focus-visible:outline-offset-2">
            <input
              type="radio"
              name={name}
              aria-describedby={`${name}-${index}`}
              className="not-forced-colors:sr-only"
            />
            {term}
          </label>
          <p
            id={`${name}-${index}`}
            className="order-1 hidden min-h-[calc(3lh+1.5rem)] w-full pt-3 font-display text-h3 leading-snug sm:min-h-[calc(1lh+1.5rem)] [:has(:checked)+&]:block"
          >
            {text}
          </p>
        </Fragment>
      ))}
    </fieldset>
  );
}
