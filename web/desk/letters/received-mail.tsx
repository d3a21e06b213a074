import { asksToStop } from "../../../db/model/mail/incoming.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { STANDING } from "../case/next-step.ts";
import type { Received } from "../case/timeline.tsx";
import { useDeskAction } from "../data.ts";
import { Failure, useMay } from "../desk-page.tsx";

/** What somebody wrote to us by email; folded, if a machine did. */
export function ReceivedMail({
  mail: { text, isCut, hasFiles, isAutomatic, isKnown, recipient },
  application: { id, contactStoppedAt },
}: {
  mail: Received;
  application: Case;
}) {
  const mayStop = useMay("recordStop");
  const stopping = useDeskAction(() => call("POST /desk/case/:id/stop", { id, json: { how: "email" } }), {
    words: "Recorded. Nobody will contact the applicant anymore.",
    goOn: [STANDING],
  });
  const words = (
    <p className="whitespace-pre-line border-bluebonnet border-l-2 pl-3">{text || "They wrote nothing."}</p>
  );
  if (isAutomatic) {
    return (
      <details>
        <summary className="link min-h-6 w-fit">Read it</summary>
        {words}
      </details>
    );
  }
  return (
    <>
      {words}
      {isCut && <p className="text-quiet">It was longer: the rest is not here.</p>}
      {hasFiles && (
        <p className="text-quiet">It came with files, which we do not take by email. The sender was told.</p>
      )}
      {isKnown && !recipient && !contactStoppedAt && mayStop && asksToStop(text) && (
        <>
          <Button look="outline" onClick={() => stopping.run()}>
            Stop contact
          </Button>
          <Failure message={stopping.message} />
        </>
      )}
    </>
  );
}
