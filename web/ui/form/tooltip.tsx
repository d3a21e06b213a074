import { Tooltip as Radix } from "radix-ui";
import { HelpButton, type HelpTipProps } from "./help-button.tsx";

const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** The tooltip of a HelpTip. Opens after a delay or on focus; closes on leave, blur, click, scroll and Escape. */
export function Tooltip({ about, text }: HelpTipProps) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <HelpButton about={about} />
        </Radix.Trigger>
        <Radix.Portal container={document.getElementById("main")}>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-xs rounded-[10px] bg-ink px-4 py-3 text-paper text-sm shadow-card"
          >
            {text}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
