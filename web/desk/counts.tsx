import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { read } from "./api.ts";
import { useSignedOut } from "./data.ts";

const POLL_MS = MINUTE_MS;

/** How much the member has to do, and how much is overdue. Read every minute and after each action. */
export function useCounts(isWanted: boolean) {
  const counts = useQuery({
    queryKey: ["desk", "counts"],
    queryFn: () => read("GET /desk/my-day/counts"),
    refetchInterval: POLL_MS,
    // The counts are read even in a background tab, because its title shows them.
    refetchIntervalInBackground: true,
    enabled: isWanted,
  });
  useSignedOut(counts.error);
  return isWanted ? counts.data : undefined;
}
