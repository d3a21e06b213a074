import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Role } from "../../db/model/staff/staff.ts";
import { readSession, type SessionState } from "../api.ts";
import { isAuthorsBrowser } from "./author-hint.ts";

/** Who is signed in; undefined until known, and always for strangers, since their browsers never ask. */
export function useSession({ isAsked = false } = {}) {
  const isAuthors = useSyncExternalStore(neverChanges, isAuthorsBrowser, () => false);
  return useQuery({ queryKey: ["session"], queryFn: readSession, enabled: isAsked || isAuthors }).data;
}

export function mayWrite(session: SessionState | undefined) {
  if (!session) return false;
  return session.member ? isWriter(session.member.role) : session.isOpenForWriting;
}

export function isWriter(role: Role) {
  return role !== "specialist";
}

function neverChanges() {
  return () => {};
}
