import { afterEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "../../../db/model/time/clock.ts";
import { refused } from "../answers.ts";
import { counts, page, signedInAs } from "../desk.ts";
import { openPage, screen, waitFor } from "../screen.tsx";

/** An open desk shows what colleagues do and what comes in. */

const EVERY_MS = 10_000;
const COUNTS = "GET /api/desk/my-day/counts";
const QUEUE = "GET /api/desk/queue";

afterEach(() => {
  vi.useRealTimers();
  hide(false);
});

function hide(isHidden: boolean) {
  Object.defineProperty(document, "visibilityState", { value: isHidden ? "hidden" : "visible", configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

/** An open queue that has been read. `reads`: what it has read since it was last asked. */
async function openQueue(session = signedInAs("specialist")) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { asked, user } = await openPage("/desk/queue", { [QUEUE]: page, ...session });
  await waitFor(() => expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining([COUNTS, QUEUE])));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const reads = async () => {
    await pass(100);
    return asked
      .splice(0)
      .map(({ name }) => name)
      .sort();
  };
  await reads();
  return { user, reads, pass };
}

test("an open desk reads what it shows every ten seconds", async () => {
  const { reads, pass } = await openQueue();
  for (let times = 0; times < 3; times++) {
    await pass(EVERY_MS);
    expect(await reads()).toEqual([COUNTS, QUEUE]);
  }
});

test("a hidden page reads its counts alone, once a minute", async () => {
  const { reads, pass } = await openQueue();
  hide(true);
  await pass(EVERY_MS);
  await reads();
  await pass(3 * MINUTE_MS);
  expect(await reads()).toEqual([COUNTS, COUNTS, COUNTS]);
  hide(false);
  expect(await reads()).toEqual([COUNTS, QUEUE]);
});

test("the title counts applications that come while the page is hidden", async () => {
  let newest = 7;
  const { pass } = await openQueue({ ...signedInAs("specialist"), [COUNTS]: () => ({ ...counts, due: 3, newest }) });
  newest = 8;
  await pass(EVERY_MS);
  expect(document.title).toMatch(/^\(3\) Queue - Desk/);
  hide(true);
  newest = 10;
  await pass(MINUTE_MS + EVERY_MS);
  expect(document.title).toMatch(/^\(2 new\) Queue - Desk/);
  hide(false);
  await pass(100);
  expect(document.title).toMatch(/^\(3\) Queue - Desk/);
});

test("once the session has ended, the page asks to sign in again", async () => {
  let isOver = false;
  const ended = () => refused(401, "Please sign in to the desk.");
  const { reads, pass } = await openQueue({
    ...signedInAs("specialist"),
    "GET /api/session": () => ({
      ok: true,
      success: true,
      member: isOver ? null : { username: "demo-specialist", role: "specialist" },
      isOpenForWriting: false,
    }),
    [COUNTS]: () => (isOver ? ended() : counts),
    [QUEUE]: () => (isOver ? ended() : page),
  });
  isOver = true;
  await pass(EVERY_MS);
  const window = (await screen.findByRole("heading", { name: "Please sign in again" })).closest("dialog");
  // As Escape does.
  window?.close();
  await waitFor(() => expect(window?.open).toBe(true));
  await reads();
  await pass(10 * MINUTE_MS);
  expect(await reads()).toEqual([]);
});
