import type { Guidance } from "../../api.ts";
import { Card } from "../../ui/card.tsx";

/** Which kinds of lenders fit, or what would change it. Nothing after a stop or once the application is closed. */
export function LenderKinds({ guidance: { lenders } }: { guidance: Guidance }) {
  if (!lenders) return null;
  const [first, ...others] = lenders.text;
  return (
    <Card className="no-print">
      <h2 className="text-h3">{lenders.title}</h2>
      <p className="mt-2 font-semibold">{first}</p>
      {others.map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
    </Card>
  );
}
