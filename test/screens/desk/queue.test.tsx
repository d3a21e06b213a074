import { afterEach, expect, test, vi } from "vitest";
import { refused } from "../answers.ts";
import { signedInAs } from "../desk.ts";
import { openPage, press, screen, waitFor, write } from "../screen.tsx";

const LIST_MS = 30_000;
const page = { applications: [], next: null, lookedAt: null, isMisread: false };

afterEach(() => void vi.useRealTimers());

test("what the open queue reads by itself says so and announces what has come in; what somebody presses does not", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // Browsers report user activity for some seconds after a press.
  const userActivation = { isActive: true };
  Object.defineProperty(navigator, "userActivation", { value: userActivation, configurable: true });
  let count = 0;
  const { asked, sockets } = await openPage("/desk/queue", {
    ...signedInAs("specialist"),
    "GET /api/desk/queue": page,
    "GET /api/desk/arrivals": () => ({ count, newestAt: Date.parse("2026-11-24T16:00:00Z"), callsDue: 0 }),
  });
  const isUnattended = (name: string) =>
    asked.filter((call) => call.name === name).map(({ headers }) => headers.get("x-unattended") === "1");
  await waitFor(() => expect(isUnattended("GET /api/desk/arrivals")).toHaveLength(1));
  const announcement = screen.getAllByRole("status").find((status) => status.getAttribute("aria-live") === "polite");
  expect(announcement?.textContent).toBe("");
  count = 2;
  userActivation.isActive = false;
  await waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.tell("lists", "arrivals");
  await vi.advanceTimersByTimeAsync(LIST_MS);
  await waitFor(() => expect(announcement?.textContent).toMatch(/^2 new applications since you opened this page/));
  expect(isUnattended("GET /api/desk/arrivals").at(-1)).toBe(true);
  expect(isUnattended("GET /api/desk/queue")).toEqual([false, true]);
});

test("a wrong password is told, and the username stays", async () => {
  const words = "That username and password don't match";
  await openPage("/desk/queue", {
    "GET /api/session": { ok: true, success: true, member: null, isOpenForWriting: false },
    "POST /api/session": () => refused(401, words),
  });
  const username = (await screen.findByLabelText("Username")) as HTMLInputElement;
  await write(username, "sam");
  await write(screen.getByLabelText("Password"), "wrong");
  await press("Sign in");
  await screen.findByText(words);
  expect(username.value).toBe("sam");
});

test("who wrote in Spanish is a filter, which stands in the address and is asked for", async () => {
  const { user, asked } = await openPage("/desk/queue", {
    ...signedInAs("specialist"),
    "GET /api/desk/queue": page,
    "GET /api/desk/arrivals": { count: 0, newestAt: 0, callsDue: 0 },
  });
  await user.selectOptions(await screen.findByLabelText("Language"), "Spanish");
  await waitFor(() => expect(new URLSearchParams(location.search).get("language")).toBe("es"));
  await waitFor(() => expect(asked.some(({ search }) => search.get("language") === "es")).toBe(true));
});
