import { afterEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "../../../db/model/time/clock.ts";
import { refused } from "../answers.ts";
import { account, page, signedInAs } from "../desk.ts";
import { openPage, screen, waitFor } from "../screen.tsx";

/** An open desk shows what colleagues do and what comes in, and asks for no more than that. */

/** A Tuesday in Texas. */
const NOON = new Date("2026-11-24T18:00:00Z");
const LIST_MS = 30_000;
const COUNTS = "GET /api/desk/my-day/counts";
const QUEUE = "GET /api/desk/queue";
const ARRIVALS = "GET /api/desk/arrivals";
const ALL = [ARRIVALS, COUNTS, QUEUE];

afterEach(() => {
  vi.useRealTimers();
  hide(false);
});

function hide(isHidden: boolean) {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** An open queue that has been read, long ago, and its socket. `reads`: what it has read since it was last asked. */
async function openQueue(session = signedInAs("specialist"), now = NOON) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  const { asked, sockets, user } = await openPage("/desk/queue", {
    ...session,
    "GET /api/desk/queue": page,
    "GET /api/desk/arrivals": { count: 0, newestAt: 0, callsDue: 0 },
    "GET /api/desk/directory": { lenders: [], dealers: [] },
  });
  await waitFor(() => expect(asked.length).toBeGreaterThan(3));
  const reads = async () => {
    await vi.advanceTimersByTimeAsync(100);
    return asked
      .splice(0)
      .map(({ name }) => name)
      .sort();
  };
  await reads();
  return { sockets, user, reads, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

/** The same with an open socket, and everything read since. */
async function listeningQueue(session = signedInAs("specialist"), now = NOON) {
  const desk = await openQueue(session, now);
  desk.sockets[0]?.open();
  await desk.pass(LIST_MS);
  expect(await desk.reads()).toEqual(ALL);
  await desk.pass(MINUTE_MS);
  return desk;
}

test("what the server says has changed is read again, and nothing else", async () => {
  const { sockets, reads } = await listeningQueue();
  sockets[0]?.tell("outbox", "case a1");
  expect(await reads()).toEqual([]);
  sockets[0]?.tell("messages");
  expect(await reads()).toEqual([COUNTS]);
  sockets[0]?.tell("lists", "case a1");
  expect(await reads()).toEqual([QUEUE]);
  sockets[0]?.tell("arrivals");
  expect(await reads()).toEqual([ARRIVALS]);
});

test("however much happens, a list is read every 30 seconds at most, how many are new every 8, and both after the last news", async () => {
  const { sockets, reads, pass } = await listeningQueue();
  for (let second = 0; second < 40; second++) {
    sockets[0]?.tell("lists", "arrivals");
    await pass(1000);
  }
  const often = Array(4).fill(ARRIVALS);
  expect(await reads()).toEqual([...often, ...ALL, ...ALL].sort());
  await pass(LIST_MS);
  expect(await reads()).toEqual([COUNTS, QUEUE]);
  await pass(LIST_MS);
  expect(await reads()).toEqual([]);
});

test("without news an open desk reads four times an hour, for what falls due by itself", async () => {
  const { reads, pass } = await listeningQueue();
  await pass(60 * MINUTE_MS);
  expect(await reads()).toEqual(ALL.flatMap((name) => Array(4).fill(name)).sort());
});

test("a hidden page reads the counts in its title alone, and the rest once it is seen", async () => {
  const { sockets, reads, pass } = await listeningQueue();
  hide(true);
  sockets[0]?.tell("lists", "arrivals");
  sockets[0]?.tell("lists", "arrivals");
  await pass(MINUTE_MS);
  expect(await reads()).toEqual([COUNTS, COUNTS]);
  hide(false);
  expect(await reads()).toEqual([ARRIVALS, QUEUE]);
});

test("a new application is in the title of a hidden page at once, whatever the page, until it is seen", async () => {
  const { sockets, reads } = await listeningQueue();
  sockets[0]?.tell("lists", "arrivals");
  await reads();
  expect(document.title).toMatch(/^Queue - Desk/);
  hide(true);
  sockets[0]?.tell("lists");
  await reads();
  expect(document.title).toMatch(/^Queue - Desk/);
  sockets[0]?.tell("lists", "arrivals");
  expect((await reads()).filter((name) => name !== COUNTS)).toEqual([]);
  expect(document.title).toMatch(/^New application - Desk/);
  hide(false);
  await reads();
  expect(document.title).toMatch(/^Queue - Desk/);
});

test("at night and on Sundays a new application changes no title", async () => {
  for (const night of ["2026-11-24T03:00:00Z", "2026-11-29T18:00:00Z"]) {
    const { sockets, reads } = await listeningQueue(signedInAs("specialist"), new Date(night));
    hide(true);
    sockets[0]?.tell("lists", "arrivals");
    await reads();
    expect(document.title).toMatch(/^Queue - Desk/);
    hide(false);
    vi.useRealTimers();
  }
});

test("a visible queue says within ten seconds that there is a new application, however often it was read before", async () => {
  const { sockets, reads, pass } = await listeningQueue();
  sockets[0]?.tell("arrivals");
  expect(await reads()).toEqual([ARRIVALS]);
  sockets[0]?.tell("arrivals");
  await pass(8_500);
  expect(await reads()).toEqual([ARRIVALS]);
});

test("a device plays a sound for a new application if its member switched it on there, and for nothing else", async () => {
  const played: number[] = [];
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      close() {}
    },
  );
  class Node {
    connect(to: unknown) {
      return to;
    }
    start() {}
    stop() {}
  }
  vi.stubGlobal(
    "OscillatorNode",
    class extends Node {
      constructor(_: unknown, { frequency }: { frequency: number }) {
        super();
        played.push(frequency);
      }
    },
  );
  vi.stubGlobal("GainNode", Node);
  const { sockets, user, reads } = await listeningQueue({
    ...signedInAs("specialist"),
    "GET /api/desk/account": account,
  });
  sockets[0]?.tell("arrivals");
  await reads();
  expect(played).toEqual([]);
  await user.click(screen.getByRole("link", { name: /^demo-specialist/ }));
  await user.click(await screen.findByRole("checkbox", { name: "Play a sound on this device" }));
  expect(played).toHaveLength(2);
  sockets[0]?.tell("arrivals");
  sockets[0]?.tell("lists", "calls");
  await reads();
  expect(played).toHaveLength(4);
});

test("after a lost connection the desk reads what it has missed, once it is back", async () => {
  const { sockets, reads, pass } = await listeningQueue();
  sockets[0]?.close();
  expect(await reads()).toEqual([]);
  await pass(2000);
  sockets[1]?.open();
  expect(await reads()).toEqual(ALL);
});

test("where no socket gets through, the desk tries ever more rarely, and reads each time", async () => {
  const { sockets, reads, pass } = await openQueue();
  sockets[0]?.close();
  for (let tries = 1; tries < 12; tries++) {
    await pass(10 * MINUTE_MS);
    expect(sockets).toHaveLength(tries + 1);
    sockets[tries]?.close();
  }
  await reads();
  const before = sockets.length;
  await pass(2 * MINUTE_MS);
  expect(sockets).toHaveLength(before);
  await pass(6 * MINUTE_MS);
  expect(sockets).toHaveLength(before + 1);
  sockets[before]?.close();
  expect(new Set(await reads())).toEqual(new Set(ALL));
});

test("a desk that comes back into view tries at once", async () => {
  const { sockets, pass } = await listeningQueue();
  sockets[0]?.close();
  hide(true);
  hide(false);
  await pass(0);
  expect(sockets).toHaveLength(2);
  await pass(2000);
  expect(sockets).toHaveLength(2);
});

test("a connection on which nothing comes back is given up for a new one", async () => {
  const { sockets, pass } = await listeningQueue();
  sockets[0]?.answer("pong");
  await pass(MINUTE_MS);
  expect(sockets[0]?.sent.at(-1)).toBe("ping");
  sockets[0]?.answer("pong");
  await pass(MINUTE_MS);
  expect(sockets).toHaveLength(1);
  await pass(MINUTE_MS + 2000);
  expect(sockets).toHaveLength(2);
});

test("every page says how many messages nobody has taken", async () => {
  await listeningQueue({
    ...signedInAs("specialist"),
    "GET /api/desk/my-day/counts": { due: 0, overdue: 0, newMessages: 2 },
  });
  const places = screen.getByRole("navigation", { name: "Desk" });
  await waitFor(() => expect(places.textContent).toContain("Messages(2 new)"));
});

test("once the session has ended, the page asks to sign in again, and listens no more", async () => {
  let isOver = false;
  const { sockets, pass } = await listeningQueue({
    ...signedInAs("specialist"),
    "GET /api/session": () => ({
      ok: true,
      success: true,
      member: isOver ? null : { username: "demo-specialist", role: "specialist" },
      isOpenForWriting: false,
    }),
    "GET /api/desk/my-day/counts": () =>
      isOver ? refused(401, "Please sign in to the desk.") : { due: 0, overdue: 0, newMessages: 0 },
  });
  isOver = true;
  sockets[0]?.close();
  await pass(2000);
  sockets[1]?.close();
  const window = (await screen.findByRole("heading", { name: "Please sign in again" })).closest("dialog");
  // As Escape does.
  window?.close();
  await waitFor(() => expect(window?.open).toBe(true));
  await pass(10 * MINUTE_MS);
  expect(sockets).toHaveLength(2);
});

test("all pages of a tab share one socket, which closes with the last of them", async () => {
  const { sockets, user } = await listeningQueue();
  await user.click(screen.getByRole("link", { name: "Directory" }));
  await screen.findByRole("heading", { name: "Directory" });
  expect(sockets.map(({ readyState }) => readyState)).toEqual([1]);
  await user.click(screen.getByRole("link", { name: "Queue" }));
  await screen.findByRole("heading", { name: "Queue" });
  expect(sockets.map(({ readyState }) => readyState)).toEqual([1]);
});

test("an author, whom the desk tells nothing, opens no socket", async () => {
  const { sockets } = await openPage("/desk/account", {
    ...signedInAs("author"),
    "GET /api/desk/account": { passkeys: [], app: false, recoveryCodes: 0, signIns: [] } as never,
  });
  await screen.findByRole("heading", { name: /account/i });
  expect(sockets).toEqual([]);
});
