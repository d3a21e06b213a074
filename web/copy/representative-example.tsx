/** Stands on every page that advertises a rate, a term or a down payment. */
export function RepresentativeExample({ className = "" }: { className?: string }) {
  return (
    <p className={`max-w-text text-sm ${className}`}>
      <strong>Representative example:</strong> $25,000 vehicle, $2,500 (10%) down, $22,500 financed at 3.99% APR, 72
      payments of $351.91, total of payments $25,337.52. An example, not an offer: your rate depends on credit, vehicle
      and lender.
    </p>
  );
}
