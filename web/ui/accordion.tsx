import { Plus } from "lucide-react";

/** Questions that open, one at a time per `name`. The answer has the id, so browsers open it for #id. */
export function Accordion({
  name,
  items,
}: {
  name: string;
  items: { id: string; question: string; answer: string }[];
}) {
  return (
    <div className="border-line border-b">
      {items.map(({ id, question, answer }) => (
        <details key={id} name={name} className="group border-line border-t">
          <summary className="flex min-h-12 items-center justify-between gap-4 py-4 hover:text-bluebonnet">
            <h3 className="min-w-0 text-lead">{question}</h3>
            <Plus
              aria-hidden="true"
              className="size-5 shrink-0 text-bluebonnet transition-transform duration-150 group-open:rotate-45"
            />
          </summary>
          <p id={id} className="max-w-text scroll-mt-20 pb-6">
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
