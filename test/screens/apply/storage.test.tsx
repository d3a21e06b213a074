import { afterEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { choose, field, openPage, press, problems, resume, screen, waitFor, write } from "../screen.tsx";

/** What a tab keeps of an application. Several tabs, and the browser itself: test/journeys/apply/storage, tabs. */

const KEEP = /^Keep my answers on this device for 7 days/;
const holds = (name: string, value: string) => waitFor(() => expect(field(name)).toHaveProperty("value", value));
const isAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path));
const stored = () => [...Object.values(sessionStorage), ...Object.values(localStorage)].join();

afterEach(() => void vi.useRealTimers());

test("a reload while typing keeps every kind of answer, invalid ones too", async () => {
  const { user } = await openPage("/apply/contact");
  await write(field("email"), "maria@");
  await user.selectOptions(field("birthYear"), "1985");
  await openPage("/apply/contact");
  await holds("email", "maria@");
  await holds("birthYear", "1985");

  await openPage("/apply/employment");
  await choose("Employment Type", "Self-Employed/1099");
  await write(field("timeOnCurrentJobYears"), "3");
  await write(field("timeOnCurrentJobMonths"), "99");
  await write(field("grossMonthlyIncome"), "$4,2");
  await openPage("/apply/employment");
  await holds("timeOnCurrentJobMonths", "99");
  await holds("grossMonthlyIncome", "$4,2");
  await screen.findByText("Recorded as $4 a month");
  expect(screen.getByRole("radio", { name: "Self-Employed/1099" })).toHaveProperty("checked", true);
  expect(screen.queryByRole("group", { name: "Time on Previous Job" })).toBeNull();
});

test("a step that was left unfinished keeps what was typed", async () => {
  const { user } = await resume("/apply/residence");
  await holds("timeAtCurrentResidenceYears", String(exampleApplication().timeAtCurrentResidenceYears));
  await write(field("timeAtCurrentResidenceYears"), "two");
  await user.click(screen.getByRole("link", { name: "Back" }));
  await isAt("/apply/employment");
  await holds("grossMonthlyIncome", "3800");
  history.back();
  await isAt("/apply/residence");
  await holds("timeAtCurrentResidenceYears", "two");

  await resume("/apply/review");
  const edit = await screen.findAllByRole("link", { name: "Edit Employment" });
  await user.click(edit.at(-1) as HTMLElement);
  await holds("grossMonthlyIncome", "3800");
  await write(field("grossMonthlyIncome"), "");
  await press("Save and return to review");
  await problems();
  await write(field("grossMonthlyIncome"), "5000");
  await press("Save and return to review");
  await isAt("/apply/review");
  await screen.findByText("$5,000 a month");
});

test("kept answers go after seven days, though the page is opened", async () => {
  const { user } = await openPage("/apply/contact");
  await write(field("fullName"), "Maria Lopez");
  await user.click(screen.getByRole("checkbox", { name: KEEP }));
  const now = Date.now();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date"] });
  sessionStorage.clear();
  vi.setSystemTime(now + 6.9 * DAY_MS);
  await openPage("/apply/contact");
  await holds("fullName", "Maria Lopez");
  vi.setSystemTime(now + 7.1 * DAY_MS);
  await openPage("/apply/contact");
  await holds("fullName", "");
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test("every step can erase the answers, after asking once", async () => {
  for (const step of ["contact", "review"]) {
    await resume(`/apply/${step}`);
    await press("Erase my answers");
    await press("No, keep them");
    expect(stored()).toContain("Maria");
    await press("Erase my answers");
    await press("Yes, erase");
    await isAt("/apply");
    expect(stored()).not.toContain("Maria");
  }
});

const wrongKinds = {
  answers: { fullName: 5, housingType: "Castle", grossMonthlyIncome: "lots" },
  typed: { email: { toString: "x" }, housingType: "Castle", nonsense: "x" },
  submitKey: 1,
  until: 9e15,
};
test.each(["{", JSON.stringify(wrongKinds)])("stored garbage is dropped: %s", async (garbage) => {
  sessionStorage.setItem("application", garbage);
  await openPage("/apply/contact");
  await holds("fullName", "");
  await holds("email", "");
  await openPage("/apply/review");
  await waitFor(() => expect(screen.getAllByText("Incomplete")).toHaveLength(5));
});
