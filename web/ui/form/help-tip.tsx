import { type ComponentType, useEffect, useRef, useState } from "react";
import { HelpButton, type HelpTipProps } from "./help-button.tsx";

/** A question mark that explains a word, and loads its tooltip when used. Without hovering, fields show the words. */
export function HelpTip(props: HelpTipProps) {
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const [Tooltip, setTooltip] = useState<ComponentType<HelpTipProps>>();
  const load = () =>
    loadTooltip().then((Tooltip) => {
      hadFocus.current = place.current?.contains(document.activeElement) ?? false;
      setTooltip(() => Tooltip);
    });
  useEffect(() => {
    const button = place.current?.querySelector("button");
    if (!Tooltip || !button) return;
    if (hadFocus.current) button.focus();
    // A tooltip opens when the pointer moves, and it may rest here by now.
    if (place.current?.matches(":hover")) button.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  }, [Tooltip]);
  return (
    <span ref={place} className="hover-none:hidden">
      {Tooltip ? <Tooltip {...props} /> : <HelpButton about={props.about} onPointerEnter={load} onFocus={load} />}
    </span>
  );
}

let loadedTooltip: Promise<ComponentType<HelpTipProps>> | undefined;

/** Loaded once for all tips. */
function loadTooltip() {
  loadedTooltip ??= import("./tooltip.tsx").then(
    ({ Tooltip }) => Tooltip,
    () => BrowsersTooltip,
  );
  return loadedTooltip;
}

function BrowsersTooltip({ about, text }: HelpTipProps) {
  return <HelpButton about={about} title={text} />;
}
