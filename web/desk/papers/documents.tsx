import { FileText, Image } from "lucide-react";
import { PaperRequest } from "../../../db/model/case/case-event.ts";
import { isClosed } from "../../../db/model/case/status.ts";
import { type Paper, papersFor, paperWords } from "../../../db/model/papers/papers.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { Check } from "../parts/check.tsx";
import { Fold } from "../parts/part.tsx";
import { ChoosePapers } from "./choose-papers.tsx";
import { type Sheet, sheetsOf } from "./sheets.ts";

type Asked = Case["papers"][number];

const DOCUMENTS = "documents";

/** What was asked for, what arrived, to look at and tick off, and asking for more. */
export function Documents({ application, onShow }: { application: Case; onShow: (sheet: Sheet) => void }) {
  const { id, papers, files, status, workRefusal, sendRefusal } = application;
  const received = papers.filter(({ receivedAt }) => receivedAt !== null).length;
  const sheets = sheetsOf(application);
  const mayAsk = !workRefusal && !sendRefusal;
  if (papers.length + files.length === 0) return mayAsk && <Ask application={application} />;
  return (
    <Fold
      id={DOCUMENTS}
      title="Documents received"
      note={papers.length > 0 ? `${received} of ${papers.length}` : "none asked for"}
    >
      {workRefusal && <p className="text-quiet">{workRefusal}</p>}
      <ul className="grid gap-1">
        {papers.map((asked) => (
          <li key={asked.paper}>
            {workRefusal || isClosed(status) ? (
              <>
                {paperWords(asked.paper)} <State {...asked} />
              </>
            ) : (
              <Row id={id} asked={asked} isLast={received === papers.length - 1 && asked.receivedAt === null} />
            )}
            <Files sheets={sheets.filter(({ file }) => file.paper === asked.paper)} onShow={onShow} />
          </li>
        ))}
      </ul>
      <Files sheets={sheets.filter(({ file }) => papers.every(({ paper }) => paper !== file.paper))} onShow={onShow} />
      {mayAsk && <Ask application={application} />}
    </Fold>
  );
}

/** Notes by one press that a paper is here and good; another press takes it back. */
function Row({ id, asked, isLast }: { id: string; asked: Asked; isLast: boolean }) {
  const { paper, isAccepted } = asked;
  const noting = useDeskAction(
    (received: boolean) => call("POST /desk/case/:id/papers", { id, json: { paper, received } }),
    {
      words: (received) => {
        if (received && isLast) return "Noted. All documents have arrived.";
        return received ? "Noted as received." : "Noted as not received.";
      },
    },
  );
  return (
    <>
      <Check isOn={noting.asked ?? isAccepted} onChange={noting.run}>
        <span className="min-w-0">
          {paperWords(paper)}
          <State {...asked} />
        </span>
      </Check>
      <Failure message={noting.message} />
    </>
  );
}

function State({ receivedAt, isAccepted, refusal }: Asked) {
  if (refusal) return <span className="block text-quiet text-sm">Asked for again: {refusal}</span>;
  if (!receivedAt) return null;
  return (
    <span className={`block text-sm ${isAccepted ? "text-quiet" : "font-semibold"}`}>
      Received {shortTime(receivedAt)}
      {!isAccepted && ", not checked yet"}
    </span>
  );
}

function Files({ sheets, onShow }: { sheets: Sheet[]; onShow: (sheet: Sheet) => void }) {
  if (sheets.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5 pl-8">
      {sheets.map((sheet) => {
        const Icon = sheet.file.type === "application/pdf" ? FileText : Image;
        return (
          <Button key={sheet.file.id} look="quiet" onClick={() => onShow(sheet)}>
            <Icon aria-hidden="true" className="size-4" /> {sheet.name}
          </Button>
        );
      })}
    </p>
  );
}

/** Asks for papers by mail, whatever was asked for before; what is missing again, if nothing else is chosen. */
function Ask({ application: { id, papers, answers, contact } }: { application: Case }) {
  const missing = papers.filter(({ receivedAt }) => receivedAt === null).map(({ paper }) => paper);
  const form = useTyped<{ papers: Paper[] }>({ papers: papers.length > 0 ? missing : papersFor(answers) });
  return (
    <Fold title="Ask for documents">
      {!contact.email.allowed && <p className="font-semibold text-alert">{contact.email.reason} No email goes out.</p>}
      <ActionForm
        form={form}
        schema={PaperRequest}
        act={(json) => call("POST /desk/case/:id/papers/ask", { id, json })}
        words="Asked. The applicant gets an email."
        goOn={[DOCUMENTS]}
        button="Ask by email"
      >
        <ChoosePapers chosen={form.typed.papers} onChoose={(papers) => form.change({ papers })} />
      </ActionForm>
    </Fold>
  );
}
