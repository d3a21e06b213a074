import { Link } from "react-router-dom";
import { consentTexts, eSignDisclosure } from "../../../db/model/consent/consent.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { brand } from "../../../db/model/site/brand.ts";
import { t } from "../../../db/model/words.ts";
import { claims, policyDates } from "../../copy/claims/claims.ts";
import { Eligibility, Questions } from "../../copy/legal-notes.tsx";
import { SpanishNote } from "../../copy/spanish-note.tsx";
import { Head } from "../../head/head.tsx";
import { type Chapter, LegalPage } from "./legal.tsx";

const chapters = (): Chapter[] => [
  {
    id: "about",
    title: t`What this page is for`,
    content: (
      <>
        <p>
          Before you submit an application, we ask for three consents. This page shows their full text, in the same
          words as the form, and says what they mean and how to take them back. No box is checked for you.
        </p>
        <SpanishNote />
      </>
    ),
  },
  {
    id: "e-sign",
    title: eSignDisclosure().title,
    content: <Quoted text={eSignDisclosure().text} />,
  },
  {
    id: "the-consents",
    title: t`The three consents`,
    content: Object.values(consentTexts()).map(({ id, title, text }) => (
      <div key={id}>
        <h3>{title}</h3>
        <Quoted text={text} />
      </div>
    )),
  },
  {
    id: "equipment",
    title: t`What you need`,
    content: (
      <>
        <p>To receive and keep what we send you electronically, you need:</p>
        <ul>
          <li>a phone, tablet or computer with a current web browser;</li>
          <li>an internet connection;</li>
          <li>an email address that you can read;</li>
          <li>a printer, or room to save a file, if you want to keep a copy.</li>
        </ul>
        <p>
          If we change what you need so much that you may no longer be able to read our records, we'll tell you and ask
          you again.
        </p>
      </>
    ),
  },
  {
    id: "paper",
    title: t`Paper copies, a new address, or taking it back`,
    content: (
      <>
        <p>
          Through the <Link to="/contact">contact form</Link> you can at any time and at no charge:
        </p>
        <ul>
          <li>ask for a paper copy of anything we gave you electronically;</li>
          <li>give us a new email address;</li>
          <li>withdraw your consent to electronic records.</li>
        </ul>
        <p>
          Withdrawing doesn't undo what happened before. From then on, we'll give you records on paper, which can take
          longer.
        </p>
      </>
    ),
  },
  {
    id: "tcpa",
    title: t`Calls and email (TCPA)`,
    content: (
      <>
        <p>
          The Telephone Consumer Protection Act (TCPA) gives you a say in who may call you. That's why we ask first. A
          person makes each of our calls, and we don't send text messages.
        </p>
        <ul>
          <li>Agreeing is not a condition of any purchase.</li>
          <li>Calls and emails are about your application.</li>
          <li>
            To stop, use the link in an email, tell the person who calls, or write through the{" "}
            <Link to="/contact">contact form</Link>.
          </li>
          <li>We don't pass your consent to anyone for their own marketing.</li>
        </ul>
        <p>
          If you'd rather not agree, <Link to="/contact">contact us</Link> before you send anything.
        </p>
      </>
    ),
  },
  {
    id: "introductions",
    title: t`Before each introduction`,
    content: (
      <>
        <p>
          The three consents don't allow us to send your application to anyone. Before a lender or dealer gets anything,
          we'll ask you about that one, on your results page or in the same words over the phone:
        </p>
        <Quoted text={introductionWords("lender", t`(the name of the lender)`)} />
        <p>For a dealer the list is shorter: nothing about your job, your income or your home.</p>
      </>
    ),
  },
  {
    id: "credit-inquiries",
    title: t`What these consents don't cover`,
    content: (
      <p>
        They don't allow a credit inquiry. Nobody pulls your credit when you pre-qualify. If a lender or dealer wants to
        do so later, you'll be asked for a separate, explicit consent first.
      </p>
    ),
  },
  {
    id: "record",
    title: t`What we keep as a record`,
    content: (
      <p>
        We keep which texts you agreed to and when, for {claims.dataRetention}. What exactly, and why, is in the{" "}
        <Link to="/privacy#consent-record">Privacy Policy</Link>.
      </p>
    ),
  },
  { id: "eligibility", title: t`Who may agree`, content: <Eligibility /> },
  { id: "questions", title: t`Questions`, content: <Questions /> },
];

export default function ConsentPage() {
  return (
    <>
      <Head
        title="Electronic Consent & Disclosures"
        description={t`The consents that ${brand.name} asks for before you submit an application, in full: electronic records, calls and email, accuracy.`}
      />
      <LegalPage
        title="Electronic Consent & Disclosures"
        lead="What you agree to when you apply, word for word, and how to take it back."
        dates={policyDates()}
        chapters={chapters()}
      />
    </>
  );
}

function Quoted({ text }: { text: string }) {
  return <blockquote className="mt-4 rounded-card bg-sand p-4">{text}</blockquote>;
}
