import { policyDates } from "../../copy/claims/claims.ts";
import { LegalPage } from "./legal.tsx";
import text from "./texts/consent.md";

export default function ConsentPage() {
  return <LegalPage text={text()} dates={policyDates()} />;
}
