import { useQuery } from "@tanstack/react-query";
import { read } from "./api.ts";
import { useSignedOut } from "./data.ts";

/** How much the member has to do, and how much is overdue. */
export function useCounts(isWanted: boolean) {
  const counts = useQuery({
    queryKey: ["desk", "counts"],
    queryFn: () => read("GET /desk/my-day/counts"),
    meta: { hears: ["lists", "messages"], isInTitle: true },
    enabled: isWanted,
  });
  useSignedOut(counts.error);
  return isWanted ? counts.data : undefined;
}
