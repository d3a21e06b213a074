import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { t } from "../../../db/model/words.ts";
import { ApiError } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { isBlankAtom, takeAtom } from "../draft/answers.ts";
import type { Draft } from "../draft/draft.ts";
import { draftBehind } from "./sealed.ts";

type Found = Pick<Draft, "answers" | "typed">;

/** Takes over the answers behind a link from another device. Asks first if there are answers here. */
export default function Arrival({ fragment }: { fragment: string }) {
  const isBlank = useAtomValue(isBlankAtom);
  const take = useSetAtom(takeAtom);
  const [found, setFound] = useState<Found>();
  const [words, setWords] = useState(() => t`Opening your answers...`);
  const accept = (draft: Found) => {
    take(draft);
    setFound(undefined);
    setWords(t`Your answers are here.`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is opened once.
  useEffect(() => {
    let isWanted = true;
    draftBehind(fragment).then(
      (draft) => isWanted && (isBlank ? accept(draft) : setFound(draft)),
      (failure) =>
        isWanted &&
        setWords(
          failure instanceof ApiError && failure.status === 404
            ? t`This link no longer works. Your answers are still on the device where you made it.`
            : t`We couldn't open your answers. Please open the whole link again.`,
        ),
    );
    return () => {
      isWanted = false;
    };
  }, [fragment]);
  return (
    <Notice kind="info" role="status">
      {found ? (
        <>
          There are other answers on this device.{" "}
          <Button look="quiet" onClick={() => accept(found)}>
            Use those from the link
          </Button>{" "}
          <Button
            look="quiet"
            onClick={() => {
              setFound(undefined);
              setWords(t`The answers of this device stay.`);
            }}
          >
            Keep these
          </Button>
        </>
      ) : (
        words
      )}
    </Notice>
  );
}
