import { policyDates } from "../../copy/claims/claims.ts";
import { LegalPage } from "./legal.tsx";
import text from "./texts/terms.md";

export default function TermsPage() {
  return <LegalPage text={text()} dates={policyDates()} />;
}
