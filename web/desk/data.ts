import {
  focusManager,
  notifyManager,
  type Query,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { ApiError, call, type Given } from "../api.ts";
import { reasonForStaff } from "../sign-in/reason-for-staff.ts";
import type { Call } from "../wire.ts";
import { read } from "./api.ts";
import { useAnnouncement } from "./parts/announcement.tsx";

const CLOCK_MS = 30_000;
const READ_EVERY_MS = 10_000;

/** Reads what others change while somebody looks, and as soon as somebody looks again; nothing more once the session has ended. */
const live = {
  refetchInterval: ({ state: { error } }: Pick<Query, "state">) => {
    if (error instanceof ApiError && error.status === 401) return false;
    return focusManager.isFocused() ? READ_EVERY_MS : MINUTE_MS;
  },
  refetchOnWindowFocus: "always" as const,
};

type How = Partial<typeof live> & { refetchIntervalInBackground?: boolean; enabled?: boolean };

/** What the desk reads: fresh whenever a page opens. */
export function useDeskQuery<Name extends Call>(name: Name, ...given: Given<Name>) {
  return useReading([name, ...given], () => call(name, ...given));
}

/** The same, read again and again while it is on screen. */
export function useLiveQuery<Name extends Call>(name: Name, ...given: Given<Name>) {
  return useReading([name, ...given], () => read(name, ...given), live);
}

export function useReading<Data>(key: unknown[], queryFn: () => Promise<Data>, how: How = {}) {
  const result = useQuery({ queryKey: ["desk", ...key], queryFn, refetchOnMount: "always", ...how });
  useSignedOut(result.error);
  return result;
}

/**
 * What the desk reads page by page, as `useDeskQuery` reads, and again while it is on screen where it `isLive`; `data` are
 * the pages that were read. Where `isKept`, what was on screen stays until what was asked for is there.
 */
export function useDeskList<Page extends { next: string | null }>(
  key: unknown[],
  read: (from: { cursor?: string }) => Promise<Page>,
  { isLive = false, isKept = false } = {},
) {
  const result = useInfiniteQuery({
    queryKey: ["desk", ...key],
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
    refetchOnMount: "always",
    ...(isLive && live),
    placeholderData: (before) => (isKept ? before : undefined),
  });
  useSignedOut(result.error);
  return result;
}

/** What the header and the title of every page count; hidden pages, too. Nothing until it is read. */
export function useCounts(isWanted = true) {
  const counts = useReading(["counts"], () => read("GET /desk/my-day/counts"), {
    ...live,
    refetchIntervalInBackground: true,
    enabled: isWanted,
  });
  return isWanted ? counts.data : undefined;
}

/** How many applications have come that nobody at this page has seen, since it is hidden. */
export function useUnseen(newest: number | undefined) {
  const isHidden = useSyncExternalStore(
    subscribeToSight,
    () => document.visibilityState === "hidden",
    () => false,
  );
  const [seen, see] = useState<number>();
  if (newest !== undefined && newest !== seen && (!isHidden || seen === undefined)) see(newest);
  return isHidden && newest !== undefined && seen !== undefined ? newest - seen : 0;
}

function subscribeToSight(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

export interface Ending<Input, Result> {
  /** Announced when it is done. */
  words?: string | ((input: Input, result: Result) => string);
  onDone?: (result: Result, input: Input) => void;
  /** Ids of places to continue at: the first on the page gets focus, unless the member is working elsewhere. */
  goOn?: string[] | ((input: Input, result: Result | undefined) => string[]);
}

/** An action at the desk, after which all data is read again. Do not disable its button, or it loses focus. */
export function useDeskAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  { words = "", onDone, goOn = [] }: Ending<Input, Result> = {},
) {
  const queries = useQueryClient();
  const [last, end] = useAnnouncement();
  const [failedAt, setFailedAt] = useState(0);
  // Ignore repeated presses until the server answers, not until all data has been read again.
  const isAsked = useRef(false);
  const pressed = useRef<Element>(null);
  const action = useMutation({
    mutationFn: (input: Input) => act(input).finally(() => (isAsked.current = false)),
    onSuccess: (result, input) => {
      end(typeof words === "string" ? words : words(input, result));
      onDone?.(result, input);
    },
    onError: () => setFailedAt(end("")),
    onSettled: async (result, error, input) => {
      await queries.invalidateQueries({ queryKey: ["desk"] });
      // Wait until the screen shows the new data. Before that, focus would go to a control that is about to vanish.
      await new Promise<void>((shown) => notifyManager.schedule(shown));
      const isFocusLost = document.activeElement === document.body;
      const isWhereItWas = document.activeElement === pressed.current;
      if (!isFocusLost && (error || !isWhereItWas)) return;
      focusFirst(typeof goOn === "function" ? goOn(input, result) : goOn);
    },
  });
  useSignedOut(action.error);

  return {
    /** What is being done, until the screen shows the new data. */
    asked: action.isPending ? action.variables : undefined,
    message: action.error && failedAt === last.at ? reasonForStaff(action.error) : null,
    run: (input: Input) => {
      if (isAsked.current) return;
      isAsked.current = true;
      pressed.current = document.activeElement;
      action.mutate(input);
    },
  };
}

/** Focuses the first of these places that is on the page, and unfolds it. */
export function focusFirst(ids: string[]) {
  focusOn(ids.map((id) => document.getElementById(id)).find((each) => each !== null));
}

/** Focuses a place; what is folded around it unfolds. */
export function focusOn(place: HTMLElement | null | undefined) {
  for (let each = place?.closest("details"); each; each = each.parentElement?.closest("details")) each.open = true;
  place?.focus();
}

/** After the session has ended, the page asks to sign in again (desk-page.tsx). */
export function useSignedOut(error: Error | null) {
  const queries = useQueryClient();
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) queries.invalidateQueries({ queryKey: ["session"] });
  }, [error, queries]);
}

/** The present time, for durations on screen. */
export function useNow() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
