import { paths } from "../../../db/model/site/paths.ts";
import { Card } from "../../ui/card.tsx";
import { ReplacingLink } from "../replacing-link.tsx";

/** The link to the receipt. A page load, which starts at the top. */
export function ReceiptCard({ applicationId }: { applicationId: string }) {
  return (
    <Card className="no-print">
      <h2 className="text-h3">What you agreed to</h2>
      <p className="mt-2">The words you said yes to, when, and what you decided later.</p>
      <ReplacingLink to={paths.receipt(applicationId)} className="link mt-3 inline-flex min-h-11 items-center">
        Open your receipt
      </ReplacingLink>
    </Card>
  );
}
