import { LogOut, Printer } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { choiceInWords } from "../../db/model/form/answer-words.ts";
import type { Choice } from "../../db/model/form/application.ts";
import { namesOf } from "../../db/model/introductions/named-fields.ts";
import { dollars } from "../../db/model/money/amount.ts";
import { phoneInWords } from "../../db/model/phone.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { dateAndTime } from "../../db/model/time/time-in-words.ts";
import { t } from "../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../api.ts";
import { forgetReference } from "../apply/draft/reference.ts";
import { Button } from "../ui/button.tsx";
import { Addresses } from "../ui/page/addresses.tsx";
import { forgetTicked } from "./case/ticked-papers.ts";
import { StopContact } from "./contact/stop-contact.tsx";
import { Opening } from "./opening.tsx";
import { ReplacingLink } from "./replacing-link.tsx";

const Papers = lazy(() => import("./papers/papers.tsx"));
const Correction = lazy(() => import("./contact/correction.tsx"));
const Deletion = lazy(() => import("./contact/deletion.tsx").then((module) => ({ default: module.Deletion })));

/** The fourth block: what was sent, and in one fold all that the applicant can see of it and do with it. */
export function YourData({
  application,
  guidance,
  onDeleted,
}: {
  application: ReceivedApplication;
  guidance: Guidance | undefined;
  onDeleted: () => void;
}) {
  return (
    <section className="border-line border-t py-6 sm:py-12">
      <h2 className="text-h3">Your data</h2>
      <Summary application={application} />
      <details id="your-data" className="fold no-print mt-3">
        <summary>Who has it, correct it, stop or delete</summary>
        <div className="mt-5 grid grid-cols-1 gap-x-12 gap-y-7 md:grid-cols-2">
          {guidance && (
            <Part title="Who has your information">
              <Sharing sharedWith={guidance.sharedWith} />
            </Part>
          )}
          <Part title="What you agreed to">
            <p>The words you said yes to, when, and what you decided later.</p>
            <ReplacingLink to={paths.receipt(application.id)} className="link inline-flex min-h-11 items-center">
              Open your receipt
            </ReplacingLink>
          </Part>
          {guidance && <StopContact applicationId={application.id} guidance={guidance} />}
          <Part title="Change or delete it">
            {guidance?.contactStoppedAt === null && (
              <Opening id="correction" title="Correct my phone or email">
                <Correction application={application} isJustSent={guidance.correctsWithoutCode} />
              </Opening>
            )}
            {guidance && isOver(guidance) && (
              <Opening id="sent-papers" title="Documents I sent">
                <Papers reference={application.id} asked={guidance.askedPapers} isOver />
              </Opening>
            )}
            <Opening id="deletion" title="Delete my application">
              <Deletion application={application} onDeleted={onDeleted} />
            </Opening>
          </Part>
          <Part title="This page is yours">
            <p>Anyone who has the link to this page can read it and answer for you, so keep it to yourself.</p>
            <p className="mt-2">
              On a shared computer? Leave this page when you’re done, and this tab will forget it. Clear the browser’s
              history, too.
            </p>
            <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
              <Button look="outline" onClick={leave}>
                <LogOut aria-hidden="true" className="size-5" /> Leave this page
              </Button>
              <Button look="quiet" onClick={() => print()}>
                <Printer aria-hidden="true" className="size-5" /> Print this page
              </Button>
            </div>
          </Part>
        </div>
      </details>
    </section>
  );
}

/** Whether papers can only be looked at and deleted. Before, that stands where they are sent. */
function isOver({ progress: { now }, askedPapers }: Guidance) {
  return (now.code === "stopped" || now.code === "closed") && askedPapers.length > 0;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}

function Summary({ application }: { application: ReceivedApplication }) {
  const rows: [string, string][] = [
    [t`Name`, application.fullName],
    [t`Phone`, phoneInWords(application.phone)],
    [t`Email`, application.email],
    [t`City and ZIP`, `${application.city}, ${application.zip}`],
    [t`Employment`, choiceInWords(application.employmentType as Choice)],
    [t`Gross monthly income`, dollars(application.grossMonthlyIncome)],
    [t`Cash down payment`, dollars(application.cashDownPayment)],
    [t`Purchase timeline`, choiceInWords(application.purchaseTimeline as Choice)],
    [t`Submitted`, dateAndTime(application.createdAt)],
    [t`Application ID`, application.id],
  ];
  return (
    <dl className="mt-3 grid grid-cols-1 gap-x-12 gap-y-1.5 text-sm md:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label} className="fact">
          <dt className="text-quiet">{label}</dt>
          <dd>
            <Addresses>{value}</Addresses>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Who outside our team received the application. */
function Sharing({ sharedWith }: Pick<Guidance, "sharedWith">) {
  return (
    <>
      {sharedWith.length === 0 && <p>Nobody outside our team has received your information.</p>}
      <ul className="grid gap-2">
        {sharedWith.map(({ name, fields, at }) => (
          <li key={name + at}>
            <strong>{name}</strong> received your {namesOf(fields)} on {dateAndTime(at)}.
          </li>
        ))}
      </ul>
      <p className="mt-2">A lender or dealer will get it only after you say yes to that one.</p>
    </>
  );
}

/** Goes to the home page, so that neither Back nor the next page's referrer leads to the application. */
function leave() {
  forgetReference();
  forgetTicked();
  history.replaceState(null, "", addressOf("/"));
  location.replace(addressOf("/"));
}
