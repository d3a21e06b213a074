import { afterEach, expect, test, vi } from "vitest";
import type { Role } from "../../../db/model/staff/staff.ts";
import { refused } from "../answers.ts";
import { counts, page, signedInAs, waiting } from "../desk.ts";
import { openPage, press, screen, textsOf, unfold, waitFor, write } from "../screen.tsx";

afterEach(() => void vi.useRealTimers());

test("an open queue announces what has come in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // Browsers report user activity for some seconds after a press.
  const userActivation = { isActive: true };
  Object.defineProperty(navigator, "userActivation", { value: userActivation, configurable: true });
  let newest = 7;
  const { asked } = await openPage("/desk/queue", {
    ...signedInAs("specialist"),
    "GET /api/desk/my-day/counts": () => ({ ...counts, newest, newestAt: Date.parse("2026-11-24T16:00:00Z") }),
    "GET /api/desk/queue": page,
  });
  const isUnattended = (name: string) =>
    asked.filter((call) => call.name === name).map(({ headers }) => headers.get("x-unattended") === "1");
  await waitFor(() => expect(isUnattended("GET /api/desk/queue")).toEqual([false]));
  const announcement = screen.getAllByRole("status").find((status) => status.getAttribute("aria-live") === "polite");
  expect(announcement?.textContent).toBe("");
  await vi.advanceTimersByTimeAsync(100);
  newest = 9;
  userActivation.isActive = false;
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(announcement?.textContent).toMatch(/^2 new applications since you opened this page/));
  expect(isUnattended("GET /api/desk/queue")).toEqual([false, true]);
});

test("a case has its applicant's name as title before it is read", async () => {
  await openPage("/desk/queue", {
    ...signedInAs("specialist"),
    "GET /api/desk/queue": { ...page, applications: [waiting] },
    "GET /api/desk/case/:id": () => new Promise(() => {}) as never,
  });
  const row = await screen.findByRole("link", { name: "Ana Diaz" });
  const titles = new Set<string>();
  const watch = () => titles.add(screen.getByRole("heading", { level: 1 }).textContent ?? "");
  const observer = new MutationObserver(watch);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  row.click();
  await waitFor(() => expect(watch().has("Ana Diaz")).toBe(true));
  observer.disconnect();
  expect([...titles]).toEqual(["Queue", "Ana Diaz"]);
});

test("a wrong password is told, and the username stays", async () => {
  const words = "That username and password don’t match";
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

test("order and columns stay as each member left them", async () => {
  const answers = (role: Role) => ({
    ...signedInAs(role),
    "GET /api/desk/queue": { ...page, applications: [waiting] },
    "GET /api/desk/members": { members: [] },
  });
  const orders = (asked: { name: string; search: URLSearchParams }[]) =>
    asked.filter(({ name }) => name === "GET /api/desk/queue").map(({ search }) => search.get("order"));
  const columns = () => textsOf(screen.getAllByRole("columnheader"));
  const { user } = await openPage("/desk/queue", answers("specialist"));
  await screen.findByText("Ana Diaz");
  expect(columns()).toContain("City");
  await unfold("Columns");
  await user.click(await screen.findByLabelText("City"));
  await user.click(screen.getByLabelText("Reference"));
  await user.selectOptions(screen.getByLabelText("Order"), "Likeliest first");
  await waitFor(() => expect(columns()).toContain("Reference"));

  const { asked } = await openPage("/desk/queue", answers("specialist"));
  await screen.findByText("BAP-2DT9-JV");
  expect(columns()).not.toContain("City");
  expect(orders(asked)).toEqual(["approval"]);
  const { asked: others } = await openPage("/desk/queue", answers("manager"));
  await screen.findByText("Ana Diaz");
  expect(columns()).toContain("City");
  expect(orders(others)).toEqual([null]);
});
