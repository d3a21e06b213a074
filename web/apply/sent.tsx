import { useAtomValue, useSetAtom } from "jotai";
import { paths } from "../../db/model/site/paths.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { isBlankAtom, isNewAtom, isRestoredAtom } from "./draft/answers.ts";
import { rememberedReference, type Sent } from "./draft/reference.ts";

/** The application that this tab has sent, until the visitor starts a new one; null if there is none. */
export function useSent() {
  const isRestored = useAtomValue(isRestoredAtom);
  const isBlank = useAtomValue(isBlankAtom);
  const isNew = useAtomValue(isNewAtom);
  return isRestored && isBlank && !isNew ? rememberedReference() : null;
}

/** Replaces a page of the form when Back leads there after sending, because its answers are erased. */
export function SentNotice({ sent: { ref, at } }: { sent: Sent }) {
  const setNew = useSetAtom(isNewAtom);
  return (
    <div className="min-h-svh">
      <Notice kind="done">
        <h2 className="text-h3">You sent your application on {longDate(at)}</h2>
        <p className="mt-1">We have it, and this browser no longer holds your answers.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={paths.results(ref)}>See your results</ButtonLink>
          <ButtonLink to="/thank-you" look="outline">
            What happens next
          </ButtonLink>
        </div>
      </Notice>
      <p className="mt-6">
        Applying for somebody else, or did something change?{" "}
        <Link to={paths.step("contact")} onClick={() => setNew(true)} className="link inline-flex min-h-6">
          Start a new application
        </Link>
      </p>
    </div>
  );
}
