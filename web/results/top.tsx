import { lazy, type ReactNode, Suspense, useState } from "react";
import { replyNote } from "../../db/model/time/our-answer.ts";
import { t } from "../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../api.ts";
import { Bluebonnets } from "../ui/drawings/bluebonnets.tsx";
import { Addresses } from "../ui/page/addresses.tsx";
import { CallTime } from "./calls/call-time.tsx";
import { PlaceLink } from "./case/place-link.tsx";
import { Standing } from "./case/standing.tsx";
import { unbroken } from "./unbroken.ts";

const Correction = lazy(() => import("./contact/correction.tsx"));

/** The ground of the first two blocks. */
export function TopBand({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate bg-tint">
      <div className="mx-auto grid max-w-page grid-cols-1 items-start gap-x-12 gap-y-4 px-4 py-5 sm:px-6 sm:py-12 lg:grid-cols-[3fr_2fr]">
        {children}
      </div>
    </div>
  );
}

/** An application as its applicant opens it. `kicker` and `title`: while it is open. */
export interface Opened {
  kicker?: string;
  title: string;
  application: ReceivedApplication;
  guidance: Guidance | undefined;
  children?: ReactNode;
}

/** The first block: where the application stands, what happens next and by when, and the time of our call. */
export function Top({ kicker, title, application, guidance, children }: Opened) {
  const now = guidance?.progress.now;
  const isOpen = now?.code !== "stopped" && now?.code !== "closed";
  return (
    <div>
      {kicker && isOpen && <p className="font-semibold text-leaf">{kicker}</p>}
      <h1 className="text-h2 outline-none">{isOpen ? title : titleOf(now.code)}</h1>
      {guidance && (
        <div id="status" className="mt-4 grid max-w-text gap-2">
          <Standing guidance={guidance} />
        </div>
      )}
      {(!now || (now.code === "call" && now.by)) && <ReplyNote />}
      <CallTime reference={application.id} guidance={guidance} />
      {guidance && isOpen && <Flowers />}
      {guidance && (
        <div className="mt-5 grid gap-1 text-quiet text-sm">
          <Confirmation application={application} guidance={guidance} />
          <p>
            Your reference:{" "}
            <span className="whitespace-nowrap font-semibold text-base text-ink tabular-nums tracking-wide">
              {guidance.spokenReference}
            </span>
          </p>
          {children}
        </div>
      )}
    </div>
  );
}

/** At the foot of the band, where there is room beside the words. */
function Flowers() {
  return (
    <svg
      viewBox="0 0 400 100"
      aria-hidden="true"
      className="no-print absolute -z-10 right-[9%] bottom-0 w-96 max-lg:hidden"
    >
      <path d="M0 100Q200 60 400 100z" fill="var(--color-field)" />
      <Bluebonnets
        at={[80, 94]}
        size={0.6}
        places={[
          [0, 0],
          [120, -14],
          [230, -4],
          [400, -6],
        ]}
      />
    </svg>
  );
}

/** Below the date of our answer, or alone while none is known. */
export function ReplyNote() {
  return <p className="mt-3 max-w-text text-quiet">{unbroken(replyNote())}</p>;
}

function titleOf(code: "stopped" | "closed") {
  return code === "stopped" ? t`We’ve stopped contacting you about this application` : t`Your application is closed`;
}

/** Says only what the outbox knows, and corrects the address. */
function Confirmation({ application, guidance }: { application: ReceivedApplication; guidance: Guidance }) {
  const { email } = application;
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (!guidance.confirmation) return null;
  const words = {
    sent: t`A confirmation email was sent to ${email}.`,
    formerAddress: t`A confirmation email was sent to the address you gave first. By now we write to ${email}.`,
    owed: t`A confirmation email is on its way to ${email}.`,
    dead: t`We couldn’t deliver a confirmation email to ${email}. Your application is still safe with us.`,
    stopped: t`We sent no confirmation email, because you asked us to stop contacting you.`,
    tooManyMails: t`We’ve already sent several emails to ${email}, so we didn’t send a confirmation this time. Keep the link to this page so you can come back.`,
  };
  return (
    <>
      <p>
        <Addresses>{words[guidance.confirmation]}</Addresses>{" "}
        {guidance.contactStoppedAt === null && (
          <span className="no-print">
            Not yours?{" "}
            {guidance.correctsWithoutCode ? (
              <button
                type="button"
                className="link"
                aria-expanded={isCorrecting}
                onClick={() => setIsCorrecting(!isCorrecting)}
              >
                Correct it
              </button>
            ) : (
              <PlaceLink hash="#correction">Correct it</PlaceLink>
            )}
          </span>
        )}
      </p>
      {isCorrecting && (
        <div className="my-3 max-w-text text-base text-ink">
          <Suspense>
            <Correction application={application} isJustSent={guidance.correctsWithoutCode} />
          </Suspense>
        </div>
      )}
    </>
  );
}
