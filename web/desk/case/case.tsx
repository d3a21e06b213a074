import { lazy, Suspense, useState } from "react";
import { useMatch } from "react-router-dom";
import { paths } from "../../../db/model/site/paths.ts";
import { ApiError, call } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Case } from "../api.ts";
import { CallsAndStop } from "../calls/calls-and-stop.tsx";
import { CorrectionForm } from "../contact/correction-form.tsx";
import { useLiveQuery, useNow } from "../data.ts";
import { deskPage, useDeskTitle, useMay, Waiting } from "../desk-page.tsx";
import { CaseLenders } from "../introductions/case-lenders.tsx";
import { Introductions } from "../introductions/introductions.tsx";
import { SendWindow } from "../introductions/send-window.tsx";
import { LetterWindow } from "../letters/letter-window.tsx";
import { Documents } from "../papers/documents.tsx";
import { type Sheet, uncheckedIn } from "../papers/sheets.ts";
import { useTyped } from "../parts/action-form.tsx";
import { Fold } from "../parts/part.tsx";
import { nameIn } from "../queue/case-list.ts";
import { CaseConsent } from "./case-consent.tsx";
import { CaseDuplicates, MergedInto } from "./case-duplicates.tsx";
import { CaseFacts, ForecastFold } from "./case-facts.tsx";
import { CaseHead } from "./case-head.tsx";
import { NoteForm, OwnerFold, StatusForm } from "./case-work.tsx";
import { useClosing } from "./closing.ts";
import { MonthlyCost } from "./monthly-cost.tsx";
import { nextStepOf } from "./next-step.ts";
import { Timeline } from "./timeline.tsx";

const PaperViewer = lazy(() => import("../papers/viewer.tsx"));

export default deskPage("Application", "readCase", LoadedCase);

function LoadedCase() {
  const id = useMatch("/desk/case/:id")?.params.id ?? "";
  const found = useLiveQuery("GET /desk/case/:id", { id });
  const name = found.data?.answers.fullName ?? nameIn(id);
  useDeskTitle(name);
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <p>
        There is no such application. <TextLink to="/desk/queue">Back to the queue</TextLink>
      </p>
    );
  }
  if (!found.data) {
    return (
      <>
        {name && <p className="mb-3 py-1.5 font-semibold text-lead">{name}</p>}
        <Waiting of={found} />
      </>
    );
  }
  return <CaseView key={id} application={found.data} />;
}

/** On top what is next; the facts; the conversation, with all that a member does and says below it; the rest on demand. */
function CaseView({ application }: { application: Case }) {
  const { contactStoppedAt, contact, duplicates, merged, papers, files } = application;
  const [opened, open] = useState<"letter" | "send">();
  const [sheet, setSheet] = useState<Sheet>();
  const note = useTyped({ text: "" }, `note ${application.id}`);
  const closing = useClosing(application);
  const samePerson = <CaseDuplicates application={application} />;
  const isSeveral = duplicates.length + merged.length > 0;
  const documents = <Documents application={application} onShow={setSheet} />;
  const hasDocuments = papers.length + files.length > 0;
  const mayReadAudit = useMay("readAudit");
  return (
    <>
      <CaseHead
        application={application}
        step={nextStepOf(application, useNow())}
        closing={closing}
        onWrite={() => open("letter")}
        onSend={() => open("send")}
        onCheck={() => setSheet(uncheckedIn(application))}
      />
      <MergedInto application={application} />
      {contactStoppedAt && !contact.call.allowed && (
        <Notice kind="alert" className="mt-3">
          {contact.call.reason} Only the applicant can undo this, on the results page.
        </Notice>
      )}
      <div className="mt-3 grid grid-cols-1 items-start gap-3 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0 lg:order-1">
          <CaseFacts application={application} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 self-stretch">
          {sheet && (
            <Suspense>
              <PaperViewer application={application} sheet={sheet} onShow={setSheet} />
            </Suspense>
          )}
          <Card
            hidden={sheet !== undefined}
            className="conversation flex min-w-0 grow flex-col-reverse overflow-hidden p-0!"
          >
            <div className="flex min-h-0 flex-wrap items-center gap-x-3 gap-y-2 overflow-y-auto border-line border-t p-4">
              <CallsAndStop application={application} note={note}>
                <NoteForm id={application.id} form={note} />
              </CallsAndStop>
              {!closing.words && <StatusForm application={application} onEnd={keepNote} closing={closing} />}
            </div>
            <Timeline application={application} />
          </Card>
          <Card className="min-w-0 px-4! py-1!">
            {hasDocuments && documents}
            {isSeveral && samePerson}
            <Fold title="Everything else" note="lenders, owner, consent">
              <Introductions application={application} />
              <CaseLenders application={application} />
              <ForecastFold forecast={application.forecast} />
              <MonthlyCost answers={application.answers} />
              <OwnerFold application={application} onEnd={keepNote} />
              <CorrectionForm application={application} />
              {!hasDocuments && documents}
              {!isSeveral && samePerson}
              <CaseConsent consent={application.consent} />
              {merged.map(({ id, spokenReference, consent }) => (
                <CaseConsent
                  key={id}
                  title={`Consent record of ${spokenReference}, merged into this one`}
                  consent={consent}
                />
              ))}
              {mayReadAudit && (
                <TextLink to={paths.auditOf(application.id)}>Who opened or changed it (audit log)</TextLink>
              )}
            </Fold>
          </Card>
        </div>
      </div>
      {opened === "letter" && <LetterWindow application={application} onClosed={() => open(undefined)} />}
      {opened === "send" && <SendWindow application={application} onClosed={() => open(undefined)} />}
    </>
  );

  /** A note that was typed and not added goes with what ends a member's work on the case. */
  async function keepNote() {
    const text = note.typed.text.trim();
    if (!text) return;
    await call("POST /desk/case/:id/notes", { id: application.id, json: { text } });
    note.clear();
  }
}
