import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Camera, FileText, Image } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Confirmation } from "../../../db/model/contact/code.ts";
import { MOST_FILE_MB } from "../../../db/model/papers/paper-file.ts";
import { paperName } from "../../../db/model/papers/papers.ts";
import { PAPERS_OPEN_MINUTES } from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { deleteFile, type Guidance, openPapers, readPapers, requestPapers, type SentFile } from "../../api.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MailedCodeForm } from "../contact/mailed-code-form.tsx";
import { AskedPapers } from "./asked-papers.tsx";
import { type Sending, useSending } from "./sending.ts";

type Asked = Guidance["askedPapers"][number];

/**
 * What the applicant sent of the papers that we asked for, to see and delete and, while the application is open, to add and
 * replace, once a mailed code was entered.
 */
export default function Papers({
  reference,
  asked,
  isOver = false,
}: {
  reference: string;
  asked: Asked[];
  isOver?: boolean;
}) {
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: ["papers", reference], queryFn: () => readPapers(reference) });
  const files = data?.files ?? null;
  const [said, setSaid] = useState("");
  const sending = useSending(reference, { isOpen: files !== null, read, say: setSaid });
  const [failure, setFailure] = useState<unknown>(null);

  function read() {
    return Promise.all(
      ["papers", "guidance"].map((name) => queries.invalidateQueries({ queryKey: [name, reference] })),
    );
  }

  async function remove({ id, paper }: SentFile) {
    setFailure(null);
    try {
      await deleteFile(reference, id);
      setSaid(t`${paperName(paper)}: file deleted`);
    } catch (error) {
      setFailure(error);
    }
    await read();
  }

  if (!files) {
    return (
      <>
        <AskedPapers asked={asked} />
        <Failed error={error} className="mt-4" />
        {data && (
          <MailedCodeForm
            id="papers-code"
            schema={Confirmation}
            why={
              <p className="mt-4">
                {isOver
                  ? t`You can see and delete them here. To make sure it’s you, we’ll email you a code first.`
                  : t`You can send them here: take a photo of each page, or choose files. To make sure it’s you, we’ll email you a code first.`}
              </p>
            }
            otherwise={
              <>
                Not getting our email? <TextLink to="/contact">Tell us</TextLink>.
              </>
            }
            reference={reference}
            ask={(proof) => requestPapers(reference, proof)}
            confirm={async ({ code }) => {
              await openPapers(reference, code);
              await read();
            }}
            button={t`Open my documents`}
            buttonMeanwhile={t`Opening...`}
          />
        )}
      </>
    );
  }
  return (
    <>
      <AskedPapers asked={asked}>
        {({ paper, receivedAt, isAccepted, files: needed }) => {
          const theirs = files.filter((file) => file.paper === paper);
          const onTheirWay = sending.list.filter((each) => each.paper === paper);
          return (
            <div className="mt-2 grid gap-2">
              {theirs.map((file, index) => (
                <div key={file.id} className="flex flex-wrap items-center justify-between gap-x-3">
                  <FileName file={file} number={index + 1} reference={reference} />
                  <div className="flex gap-x-4 text-sm">
                    {!isAccepted && !isOver && (
                      <FileButton
                        label={t`Replace ${paperName(paper)} ${{ number: index + 1 }}`}
                        onChosen={(chosen) => sending.add(paper, chosen, file)}
                      >
                        Replace
                      </FileButton>
                    )}
                    <Button
                      look="quiet"
                      aria-label={t`Delete ${paperName(paper)} ${{ number: index + 1 }}`}
                      onClick={() => remove(file)}
                    >
                      Delete
                    </Button>
                  </div>
                </div>
              ))}
              {onTheirWay.map((each) => (
                <OnItsWay key={each.key} sending={each} onAgain={sending.sendLost} />
              ))}
              {!isAccepted && !isOver && (
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <FileButton
                    look={receivedAt ? "quiet" : "outline"}
                    isForMany
                    label={t`${paperName(paper)}: add photos or files`}
                    onChosen={(chosen) => sending.add(paper, chosen)}
                  >
                    <Camera aria-hidden="true" className="size-5" /> Add photos or files
                  </FileButton>
                  {!receivedAt && needed > 1 && (
                    <span className="text-quiet text-sm">
                      {paper === "identification"
                        ? t`Both sides`
                        : t`${{ count: theirs.length }} of ${{ needed }} so far`}
                    </span>
                  )}
                </div>
              )}
            </div>
          );
        }}
      </AskedPapers>
      <Failed error={failure} className="mt-4" />
      <p role="status" className="sr-only">
        {said}
      </p>
      <p className="mt-4 text-quiet text-sm">
        Photos or PDF files, up to {MOST_FILE_MB} MB each. Keep this page open until each one is received. Your code
        opens this list for {PAPERS_OPEN_MINUTES} minutes on this device.
      </p>
    </>
  );
}

function OnItsWay({ sending: { file, share, isLost, problem }, onAgain }: { sending: Sending; onAgain: () => void }) {
  if (problem) {
    return (
      <div>
        <p className="wrap-anywhere font-semibold">{file.name}</p>
        <Failed error={problem} />
        {isLost && (
          <Button look="quiet" onClick={onAgain}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="wrap-anywhere">{file.name}</span>
      <progress aria-label={file.name} value={share} className="w-40 accent-bluebonnet" />
    </div>
  );
}

function FileName({ file, number, reference }: { file: SentFile; number: number; reference: string }) {
  const Icon = file.type === "application/pdf" ? FileText : Image;
  return (
    <p className="flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-quiet" />
      <a
        href={`/api/applications/${encodeURIComponent(reference)}/papers/files/${file.id}`}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex min-h-11 items-center"
      >
        {paperName(file.paper)} {number}
      </a>
    </p>
  );
}

/** A button that opens the camera or the device's files. */
function FileButton({
  label,
  look = "quiet",
  isForMany = false,
  onChosen,
  children,
}: {
  label: string;
  look?: ButtonLook;
  isForMany?: boolean;
  onChosen: (files: File[]) => void;
  children: ReactNode;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} aria-label={label} onClick={() => chooser.current?.click()}>
        {children}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept="image/*,application/pdf"
        multiple={isForMany}
        hidden
        onChange={({ target }) => {
          onChosen([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}
