import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../db/model/words.ts";
import { ApiError, bookCall, cancelCall, type FreeSlots, type Guidance } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { BookedCall } from "./booked-call.tsx";

const Chooser = lazy(() => import("./chooser.tsx"));

/** Books, moves or cancels a call at the applicant's choice of time. Nothing is shown while none can be booked. */
export function CallTime({ reference, guidance }: { reference: string; guidance: Guidance | undefined }) {
  const queries = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: ["guidance", reference] });
  /** Moves focus, because the control that had it is no longer on the page. */
  const leave = () => {
    flushSync(() => setIsChoosing(false));
    place.current?.focus();
    // What has been booked stands above it, and the chooser was high.
    place.current?.scrollIntoView({ block: "center" });
  };
  const changing = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => readAgain().then(leave),
    onError: (error) => {
      const left = slotsLeft(error);
      if (left) queries.setQueryData(["slots", reference], left);
      // The applicant asked us to stop, or the application was closed, while this page was open.
      if (left?.days.length === 0) readAgain();
    },
  });
  if (!guidance || guidance.appointment.refused) return null;

  const { booked } = guidance.appointment;
  // While the booked hour is what comes next, the page has just said so.
  const isToldAbove = guidance.progress.now.code === "bookedCall";
  return (
    <div id="call" ref={place} tabIndex={-1} className="no-print">
      <p role="status" className={`mt-2 ${booked && !isToldAbove ? "" : "sr-only"}`}>
        {booked && <BookedCall booked={booked} />}
      </p>
      <Failed error={changing.error} className="mt-4" />
      {isChoosing ? (
        <Suspense fallback={<p className="mt-4">Loading...</p>}>
          <Chooser
            reference={reference}
            isBusy={changing.isPending}
            onChosen={(startsAt) => changing.mutate(() => bookCall(reference, startsAt))}
            onLeave={() => {
              changing.reset();
              leave();
            }}
          />
        </Suspense>
      ) : (
        <div className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
          <Button
            look={booked || guidance.progress.isAsked ? "outline" : "primary"}
            onClick={() => {
              changing.reset();
              setIsChoosing(true);
            }}
          >
            {booked ? t`Move the call` : t`Choose a time`}
          </Button>
          {booked && (
            <Button
              look="quiet"
              disabled={changing.isPending}
              onClick={() => changing.mutate(() => cancelCall(reference))}
            >
              Cancel the call
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The times that are still free after the chosen one was taken. */
function slotsLeft(error: Error): FreeSlots | undefined {
  return error instanceof ApiError ? error.refusal?.slots : undefined;
}
