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
        <details key={id} name={name} className="fold">
          <summary>
            <h3 className="min-w-0 text-lead">{question}</h3>
          </summary>
          <p id={id} className="max-w-text scroll-mt-20 pb-6">
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
