import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../../db/model/site/paths.ts";
import { rememberedReference } from "../../apply/draft/reference.ts";
import { TextLink } from "../../ui/text-link.tsx";

/** A link to a place on the results page. On that page it adds nothing to the history, because the address contains the reference. */
export function PlaceLink({ hash, children }: { hash: string; children: ReactNode }) {
  const [params] = useSearchParams();
  const ref = params.get("ref");
  return (
    <TextLink to={paths.results(ref ?? rememberedReference()?.ref ?? "") + hash} replace={ref !== null}>
      {children}
    </TextLink>
  );
}
