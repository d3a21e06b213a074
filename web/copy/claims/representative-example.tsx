/**
 * Required on every page that advertises a rate, term or down payment (Regulation Z, 12 CFR 1026.24(a), (d)(2)): the
 * lowest rate, and one closer to what many visitors get.
 */
export function RepresentativeExample({ className = "" }: { className?: string }) {
  return (
    <div className={`grid max-w-text gap-2 text-sm ${className}`}>
      <p>
        <strong>Representative example, best credit only:</strong> $25,000 vehicle, $2,500 (10%) down, $22,500 financed
        at 3.99% APR, 72 payments of $351.91, total of payments $25,337.52.
      </p>
      <p>
        <strong>The same vehicle while you rebuild credit:</strong> $22,500 financed at 17.99% APR, 84 payments of
        $472.77, total of payments $39,712.68.
      </p>
      <p>These are examples, not an offer: your rate depends on credit, vehicle and lender.</p>
    </div>
  );
}
