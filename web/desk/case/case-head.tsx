import { ArrowLeft, ArrowRight, CircleOff, Phone } from "lucide-react";
import { nextInWords } from "../../../db/model/case/next-action.ts";
import { plannedCall, plannedTime, promiseState } from "../../../db/model/case/promise.ts";
import { approvedIn, isClosed, isIn, outcomeLabels, statusLabels } from "../../../db/model/case/status.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { Button, ButtonLink, type ButtonLook, buttonLook } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import type { Case } from "../api.ts";
import { focusFirst, useNow } from "../data.ts";
import { Failure, useMember } from "../desk-page.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { neighborsOf } from "../queue/case-list.ts";
import { useClaim } from "../queue/claim.tsx";
import { telOf } from "../words.ts";
import { ownerWords } from "./case-work.tsx";
import type { Closing } from "./closing.ts";
import { isLetterOwed, NEXT_STEP, type NextStep, STANDING, unansweredIn } from "./next-step.ts";

/**
 * Who it is and where the case stands; then calling, writing, sending and what else is next, always in this order, of which
 * the next step is filled. This bar stays on top.
 */
export function CaseHead({
  application,
  step,
  closing,
  onWrite,
  onSend,
  onCheck,
}: {
  application: Case;
  step: NextStep;
  closing: Closing;
  /** Opens the window for a letter. */
  onWrite: () => void;
  /** Opens the window for lenders and dealers. */
  onSend: () => void;
  /** Shows the papers that nobody has checked. */
  onCheck: () => void;
}) {
  const { id, answers, language, status, owner, referrals, workRefusal, sendRefusal } = application;
  const neighbors = neighborsOf(id);
  const member = useMember();
  const claiming = useClaim({ goOn: [NEXT_STEP, STANDING] });
  // Nothing is filled while the case can still be kept from closing.
  const next = closing.words ? null : step;
  return (
    <div className="case-bar -mx-4 sticky top-0 z-10 border-line border-b bg-paper px-4 py-1.5 sm:-mx-6 sm:px-6">
      <div className="grid grid-cols-1 items-center gap-x-3 gap-y-1 xl:grid-cols-[minmax(0,3fr)_minmax(max-content,2fr)]">
        <div className="flex min-w-0 items-baseline gap-x-4 gap-y-1 max-md:flex-wrap">
          <Neighbors {...neighbors} />
          <p className="min-w-0 md:truncate">
            <strong className="text-lead">{answers.fullName}</strong>, {answers.city}
            <LanguageTag language={language} />
          </p>
          <p id={STANDING} tabIndex={-1} className="whitespace-nowrap rounded-full bg-tint px-3 font-semibold">
            {statusLabels[status]}
          </p>
          <div className="flex min-w-24 grow basis-0 items-baseline gap-x-3 leading-tight max-md:order-1 max-md:basis-full">
            <p className="min-w-12">{ownerWords(owner, member)}</p>
            <p className="min-w-0 border-line border-l pl-3 empty:hidden md:line-clamp-2">
              <WhatIsDue application={application} />
            </p>
          </div>
          <p role="status" className={closing.words ? "font-semibold" : "sr-only"}>
            {closing.words}
          </p>
        </div>
        <div className="next-bar flex items-center gap-2">
          <CallSlot application={application} isNext={next === "call"} />
          {!workRefusal && !sendRefusal && (
            <>
              {button(isLetterOwed(application.next) ? "Answer..." : "Letter...", onWrite, {
                isNext: next === "letter",
              })}
              {button("Send to...", onSend, { isNext: next === "send", key: "s" })}
            </>
          )}
          <div className="ml-auto">{doNext()}</div>
        </div>
      </div>
      <Failure message={claiming.message ?? closing.message} />
    </div>
  );

  /** What has no place of its own. */
  function doNext() {
    if (closing.words) return button("Undo", closing.undo, { isNext: true, look: "outline" });
    if (step === "claim") return button("Claim", () => claiming.run(id), { isNext: true, key: "c" });
    if (step === "papers") return button("Check documents", onCheck, { isNext: true });
    if (step === "close") return button("Close as approved", approve, { isNext: true });
    if (step === "answer") {
      return button("Record answer", () => focusFirst([`answer-${unansweredIn(referrals)?.id}`]), { isNext: true });
    }
    return (
      step === null &&
      neighbors.next && (
        <ButtonLink id={NEXT_STEP} to={paths.case(neighbors.next)}>
          Next case
        </ButtonLink>
      )
    );
  }

  function approve() {
    const approved = referrals.find(({ answer }) => answer === "approved");
    const outcome = approvedIn(application.createdAt, approved?.answeredAt ?? application.createdAt);
    closing.begin({ from: status, to: "approved", outcome, papers: [] });
  }
}

/** What is planned or, while we owe the first call, by when; how it ended. */
function WhatIsDue({ application }: { application: Case }) {
  const now = useNow();
  const { answers, status, outcome, next, contactStoppedAt } = application;
  if (outcome) return outcomeLabels[outcome];
  if (next && !next.isImplied) {
    const { what, more } = nextInWords(next);
    return (
      <>
        <strong>{what}</strong>,{" "}
        {next.kind === "call" ? plannedCall(next.at, answers.zip ?? "", now) : plannedTime(next.at, now)}
        {more && `: ${more}`}
      </>
    );
  }
  if (!isIn("waiting", status) || contactStoppedAt) return null;
  const { isBroken, words } = promiseState(application, now);
  return <span className={isBroken ? "font-semibold text-alert" : "text-quiet"}>{words}</span>;
}

/** The number, or that it may not be called now; the facts say when again. */
function CallSlot({ application, isNext }: { application: Case; isNext: boolean }) {
  const { status, answers, contact, contactStoppedAt } = application;
  if (contact.call.allowed) {
    return (
      // A plain link: those of the router lead to pages of ours.
      <a
        id={isNext ? NEXT_STEP : undefined}
        href={telOf(answers.phone)}
        className={buttonLook(isNext ? "primary" : "outline", "call-slot")}
      >
        <Phone aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-md:sr-only">{phoneInWords(answers.phone)}</span>
        <span aria-hidden="true" className="md:hidden">
          Call
        </span>
      </a>
    );
  }
  if (isClosed(status)) return null;
  return (
    <p className="call-slot flex min-h-11 items-center gap-1.5 font-semibold text-alert leading-tight">
      <CircleOff aria-hidden="true" className="size-4 shrink-0" />
      {contactStoppedAt ? "Do not contact" : "No calls now"}
    </p>
  );
}

function Neighbors({ previous, next }: ReturnType<typeof neighborsOf>) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Cases of the list" className="-mr-2 flex shrink-0 self-center">
      {previous && (
        <Link to={paths.case(previous)} data-key="k" className={look}>
          <ArrowLeft aria-hidden="true" className="size-4" /> <span className="sr-only">Previous</span>
        </Link>
      )}
      {next && (
        <Link to={paths.case(next)} data-key="j" className={look}>
          <span className="sr-only">Next</span> <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}

const look = "link inline-flex min-h-9 min-w-9 items-center justify-center";

function button(
  text: string,
  onClick: () => void,
  { isNext, look = isNext ? "primary" : "outline", key }: { isNext: boolean; look?: ButtonLook; key?: string },
) {
  return (
    <Button id={isNext ? NEXT_STEP : undefined} look={look} data-key={key} onClick={onClick}>
      {text}
    </Button>
  );
}
