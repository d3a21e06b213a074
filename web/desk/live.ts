import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type News, PING, PONG } from "../../db/model/queue/news.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { announceArrival, noticeArrivals } from "./alert.ts";

/** Reads again what an open desk shows when the server says that it has changed, over one WebSocket for all pages of a tab. */

declare module "@tanstack/react-query" {
  interface Register {
    /** `hears`: after which news it is read again by itself. `isInTitle`: hidden pages show it, too. */
    queryMeta: { hears?: News[]; isInTitle?: boolean };
  }
}

/** Calls, plans and promises fall due without any news. */
const ALL_EVERY_MS = 15 * MINUTE_MS;
/** Every case has news for lists, all the time at a busy desk. A hidden page reads what its title shows every minute at most. */
const LIST_EVERY_MS = 30_000;
const HIDDEN_EVERY_MS = MINUTE_MS;
/** A new application is on screen ten seconds after it came. The server gathers news for one. */
const ARRIVALS_EVERY_MS = 8_000;
/** Cloudflare closes a socket on which nothing is said for 100 seconds. */
const PING_EVERY_MS = MINUTE_MS;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;

let pages = 0;
let stop: (() => void) | undefined;

/** Listens while a member of the desk is signed in on this page or, after it, on the next one. */
export function useLive(isAtDesk: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isAtDesk) return;
    pages++;
    stop ??= listen(queries);
    return () => {
      pages--;
      // The next page opens in the same moment.
      queueMicrotask(() => {
        if (pages > 0) return;
        stop?.();
        stop = undefined;
      });
    };
  }, [isAtDesk, queries]);
}

function listen(queries: QueryClient) {
  const due = new Set<Query>();
  const readAt = new WeakMap<Query, number>();
  let socket: WebSocket;
  let isHeard = true;
  let pause = FIRST_PAUSE_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    clearTimeout(retry);
    let hasOpened = false;
    socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/desk/live`);
    socket.onopen = () => {
      hasOpened = isHeard = true;
      pause = FIRST_PAUSE_MS;
      // What was read before may have changed since, unheard.
      hear();
    };
    socket.onmessage = ({ data }) => {
      isHeard = true;
      if (data !== PONG) hear(JSON.parse(data));
    };
    socket.onclose = () => {
      // Where no socket gets through, the page is read at each try. It is also how we learn that the session has ended.
      if (!hasOpened) hear();
      // At random, so that all desks do not come back at once.
      retry = setTimeout(connect, pause * (0.5 + Math.random()));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    };
  }

  /** Without news, anything may have changed. */
  function hear(news?: News[]) {
    if (news?.includes("arrivals")) announceArrival();
    for (const query of queries.getQueryCache().findAll({ type: "active" })) {
      const hears = query.meta?.hears ?? [];
      if (hears.some((each) => !news || news.includes(each))) due.add(query);
    }
    readDue();
  }

  /** Reads what is due and may be read now, and comes back for the rest. */
  function readDue() {
    clearTimeout(reading);
    const ready = [...due].filter((query) => waitOf(query) <= 0);
    for (const query of ready) {
      due.delete(query);
      readAt.set(query, Date.now());
    }
    queries.refetchQueries({ type: "active", predicate: (query) => ready.includes(query) });
    const wait = Math.min(...[...due].map(waitOf));
    if (Number.isFinite(wait)) reading = setTimeout(readDue, wait);
  }

  /** Milliseconds until this may be read again; Infinity while nobody would see it. */
  function waitOf(query: Query) {
    const { meta, state } = query;
    if (document.hidden && !meta?.isInTitle) return Number.POSITIVE_INFINITY;
    // A first reading cannot be restarted.
    if (state.fetchStatus === "fetching" && state.data === undefined) return FIRST_PAUSE_MS;
    const every = document.hidden ? HIDDEN_EVERY_MS : Math.min(...(meta?.hears ?? []).map(pauseAfter));
    return Math.max(state.dataUpdatedAt, readAt.get(query) ?? 0) + every - Date.now();
  }

  function pauseAfter(news: News) {
    if (news.startsWith("case ")) return 0;
    return news === "arrivals" ? ARRIVALS_EVERY_MS : LIST_EVERY_MS;
  }

  function comeBack() {
    if (document.hidden) return;
    noticeArrivals();
    if (socket.readyState === WebSocket.CLOSED) connect();
    readDue();
  }

  function ping() {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isHeard) return socket.close();
    isHeard = false;
    socket.send(PING);
  }

  connect();
  document.addEventListener("visibilitychange", comeBack);
  const timers = [setInterval(ping, PING_EVERY_MS), setInterval(hear, ALL_EVERY_MS)];
  return () => {
    document.removeEventListener("visibilitychange", comeBack);
    for (const timer of [...timers, retry, reading]) clearTimeout(timer);
    socket.onclose = null;
    socket.close();
  };
}
