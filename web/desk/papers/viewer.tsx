import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, type LucideIcon, RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PaperChange } from "../../../db/model/case/case-event.ts";
import { AGAIN } from "../../../db/model/papers/again.ts";
import { paperWords } from "../../../db/model/papers/papers.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call, request } from "../../api.ts";
import { opened } from "../../picture.ts";
import { Card } from "../../ui/card.tsx";
import type { Case } from "../api.ts";
import { NEXT_STEP, STANDING } from "../case/next-step.ts";
import { Failure } from "../desk-page.tsx";
import { ActionButton, ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { type Sheet, sheetsOf, uncheckedIn } from "./sheets.ts";

const ZOOMS = [100, 150, 200, 300];

/** A page as it was drawn, and how many its file has. */
export interface Drawing {
  canvas: HTMLCanvasElement;
  pages: number;
}

interface Shown {
  application: Case;
  sheet: Sheet;
  /** Undefined closes it. */
  onShow: (sheet: Sheet | undefined) => void;
}

/** A page of what the applicant sent, beside the facts: to turn, to enlarge, and to say whether it will do. */
export default function PaperViewer({ application, sheet, onShow }: Shown) {
  const [turns, setTurns] = useState(0);
  const [zoom, setZoom] = useState(0);
  /** Of each file that was opened. */
  const [pages, setPages] = useState<Record<string, number>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const sheets = sheetsOf(application);
  const at = sheets.findIndex(({ file }) => file.id === sheet.file.id);
  const last = pages[sheet.file.id] ?? 1;
  const name = last > 1 ? `${sheet.name}, page ${sheet.page} of ${last}` : sheet.name;
  const before = sheets[at - 1];
  const previous =
    sheet.page > 1 ? { ...sheet, page: sheet.page - 1 } : before && { ...before, page: pages[before.file.id] ?? 1 };
  const next = sheet.page < last ? { ...sheet, page: sheet.page + 1 } : sheets[at + 1];
  useEffect(() => heading.current?.focus(), []);
  function go(to: Sheet | undefined) {
    setTurns(0);
    onShow(to);
  }
  const tools: [label: string, Icon: LucideIcon, press: () => void, isOff?: boolean][] = [
    ["Previous page", ChevronLeft, () => go(previous), !previous],
    ["Next page", ChevronRight, () => go(next), !next],
    ["Turn", RotateCw, () => setTurns((turns + 1) % 4)],
    ["Smaller", ZoomOut, () => setZoom(zoom - 1), zoom === 0],
    ["Larger", ZoomIn, () => setZoom(zoom + 1), zoom === ZOOMS.length - 1],
    ["Close", X, () => go(undefined)],
  ];
  return (
    <Card className="conversation flex min-w-0 flex-col overflow-hidden p-0!">
      <div className="flex flex-wrap items-center gap-1 border-line border-b px-4 py-1">
        <h2 ref={heading} tabIndex={-1} aria-live="polite" className="mr-auto text-base">
          {name}
        </h2>
        {tools.map(([label, Icon, press, isOff]) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            aria-disabled={isOff}
            onClick={() => isOff || press()}
            className="inline-flex size-9 items-center justify-center rounded-full text-bluebonnet hover:bg-tint aria-disabled:text-edge pointer-coarse:size-11"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        ))}
      </div>
      <section
        id={PAGE}
        aria-label="The page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
        tabIndex={0}
        className="min-h-0 grow overflow-auto bg-tint max-lg:max-h-[70svh]"
      >
        <Picture
          key={sheet.file.id}
          caseId={application.id}
          sheet={sheet}
          name={name}
          turns={turns}
          width={ZOOMS[zoom] ?? 100}
          onPages={(count) => setPages((known) => ({ ...known, [sheet.file.id]: count }))}
        />
      </section>
      <Verdict key={sheet.file.paper} application={application} sheet={sheet} onShow={go} />
    </Card>
  );
}

