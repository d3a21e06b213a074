import type { ReactNode } from "react";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { Addresses } from "../ui/page/addresses.tsx";

/** What a stranger checks of us, as far as brand.ts has it. */
export function whoWeAre(): [term: string, fact: ReactNode][] {
  const { legalEntity, postalAddress, phone, email, licenses, team } = brand;
  const facts: [string, ReactNode][] = [
    [t`Company`, legalEntity],
    [t`Address`, postalAddress],
    [t`Phone`, phone && <ContactLink href={`tel:${phone}`}>{phone}</ContactLink>],
    [t`Email`, email && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>],
    [t`Licenses`, licenses],
    [t`Who reads your application`, team],
  ];
  return facts.filter(([, fact]) => fact);
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="link inline-flex min-h-6">
      <span>
        <Addresses>{children}</Addresses>
      </span>
    </a>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet text-sm">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
