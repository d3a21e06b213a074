import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

/** Data loading as specified (9): nothing goes stale, nothing is fetched again by itself, nothing is retried. */
const queries = {
  staleTime: Number.POSITIVE_INFINITY,
  // Invalidated data must stay in the cache, or the data that came with the HTML would be taken for new.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false as const,
};

let shared: QueryClient | undefined;

/** The cache of a page that loads data. In the browser all pages share one; a rendered page has its own. */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === "undefined" ? newClient() : sharedClient()));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function sharedClient() {
  shared ??= newClient();
  return shared;
}

function newClient() {
  return new QueryClient({ defaultOptions: { queries, mutations: { retry: false } } });
}
