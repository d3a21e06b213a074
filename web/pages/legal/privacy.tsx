import { t } from "../../../db/model/words.ts";
import { policyDates } from "../../copy/claims/claims.ts";
import { supplementDate } from "./facts.ts";
import { LegalPage } from "./legal.tsx";
import text from "./texts/privacy.md";

export default function PrivacyPage() {
  return <LegalPage text={text()} dates={[...policyDates(), { label: t`Supplement`, date: supplementDate() }]} />;
}
