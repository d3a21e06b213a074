import { type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "../../ui/dialog.tsx";

/** A window over the page, open for as long as it is rendered. What stands in it gets the function that closes it. */
export function Window({
  title,
  onClosed,
  children,
}: {
  title: string;
  onClosed: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} aria-labelledby="window-title" onClose={onClosed}>
      <h2 id="window-title" className="text-h3">
        {title}
      </h2>
      {children(() => dialog.current?.close())}
    </Dialog>
  );
}
