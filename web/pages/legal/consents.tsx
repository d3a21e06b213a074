import { consentTexts, eSignDisclosure } from "../../../db/model/consent/consent.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { t } from "../../../db/model/words.ts";

/** What people agree to, as the form and the results page ask it. */

export const eSignTitle = () => eSignDisclosure().title;

export function ESignDisclosure() {
  return <Quoted text={eSignDisclosure().text} />;
}

export function ThreeConsents() {
  return Object.values(consentTexts()).map(({ id, title, text }) => (
    <div key={id}>
      <h3>{title}</h3>
      <Quoted text={text} />
    </div>
  ));
}

export function IntroductionQuestion() {
  return <Quoted text={introductionWords("lender", t`(the name of the lender)`)} />;
}

function Quoted({ text }: { text: string }) {
  return <blockquote className="mt-4 rounded-card bg-sand p-4">{text}</blockquote>;
}
