import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/** Without a network a call fails and the page says so, instead of waiting in silence and being sent at some later time. */
const networkMode = { networkMode: "always" as const };

/** As the specification demands (9): data never goes stale, and nothing is fetched again or retried by itself. */
const queries = {
  ...networkMode,
  staleTime: Number.POSITIVE_INFINITY,
  // Keep invalidated data in the cache. Without it, the data from the HTML would be taken for new.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false as const,
};

let shared: QueryClient | undefined;

/** The data cache. In the browser all pages share one; each rendered page has its own. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === "undefined" ? newClient() : sharedClient()));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function sharedClient() {
  shared ??= newClient();
  return shared;
}

function newClient() {
  return new QueryClient({ defaultOptions: { queries, mutations: { ...networkMode, retry: false } } });
}