/** Drawn, so that it leaves no copy on the member's device. */
function Picture({
  caseId,
  sheet,
  name,
  turns,
  width,
  onPages,
}: {
  caseId: string;
  sheet: Sheet;
  name: string;
  turns: number;
  width: number;
  onPages: (count: number) => void;
}) {
  const { id: fileId, type } = sheet.file;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const tellPages = useEffectEvent(onPages);
  const content = useQuery({
    queryKey: ["paper", fileId],
    queryFn: async () => (await request("GET /desk/case/:id/papers/:fileId", { id: caseId, fileId })).blob(),
    gcTime: 0,
  });
  useEffect(() => {
    const [blob, place] = [content.data, canvas.current];
    // The Worker renders this page, too, but does not have to carry PDF.js.
    if (import.meta.env.SSR || !blob || !place) return;
    let isCurrent = true;
    const drawing =
      type === "application/pdf"
        ? import("./pdf.ts").then(({ drawPage }) => drawPage(blob, sheet.page, turns))
        : drawPhoto(blob, turns);
    drawing.then(
      ({ canvas: drawn, pages }) => {
        if (!isCurrent) return;
        place.width = drawn.width;
        place.height = drawn.height;
        place.getContext("2d")?.drawImage(drawn, 0, 0);
        setFailure(null);
        tellPages(pages);
      },
      (error: Error) => isCurrent && setFailure(error.name === "PasswordException" ? LOCKED : BROKEN),
    );
    return () => {
      isCurrent = false;
    };
  }, [content.data, type, sheet.page, turns]);
  return (
    <>
      <Failure message={content.error ? "This file did not arrive. Please close it and open it again." : null} />
      <Failure message={failure} />
      <canvas ref={canvas} role="img" aria-label={name} hidden={failure !== null} style={{ width: `${width}%` }} />
    </>
  );
}

const LOCKED = "This PDF opens only with a password. Please ask for it again without one.";
const BROKEN = "This file cannot be shown. Please ask for it again.";

async function drawPhoto(blob: Blob, turns: number): Promise<Drawing> {
  const canvas = document.createElement("canvas");
  const image = await opened(blob);
  const { width, height } = image;
  const isAcross = turns % 2 === 1;
  canvas.width = isAcross ? height : width;
  canvas.height = isAcross ? width : height;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(image, -width / 2, -height / 2);
  image.close();
  return { canvas, pages: 1 };
}

/** Whether the paper will do, or why it has to come again; then the next one that nobody has checked. */
function Verdict({ application, sheet, onShow }: Shown) {
  const { id, language, papers, workRefusal, sendRefusal } = application;
  const { paper } = sheet.file;
  const form = useTyped({ reason: "", own: "" });
  const asked = papers.find((each) => each.paper === paper);
  const others = papers.map((each) => (each.paper === paper ? { ...each, receivedAt: null } : each));
  const goOn = () => onShow(uncheckedIn({ ...application, papers: others }));
  return (
    <div className="grid gap-2 border-line border-t px-4 py-3">
      <p>
        {paperWords(paper)}
        {asked?.isAccepted && asked.receivedAt && (
          <span className="font-semibold text-leaf"> Checked {shortTime(asked.receivedAt)}</span>
        )}
        {asked?.refusal && <span className="font-semibold"> Asked for again: {asked.refusal}</span>}
      </p>
      {asked && !asked.isAccepted && !workRefusal && !sendRefusal && (
        <div className="flex flex-wrap items-start gap-3">
          <ActionButton
            look="primary"
            act={() => call("POST /desk/case/:id/papers", { id, json: { paper, received: true } })}
            words="Accepted."
            onDone={goOn}
            goOn={[PAGE, NEXT_STEP, STANDING]}
          >
            Accept
          </ActionButton>
          <ActionForm
            className="ml-auto flex flex-wrap items-end gap-3"
            form={form}
            schema={PaperChange}
            read={({ reason, own }) => ({ paper, received: false, reason: reason === OWN ? own : reason })}
            act={(json) => call("POST /desk/case/:id/papers", { id, json })}
            words="Asked for again. The applicant gets an email."
            onDone={goOn}
            goOn={[PAGE, NEXT_STEP, STANDING]}
            button={form.typed.reason && "Ask for it again"}
          >
            <SelectField
              name="reason"
              label="Or what is wrong?"
              className="sm:flex sm:items-center sm:gap-3 sm:whitespace-nowrap"
              first="Choose"
              of={[...AGAIN.map((words) => words[language]), OWN]}
              words={Object.fromEntries([
                ...AGAIN.map((words) => [words[language], words.en]),
                [OWN, "Something else"],
              ])}
            />
            {form.typed.reason === OWN && (
              <TextField name="own" label={language === "es" ? "In your words, in Spanish" : "In your words"} />
            )}
          </ActionForm>
        </div>
      )}
    </div>
  );
}

const OWN = "own";
const PAGE = "paper-page";
