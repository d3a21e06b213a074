import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { fileRefusals } from "../../../db/model/papers/paper-file.ts";
import { type Paper, paperName } from "../../../db/model/papers/papers.ts";
import { t } from "../../../db/model/words.ts";
import { ApiError, deleteFile, type Guidance, type SentFile, sendFile } from "../../api.ts";
import { reasonOf, unreached } from "../../failure.ts";
import { prepared } from "./prepared.ts";

/** A file on its way. `problem`: why it is not; `isLost`: the connection was lost, so that it may be sent again. */
export interface Sending {
  key: number;
  paper: Paper;
  file: File;
  /** The file that it replaces. */
  before: SentFile | undefined;
  share: number;
  isLost: boolean;
  problem: string | null;
}

/** Sends chosen files, one after the other, while the papers are open. */
export function useSending(
  reference: string,
  { isOpen, read, say }: { isOpen: boolean; read: () => Promise<unknown>; say: (words: string) => void },
) {
  const [list, setList] = useState<Sending[]>([]);
  const latest = useRef(list);
  latest.current = list;
  const isRunning = useRef(false);
  const nextKey = useRef(0);
  const queries = useQueryClient();
  const isUnderWay = list.some(({ problem, isLost }) => problem === null || isLost);

  useEffect(() => {
    if (!isUnderWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnderWay]);

  useEffect(() => {
    addEventListener("online", sendLost);
    return () => removeEventListener("online", sendLost);
  });

  // Also after a new code, when what waited goes on.
  useEffect(() => {
    if (isOpen) void run();
  });

  function set(next: Sending[]) {
    latest.current = next;
    setList(next);
  }
  function change(key: number, changes: Partial<Sending>) {
    set(latest.current.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  }
  /** Sends again what a lost connection has stopped. */
  function sendLost() {
    set(latest.current.map((each) => (each.isLost ? { ...each, problem: null } : each)));
  }
  function remove(key: number) {
    set(latest.current.filter((each) => each.key !== key));
  }

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    let isStillOpen = true;
    while (isStillOpen) {
      const next = latest.current.find(({ problem }) => problem === null);
      if (!next) break;
      isStillOpen = await sendOne(next);
    }
    isRunning.current = false;
  }

  /** False if the hour of the code is over. */
  async function sendOne({ key, paper, file, before, isLost: isAgain }: Sending) {
    try {
      const blob = await prepared(file);
      if (typeof blob === "string") {
        change(key, { problem: fileRefusals[blob](), isLost: false });
        return true;
      }
      await sendFile(reference, paper, blob, (share) => change(key, { share })).catch((error) => {
        // The file has arrived before, only the answer was lost.
        if (!isAgain || reasonOf(error) !== fileRefusals.sameFile()) throw error;
      });
      if (before) await deleteFile(reference, before.id);
      remove(key);
      await read();
      say(received(paper));
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401;
      const isLost = !(error instanceof ApiError) || error.status >= 500;
      if (!isOver) change(key, { problem: isLost ? unreached() : reasonOf(error), isLost, share: 0 });
      if (!isLost) await read();
      return !isOver;
    }
    return true;
  }

  /** How far a paper has come. */
  function received(paper: Paper) {
    const files = queries.getQueryData<{ files: SentFile[] | null }>(["papers", reference])?.files ?? [];
    const asked = queries.getQueryData<Guidance>(["guidance", reference])?.askedPapers ?? [];
    const count = files.filter((file) => file.paper === paper).length;
    const waiting = latest.current.filter((each) => each.paper === paper && each.problem === null).length;
    const needed = asked.find((each) => each.paper === paper)?.files ?? 1;
    const total = Math.max(count + waiting, needed);
    return t`${paperName(paper)} ${{ count }} of ${{ total }} received`;
  }

  return {
    list,
    sendLost,
    add(paper: Paper, chosen: File[], before?: SentFile) {
      const added = chosen.map((file) => {
        const key = nextKey.current++;
        return { ...{ key, paper, file, before }, share: 0, isLost: false, problem: null };
      });
      // What went wrong before is over once something else is chosen.
      set([...latest.current.filter((each) => each.paper !== paper || each.problem === null || each.isLost), ...added]);
    },
  };
}
