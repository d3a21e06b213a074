import { ArrowLeft, ArrowRight, CircleOff, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { approvedIn, isClosed, isIn, outcomeLabels, statusLabels } from "../../../db/model/case/status.ts";
import { phoneInWords } from "../../../db/model/contact/person.ts";
import { nextInWords } from "../../../db/model/queue/next-action.ts";
import { callsAgain, plannedCall, plannedTime, promiseState } from "../../../db/model/queue/promise.ts";
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
import { NEXT_STEP, type NextStep, STANDING, unansweredIn } from "./next-step.ts";

/** Who it is, where the case stands, whether we may call now, and the one thing to do next. This bar stays on top. */
export function CaseHead({
  application,
  step,
  offered,
  closing,
  onCheck,
}: {
  application: Case;
  step: NextStep;
  /** The button that opens a window for the next step. */
  offered: ReactNode;
  closing: Closing;
  /** Shows the papers that nobody has checked. */
  onCheck: () => void;
}) {
  const { id, answers, language, status, owner, referrals } = application;
  const neighbors = neighborsOf(id);
  const member = useMember();
  const claiming = useClaim({ goOn: [NEXT_STEP, STANDING] });
  return (
    <div className="case-bar -mx-4 sticky top-0 z-10 border-line border-b bg-paper px-4 py-1.5 sm:-mx-6 sm:px-6">
      <div className="flex items-center gap-x-4 gap-y-1 max-lg:flex-wrap">
        <Neighbors {...neighbors} />
        <p className="min-w-0 lg:truncate">
          <strong className="text-lead">{answers.fullName}</strong>, {answers.city}
          <LanguageTag language={language} />
        </p>
        <p id={STANDING} tabIndex={-1} className="whitespace-nowrap rounded-full bg-tint px-3 font-semibold">
          {statusLabels[status]}
        </p>
        <div className="flex min-w-24 grow basis-0 gap-x-3 leading-tight max-lg:order-1 max-lg:basis-full">
          <p className="min-w-12">{ownerWords(owner, member)}</p>
          <p className="min-w-0 border-line border-l pl-3 empty:hidden lg:line-clamp-2">
            <WhatIsDue application={application} />
          </p>
        </div>
        <p role="status" className={closing.words ? "font-semibold" : "sr-only"}>
          {closing.words}
        </p>
        <div className="next-bar ml-auto flex shrink-0 items-center gap-x-4 empty:hidden">
          {step !== "call" && <CallNow application={application} />}
          {doNext()}
        </div>
      </div>
      <Failure message={claiming.message ?? closing.message} />
    </div>
  );

  function doNext() {
    if (closing.words) return button("Undo", closing.undo, "outline");
    if (step === "send" || step === "letter") return offered;
    if (step === "call") return <CallButton id={NEXT_STEP} number={answers.phone} />;
    if (step === "claim") return button("Claim", () => claiming.run(id));
    if (step === "papers") return button("Check the documents", onCheck);
    if (step === "close") return button("Close as approved", approve);
    if (step === "answer") {
      return button("Record answer", () => focusFirst([`answer-${unansweredIn(referrals)?.id}`]));
    }
    return (
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

  function button(text: string, onClick: () => void, look?: ButtonLook) {
    return (
      <Button id={NEXT_STEP} look={look} data-key={step === "claim" ? "c" : undefined} onClick={onClick}>
        {text}
      </Button>
    );
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

function CallNow({ application: { status, answers, contact, contactStoppedAt } }: { application: Case }) {
  const now = useNow();
  const { call } = contact;
  if (call.allowed) {
    return <CallButton number={answers.phone} look="outline" />;
  }
  if (isClosed(status)) return null;
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-semibold text-alert">
      <CircleOff aria-hidden="true" className="size-4 shrink-0" />
      {contactStoppedAt
        ? "Do not contact"
        : ((call.opensAt && callsAgain(answers.zip ?? "", call.opensAt, now)) ?? "No calls")}
    </span>
  );
}

/** A plain link: those of the router lead to pages of ours. */
function CallButton({ number, look, id }: { number: string; look?: ButtonLook; id?: string }) {
  return (
    <a id={id} href={telOf(number)} className={buttonLook(look)}>
      <Phone aria-hidden="true" className="size-4 shrink-0" /> {phoneInWords(number)}
    </a>
  );
}

function Neighbors({ previous, next }: ReturnType<typeof neighborsOf>) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Cases of the list" className="-mr-2 flex shrink-0">
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
