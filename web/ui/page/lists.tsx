import { Check, type LucideIcon } from "lucide-react";

/** Points with an icon, a heading and a sentence or two, in two columns if there is room. */
export function IconList({ items }: { items: { icon: LucideIcon; title: string; text: string }[] }) {
  return (
    <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-8">
      {items.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-bluebonnet" />
          <div className="min-w-0">
            <h3>{title}</h3>
            <p className="mt-1">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Short lines, each with a check mark. */
export function CheckList({ items }: { items: string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2 sm:gap-3">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-leaf" />
          <span className="min-w-0">{item}</span>
        </li>
      ))}
    </ul>
  );
}

/** Terms and facts with lines between them, like a ledger. On a phone each is one paragraph. */
export function FactList({ items }: { items: { term: string; text: string }[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-12 sm:grid-cols-2">
      {items.map(({ term, text }) => (
        <div key={term} className="border-edge/40 run-in border-t py-2 sm:py-4">
          <dt>{term}</dt>
          <dd className="mt-1 text-quiet">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
