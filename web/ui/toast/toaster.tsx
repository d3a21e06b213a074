import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { t } from "../../../db/model/words.ts";
import { dismissToast, useToasts } from "./toast.ts";

/** Of toasts without a button, which stay until that or their close button is pressed. */
const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

/** The toasts on screen: on top on a phone, otherwise bottom right. F8 moves to them. */
export function Toaster() {
  return (
    <Toast.Provider label="Notification" swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {useToasts().map(({ id, title, description, note, variant, action, open }) => (
        <Toast.Root
          key={id}
          open={open}
          duration={action ? Number.POSITIVE_INFINITY : DURATION_MS}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          data-variant={variant}
          className={`flex touch-none items-start gap-3 rounded-card border p-4 shadow-card data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] ${
            variant === "destructive" ? "border-alert bg-alert-tint text-alert" : "border-edge bg-card text-ink"
          }`}
        >
          <div className="min-w-0 grow">
            <Toast.Title className="font-semibold">{title}</Toast.Title>
            <Toast.Description className="text-sm">{description}</Toast.Description>
            {note && <p className="break-words text-sm">{note}</p>}
            {action && (
              <Toast.Action
                altText={action.label}
                onClick={action.onClick}
                className="link mt-2 min-h-11 font-semibold"
              >
                {action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close aria-label="Close" className="-m-2 flex size-11 shrink-0 items-center justify-center">
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={["F8"]}
        label={t`Notifications (${{ hotkey: "{hotkey}" }})`}
        className="fixed top-0 right-0 z-50 flex w-full flex-col gap-2 p-4 sm:top-auto sm:bottom-0 md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}
