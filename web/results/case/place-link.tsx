import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { TextLink } from "../../ui/text-link.tsx";

/** A link within this page. It adds nothing to the history, because the address contains the reference. */
export function PlaceLink({ hash, children }: { hash: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <TextLink to={{ search, hash }} replace>
      {children}
    </TextLink>
  );
}
