import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../api.ts";

/** How often what is on screen is read again. Only the desk does that (decisions: data loading). */
export const POLL_MS = 15_000;
const CLOCK_MS = 30_000;

/** What the desk reads: fresh whenever a page opens, and again every 15 seconds where `isLive`. */
export function useDeskQuery<Data>(key: unknown[], read: () => Promise<Data>, { isLive = false } = {}) {
  const result = useQuery({
    queryKey: ["desk", ...key],
    queryFn: read,
    refetchOnMount: "always",
    refetchInterval: isLive ? POLL_MS : false,
  });
  useSignedOut(result.error);
  return result;
}

/** Something done at the desk; everything on screen is read again afterwards. */
export function useDeskAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ["desk"] }),
  });
  useSignedOut(action.error);
  return { ...action, message: action.error && messageOf(action.error) };
}

/** A refusal in the server's words. */
export function messageOf(error: Error) {
  if (error instanceof ApiError) return error.answer?.error ?? error.message;
  return "We could not reach the server. Check your connection and try again.";
}

/** When a session has ended, the page asks to sign in again (desk-page.tsx). */
export function useSignedOut(error: Error | null) {
  const queries = useQueryClient();
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) queries.invalidateQueries({ queryKey: ["session"] });
  }, [error, queries]);
}

/** The time, for what is counted from it. */
export function useNow() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
