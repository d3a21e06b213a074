import { useQuery } from "@tanstack/react-query";
import { readApplication, readGuidance } from "../api.ts";

/** Both parts of what we say about an application. They are shown at once, so that nothing moves when the second arrives. */
export function useApplication(ref: string | null) {
  const ask = { enabled: Boolean(ref) };
  const application = useQuery({
    queryKey: ["application", ref],
    queryFn: () => readApplication(ref ?? ""),
    ...ask,
  });
  const guidance = useQuery({ queryKey: ["guidance", ref], queryFn: () => readGuidance(ref ?? ""), ...ask });
  const isPending = application.isPending || (Boolean(application.data) && guidance.isPending);
  return { isPending, application: application.data, guidance: guidance.data };
}
