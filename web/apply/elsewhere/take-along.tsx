import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { ANSWERS_KEPT_DAYS } from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { reasonOf } from "../../failure.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { answersAtom, typedAtom } from "../draft/answers.ts";
import { linkTo } from "./sealed.ts";

/** Makes a link with which the visitor goes on on another device. */
export default function TakeAlong({ onClose }: { onClose: () => void }) {
  const draft = { answers: useAtomValue(answersAtom), typed: useAtomValue(typedAtom) };
  const first = useRef(draft);
  const dialog = useRef<HTMLDialogElement>(null);
  const [link, setLink] = useState("");
  const [problem, setProblem] = useState("");
  /** The link itself where the browser does not let us copy it. */
  const [copied, setCopied] = useState("");
  useEffect(() => {
    dialog.current?.showModal();
    linkTo(first.current).then(setLink, (failure) => setProblem(reasonOf(failure)));
  }, []);
  const title = t`My car application`;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`;
  const send = () => (navigator.share ? navigator.share({ title, url: link }).catch(() => {}) : location.assign(mail));
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(t`Copied.`),
      () => setCopied(link),
    );
  return (
    <Dialog ref={dialog} aria-labelledby="take-along" onClose={onClose}>
      <h2 id="take-along" className="text-h3">
        Finish on another device
      </h2>
      <p className="mt-2">
        Your answers are locked, and only this link opens them; we can't. It works for {ANSWERS_KEPT_DAYS} days. Send it
        to yourself alone.
      </p>
      <p role="status" className={`mt-3 wrap-anywhere ${problem ? "text-alert" : ""}`}>
        {problem || copied || (!link && t`Making the link...`)}
      </p>
      <form method="dialog" className="mt-4 flex flex-wrap items-center gap-3">
        {link && (
          <>
            <Button onClick={send}>Send me the link</Button>
            <Button look="outline" onClick={copy}>
              Copy the link
            </Button>
          </>
        )}
        <Button type="submit" look="quiet">
          Close
        </Button>
      </form>
    </Dialog>
  );
}
