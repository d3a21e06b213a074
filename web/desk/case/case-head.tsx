import { ArrowLeft, ArrowRight, CircleAlert, CircleOff, Phone } from "lucide-react";
import { Link } from "react-router-dom";
import { isIn, outcomeLabels, statusLabels } from "../../../db/model/case/status.ts";
import { promiseState, waitingTime } from "../../../db/model/queue/promise.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import type { Case } from "../api.ts";
import { useNow } from "../data.ts";
import { LanguageTag } from "../parts/language-tag.tsx";
import { neighborsOf } from "../queue/case-list.ts";
import { NextInWords } from "../queue/next-action.tsx";

/** The facts a member always needs. This bar stays on top. */
export function CaseHead({ application }: { application: Case }) {
  const { id, answers, language, status, outcome, owner, forecast } = application;
  return (
    <div className="case-bar -mx-4 sticky top-0 z-10 border-line border-b bg-paper px-4 py-1.5 sm:-mx-6 sm:px-6">
      <div className="flex items-center gap-x-3">
        <p className="flex min-w-0 grow items-center">
          <span className="truncate">
            <strong className="text-lead">{answers.fullName}</strong>, {answers.city}
          </span>
          <LanguageTag language={language} />
        </p>
        <Neighbors id={id} />
      </div>
      <div className="flex items-center gap-x-5 text-sm max-md:flex-wrap">
        <p className="flex min-w-0 gap-x-3 max-md:w-full md:max-w-1/2 md:shrink-0">
          <strong className="whitespace-nowrap" title={outcome ? outcomeLabels[outcome] : undefined}>
            {statusLabels[status]}
          </strong>
          <span className="whitespace-nowrap">Forecast {forecast.score ?? "unknown"}</span>
          <span className="truncate">{owner ? (owner.username ?? "A former member") : "Nobody yet"}</span>
        </p>
        <p className="flex min-h-6 min-w-0 grow items-center gap-x-4 max-md:w-full">
          <CallNow application={application} />
          {application.next && !application.next.isImplied ? (
            <span className="truncate">
              <NextInWords next={application.next} />
            </span>
          ) : (
            <AnswerBy application={application} />
          )}
          <Attention application={application} />
        </p>
      </div>
    </div>
  );
}

/** When our promised answer is due, and how long they have waited. */
function AnswerBy({ application }: { application: Case }) {
  const now = useNow();
  if (!isIn("waiting", application.status)) return null;
  const { isBroken, words } = promiseState(application, now);
  return (
    <span className={`truncate ${isBroken ? "font-semibold text-alert" : "text-quiet"}`}>
      {words}.{!application.contactStoppedAt && ` Waiting ${waitingTime(application.promisedSince, now)}.`}
    </span>
  );
}

function CallNow({ application: { answers, contact, contactStoppedAt } }: { application: Case }) {
  const { call } = contact;
  if (call.allowed) {
    return (
      <a
        href={`tel:${answers.phone?.replace(/[^\d+]/g, "")}`}
        className="link inline-flex min-h-6 max-w-3/5 shrink-0 items-center gap-1.5 font-semibold"
      >
        <Phone aria-hidden="true" className="size-4 shrink-0" /> <span className="truncate">{answers.phone}</span>
      </a>
    );
  }
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-semibold text-alert">
      <CircleOff aria-hidden="true" className="size-4 shrink-0" />
      {contactStoppedAt ? "Do not contact" : "No calls now"}
      {!contactStoppedAt && call.opensAt && (
        <span className="-ml-1.5 max-lg:hidden">, from {shortTime(call.opensAt)}</span>
      )}
    </span>
  );
}

/** Flags that need attention: their number on a phone, their names on a wider screen. */
function Attention({ application: { flags } }: { application: Case }) {
  const notes = flags.filter(({ level }) => level === "attention").map(({ note }) => note);
  if (notes.length === 0) return null;
  return (
    <a href="#flags" className="flex min-h-6 min-w-0 items-center gap-1.5 max-md:shrink-0 font-semibold text-alert">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {notes.length === 1 ? "1 flag" : `${notes.length} flags`}
        <span className="max-md:hidden">: {notes.join(" ")}</span>
      </span>
    </a>
  );
}

function Neighbors({ id }: { id: string }) {
  const { previous, next } = neighborsOf(id);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Cases of the list" className="flex shrink-0 gap-1 md:gap-5">
      {previous && (
        <Link to={paths.case(previous)} data-key="k" className={step}>
          <ArrowLeft aria-hidden="true" className="size-4" /> <span className="max-md:sr-only">Previous</span>
        </Link>
      )}
      {next && (
        <Link to={paths.case(next)} data-key="j" className={step}>
          <span className="max-md:sr-only">Next</span> <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}

const step = "link inline-flex min-h-9 min-w-9 items-center justify-center gap-1";
