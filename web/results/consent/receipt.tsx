import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import type { EvidenceEvent, EvidenceKind } from "../../../db/model/case/case-event.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { brand } from "../../../db/model/site/brand.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { dateAndTime, longDate } from "../../../db/model/time/time-in-words.ts";
import { t } from "../../../db/model/words.ts";
import { type Receipt as Agreed, readReceipt } from "../../api.ts";
import { Head } from "../../head/head.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Addresses } from "../../ui/page/addresses.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ReplacingLink } from "../replacing-link.tsx";

/** Everything the applicant agreed to and decided later, to keep or print. */
export default function Receipt({ reference }: { reference: string }) {
  const receipt = useQuery({ queryKey: ["receipt", reference], queryFn: () => readReceipt(reference) });
  return (
    <div className="mx-auto max-w-text">
      <Head title="What you agreed to" />
      <ReplacingLink to={paths.results(reference)} className="link no-print inline-flex min-h-11 items-center">
        Back to your results
      </ReplacingLink>
      <h1 className="mt-2 text-h2 outline-none">What you agreed to</h1>
      {receipt.isPending && (
        <p role="status" className="mt-3 text-lead text-quiet">
          Loading your receipt...
        </p>
      )}
      {receipt.isError && (
        <Notice kind="alert" role="alert" className="mt-4">
          <p>We couldn’t read your receipt. Please check your connection and try again.</p>
          <Button className="mt-3" onClick={() => receipt.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {receipt.data && <Content reference={reference} receipt={receipt.data} />}
    </div>
  );
}

type Row = [label: string, value: string | null, language?: string];

function Content({ reference, receipt }: { reference: string; receipt: Agreed }) {
  const { fullName, phone, email, ticked, consent, events } = receipt;
  const { stated } = consent;
  const rows: Row[] = [
    [t`Name`, fullName],
    [t`Phone number it covers`, phoneInWords(phone)],
    [t`Email it covers`, email],
    ...(consent.isByPhone
      ? ([[t`You said yes by phone to`, ticked.join("; "), consent.texts[0]?.language]] as Row[])
      : ([
          [t`Boxes you checked`, ticked.join("; "), consent.texts[0]?.language],
          [t`Shown to you, by your device’s clock`, stated && dateAndTime(stated.shownAt)],
          [t`Last box checked, by your device’s clock`, stated && dateAndTime(stated.tickedAt)],
        ] as Row[])),
    [t`Received, by our clock`, dateAndTime(consent.receivedAt)],
    [t`Application ID`, reference],
  ];
  return (
    <>
      <p className="mt-3 text-lead text-quiet">Your receipt from {brand.name}. Keep it, or print it for your papers.</p>
      <Button look="outline" className="no-print mt-4" onClick={() => print()}>
        <Printer aria-hidden="true" className="size-5" /> Print this receipt
      </Button>
      <dl className="mt-6 divide-y divide-line border-line border-y">
        {rows.map(([label, value, language]) => (
          <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[15rem_1fr]">
            <dt className="text-quiet">{label}</dt>
            <dd lang={language} className="min-w-0">
              <Addresses>{value ?? t`Your browser didn’t say`}</Addresses>
            </dd>
          </div>
        ))}
      </dl>

      <h2 className="mt-8 text-h3">The words</h2>
      <Words consent={consent} />

      <h2 className="mt-8 text-h3">What came later</h2>
      {events.length === 0 && <p className="mt-2">Nothing so far.</p>}
      <ol className="mt-2 grid gap-3">
        {events.map(({ id, at, byTeam, event, consent, wordsFit }) => (
          <li key={id} className="break-inside-avoid border-bluebonnet border-l-2 pl-3">
            <p className="text-quiet text-sm">{dateAndTime(at)}</p>
            <p>
              <Addresses>{inWords(event, byTeam)}</Addresses>
            </p>
            {consent && <Words consent={consent} />}
            {wordsFit === false && (
              <Notice kind="alert" className="mt-2">
                <p>These words don’t match what we stored. Please tell us: we can’t prove what was asked.</p>
              </Notice>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-6">
        What we do with documents that you send us: <TextLink to="/privacy#documents">Privacy Policy</TextLink>
      </p>
    </>
  );
}

/** The texts of a consent, and whether they still match what was agreed to. */
function Words({ consent: { texts, fits } }: { consent: Agreed["consent"] }) {
  return (
    <>
      {texts.length === 0 && (
        <p className="mt-2">
          Your browser didn’t tell us which texts it showed. The ones we use now are on the{" "}
          <TextLink to="/consent">consent page</TextLink>.
        </p>
      )}
      {texts.map(({ id, language, since, title, text }) => (
        <section key={id} className="mt-4 break-inside-avoid">
          <h3 lang={language} className="text-base">
            {title}
          </h3>
          <blockquote lang={language} className="mt-1 border-line border-l-4 pl-4">
            {text}
          </blockquote>
          <p className="mt-1 text-quiet text-sm">
            Text {id}, in use since {longDate(new Date(`${since}T18:00:00Z`))}
          </p>
        </section>
      ))}
      {fits !== null && (
        <Notice kind={fits ? "done" : "alert"} className="mt-5 break-inside-avoid">
          <p>
            {fits
              ? t`These are the words you agreed to, unchanged.`
              : t`These words don’t match what we stored when you agreed. Please tell us so we can look into it.`}
          </p>
        </Notice>
      )}
    </>
  );
}

type EventWords = {
  [Kind in EvidenceKind]: (event: Extract<EvidenceEvent, { kind: Kind }>, byTeam: boolean) => string;
};

/** What the applicant, or a specialist, did. */
const words: EventWords = {
  contactStopped({ elsewhere }, byTeam) {
    if (byTeam) {
      return elsewhere
        ? t`One of our specialists recorded that you told us to stop contacting you, in another application with the same phone or email.`
        : t`One of our specialists recorded that you told us to stop contacting you.`;
    }
    return elsewhere
      ? t`You told us to stop contacting you, in another application with the same phone or email.`
      : t`You told us to stop contacting you.`;
  },
  contactResumed: () => t`You agreed to be contacted again about this application.`,
  corrected({ field, old }, byTeam) {
    if (field === "phone") {
      const phone = phoneInWords(old);
      return byTeam
        ? t`One of our specialists corrected your phone number, which was ${phone}.`
        : t`You corrected your phone number, which was ${phone}.`;
    }
    return byTeam
      ? t`One of our specialists corrected your email address, which was ${old}.`
      : t`You corrected your email address, which was ${old}.`;
  },
  permissionAsked: ({ recipientName, words }) => t`One of our specialists asked you about ${recipientName}: “${words}”`,
  permissionGiven: ({ recipientName, how, words }) =>
    how === "phone"
      ? t`One of our specialists recorded your yes over the phone to ${recipientName}, after reading out: “${words}”`
      : t`You said yes to ${recipientName}, on this question: “${words}”`,
  permissionRefused: ({ recipientName, how, words }) =>
    how === "phone"
      ? t`One of our specialists recorded your no over the phone to ${recipientName}, after reading out: “${words}”`
      : t`You said no to ${recipientName}.`,
  permissionWithdrawn: ({ recipientName, how }) =>
    how === "phone"
      ? t`One of our specialists recorded over the phone that you took back your yes to ${recipientName}.`
      : t`You took back your yes to ${recipientName}.`,
  papersNamed: ({ recipientName, words }) =>
    t`You let ${recipientName} see documents of yours, on this question: “${words}”`,
  papersTakenBack: ({ recipientName }) => t`You no longer let ${recipientName} see your documents.`,
  emailConfirmed: ({ email }) => t`You told us that ${email} is your address.`,
  linkOpened: ({ email }) =>
    t`The link in our email to ${email} was opened. That shows that what we send there can be read.`,
};

function inWords(event: EvidenceEvent, byTeam: boolean) {
  const say = words[event.kind] as (event: EvidenceEvent, byTeam: boolean) => string;
  return say(event, byTeam);
}
