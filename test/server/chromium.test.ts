import { expect, test } from "vitest";
import { browserPlaces, chromiumAdvice, headlessPlaces } from "../chromium.ts";

test("a browser is looked for where each system has it", () => {
  const linux = { PATH: "/opt/bin:/usr/bin" };
  expect(headlessPlaces("linux", linux)).toEqual([
    "/opt/bin/chromium-headless-shell",
    "/usr/bin/chromium-headless-shell",
  ]);
  expect(browserPlaces("linux", linux)).toContain("/opt/bin/google-chrome");
  expect(browserPlaces("linux", {})).toContain("/usr/bin/chromium");

  const mac = browserPlaces("darwin", { HOME: "/Users/ana", PATH: "/usr/bin" });
  expect(mac[0]).toBe("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
  expect(mac).toContain("/Users/ana/Applications/Chromium.app/Contents/MacOS/Chromium");
  expect(mac).toContain("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge");
  expect(mac.filter((place) => !place.includes("Applications"))).toEqual([]);

  const windows = browserPlaces("win32", {
    PROGRAMFILES: "C:\\Program Files",
    "PROGRAMFILES(X86)": "C:\\Program Files (x86)",
    LOCALAPPDATA: "C:\\Users\\ana\\AppData\\Local",
  });
  expect(windows[0]).toBe("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe");
  expect(windows).toContain("C:\\Users\\ana\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe");
  expect(windows.at(-2)).toBe("C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe");
  expect(browserPlaces("win32", {})).toEqual([]);
});

test("where no browser is, a sentence says what to install on this system", () => {
  expect(chromiumAdvice("linux")).toMatch(/^install Debian's chromium-headless-shell.* CHROMIUM$/);
  for (const platform of ["darwin", "win32"] as const) {
    expect(chromiumAdvice(platform)).toMatch(/^install Google Chrome \(https:\S+\), or .* CHROMIUM$/);
  }
});
