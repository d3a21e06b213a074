import { type ComponentType, useEffect, useRef, useState } from "react";
import { HelpButton, type HelpTipProps } from "./help-button.tsx";

/**
 * A question mark that explains a word on hover and focus. The tooltip's code is loaded when the page is idle. Where
 * hovering is impossible the fields show the same words, so a phone fetches none of it.
 */
export function HelpTip(props: HelpTipProps) {
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const [Tooltip, setTooltip] = useState<ComponentType<HelpTipProps>>();
  useEffect(() => {
    if (matchMedia("(hover: none)").matches) return;
    const load = () =>
      loadTooltip().then((Tooltip) => {
        hadFocus.current = place.current?.contains(document.activeElement) ?? false;
        setTooltip(() => Tooltip);
      });
    if ("requestIdleCallback" in window) requestIdleCallback(load);
    else setTimeout(load, 1000);
  }, []);
  useEffect(() => {
    if (Tooltip && hadFocus.current) place.current?.querySelector("button")?.focus();
  }, [Tooltip]);
  return (
    <span ref={place} className="hover-none:hidden">
      {Tooltip ? <Tooltip {...props} /> : <HelpButton about={props.about} />}
    </span>
  );
}

let loadedTooltip: Promise<ComponentType<HelpTipProps>> | undefined;

/** Fetched once for all tips. */
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
