import { type ComponentType, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

type Loaded = ComponentType<{ reference: string; height: string }>;

/** About the height of the card with nothing booked. */
export const height = "min-h-60 sm:min-h-44";

/** The card of the call. Its code loads after the page; its space is reserved, so that nothing moves. */
export function CallPlace({ reference }: { reference: string }) {
  const [Appointment, setAppointment] = useState<Loaded>();
  const [hasFailed, setHasFailed] = useState(false);

  function load() {
    setHasFailed(false);
    import("./appointment.tsx").then(
      (module) => setAppointment(() => module.Appointment),
      () => setHasFailed(true),
    );
  }
  useEffect(load, []);

  return (
    <div className={`no-print ${Appointment ? "empty:hidden" : height}`}>
      {Appointment && <Appointment reference={reference} height={height} />}
      {hasFailed && (
        <Card>
          <h2 className="text-h3">When should we call?</h2>
          <p className="mt-2">This part of the page couldn't be loaded.</p>
          <Button look="outline" className="mt-4" onClick={load}>
            Try again
          </Button>
        </Card>
      )}
    </div>
  );
}
