import { policyDates } from "../../copy/claims/claims.ts";
import text from "./consent.md";
import { LegalPage } from "./legal.tsx";

export default function ConsentPage() {
  return <LegalPage text={text()} dates={policyDates()} />;
}
