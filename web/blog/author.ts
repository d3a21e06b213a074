import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { readSession, type SessionState } from "../api.ts";

const HINT = "author";

/** Remembers that an author uses this browser. Only then do the public pages ask who is signed in. */
export function rememberAuthor() {
  try {
    localStorage.setItem(HINT, "1");
  } catch {
    // Without storage authors start from /blog/new.
  }
}

export function forgetAuthor() {
  try {
    localStorage.removeItem(HINT);
  } catch {
    // There was nothing to forget.
  }
}

/** Who is signed in; undefined until known, and for ever in a stranger's browser, which is never asked. */
export function useSession({ isAsked = false } = {}) {
  const isAuthors = useSyncExternalStore(neverChanges, isRemembered, () => false);
  return useQuery({ queryKey: ["session"], queryFn: readSession, enabled: isAsked || isAuthors }).data;
}

export function mayWrite(session: SessionState | undefined) {
  if (!session) return false;
  return session.member ? session.member.role !== "specialist" : session.isOpenForWriting;
}

function isRemembered() {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

function neverChanges() {
  return () => {};
}
