import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { focusOn } from "./data.ts";
import { ACCOUNT, keyWords } from "./keys.ts";
import { Check } from "./parts/check.tsx";

/** Stored in this browser, so that people who speak to their computer can turn single keys off (WCAG 2.1.4). */
const KEY = "desk-shortcuts";
const OFF = "off";
/** Keys that start a shortcut of two. */
const BEGINNINGS = new Set(keyWords.flatMap(([key]) => (key.includes(" ") ? [key.slice(0, key.indexOf(" "))] : [])));

/** Keyboard shortcuts, and the list of them: behind the ? key and, for those who turned the keys off, on their account. */
export function Shortcuts() {
  const { pathname } = useLocation();
  const help = useRef<HTMLDialogElement>(null);
  const [isOn, setIsOn] = useState(() => localStorage.getItem(KEY) !== OFF);
  const begun = useRef("");
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const key = begun.current ? `${begun.current} ${event.key}` : event.key;
    begun.current = BEGINNINGS.has(key) ? key : "";
    if (key === "?") help.current?.showModal();
    else if (press(key)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      {pathname === ACCOUNT && (
        <p className="mt-5 pointer-coarse:hidden">
          <Button look="quiet" onClick={() => help.current?.showModal()}>
            Keyboard shortcuts
          </Button>
        </p>
      )}
      <Dialog ref={help} aria-labelledby="shortcuts">
        <h2 id="shortcuts" className="text-h3">
          Keyboard shortcuts
        </h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          {keyWords.map(([key, words]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-card border border-line px-2">{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-quiet text-sm">They work outside of text boxes, where the page has such a control.</p>
        <Check
          isOn={isOn}
          onChange={(isOn) => {
            setIsOn(isOn);
            localStorage.setItem(KEY, isOn ? "on" : OFF);
          }}
        >
          Use these shortcuts
        </Check>
        <Button look="outline" className="mt-3" onClick={() => help.current?.close()}>
          Close
        </Button>
      </Dialog>
    </>
  );
}

/** Whether the focused control uses this key itself. */
function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio])");
}

/** Presses the control of this key, or focuses a field. False if the page has none. */
function press(key: string) {
  const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!control) return false;
  focusOn(control);
  if (control.matches("a, button")) control.click();
  return true;
}
