import { useMutation } from "@tanstack/react-query";
import type { Role } from "../../db/model/staff/staff.ts";
import { ApiError } from "../api.ts";
import { reasonForStaff } from "./reason-for-staff.ts";

const PASSKEY_FAILED = "The passkey didn’t work, or it was canceled. Try again, or use something else.";

/** What passing or adding a second factor answers. Recovery codes come with the first one. */
export interface Passed {
  member: { role: Role };
  recoveryCodes: string[] | null;
}

/** Runs one try at a time, and says what went wrong. What the browser throws is about a passkey. */
export function useTry<Result, Input = void>(work: (input: Input) => Promise<Result>, onDone: (done: Result) => void) {
  const { mutate, isPending, error } = useMutation({ mutationFn: work, onSuccess: (done) => onDone(done) });
  return {
    error: error instanceof ApiError ? reasonForStaff(error) : error && PASSKEY_FAILED,
    run(input: Input) {
      if (!isPending) mutate(input);
    },
  };
}
