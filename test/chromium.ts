import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Chromium without windows: the same engine at two thirds of the work. */
export const HEADLESS = "chromium-headless-shell";
const LINUX = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const MAC = ["Google Chrome", "Chromium", "Microsoft Edge"];
const WINDOWS = ["Google\\Chrome\\Application\\chrome.exe", "Chromium\\Application\\chrome.exe"];
/** Every Windows has it. */
const EDGE = "Microsoft\\Edge\\Application\\msedge.exe";

type Variables = Record<string, string | undefined>;

/** Possible places of a headless Chromium, likeliest first. */
export function headlessPlaces(platform: NodeJS.Platform, env: Variables) {
  return platform === "linux" ? inPath([HEADLESS], env) : [];
}

/** Possible places of Chromium, Chrome or Edge, likeliest first. */
export function browserPlaces(platform: NodeJS.Platform, env: Variables) {
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((folder) => !!folder);
    return [...WINDOWS, EDGE].flatMap((file) => folders.map((folder) => win32.join(folder as string, file)));
  }
  if (platform === "darwin") {
    const folders = ["/Applications", ...(env.HOME ? [posix.join(env.HOME, "Applications")] : [])];
    return MAC.flatMap((name) => folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
  }
  return inPath(LINUX, env);
}

function inPath(names: string[], { PATH = "" }: Variables) {
  const folders = [...new Set([...PATH.split(posix.delimiter).filter(Boolean), "/usr/bin"])];
  return folders.flatMap((folder) => names.map((name) => posix.join(folder, name)));
}

/** The one in CHROMIUM, or a headless one, or another. */
export function findChromium() {
  return process.env.CHROMIUM || findHeadless() || browserPlaces(process.platform, process.env).find(existsSync);
}

export function findHeadless() {
  return headlessPlaces(process.platform, process.env).find(existsSync);
}

/** What to do if none was found. */
export function chromiumAdvice(platform: NodeJS.Platform) {
  const install = platform === "linux" ? `Debian's ${HEADLESS}, or Chromium or Google Chrome` : "Google Chrome";
  return `install ${install} (https://www.google.com/chrome), or name a Chromium in CHROMIUM`;
}
