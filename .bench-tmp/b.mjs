import { chromium } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import { execSync } from "node:child_process";
const base = "http://localhost:8931";
const CPU = () => Number(readFileSync(`/sys/fs/cgroup/cpuacct/fjb/cpuacct.usage`, "utf8")) / 1e9;
const SRV = () => Number(readFileSync(`/sys/fs/cgroup/cpuacct/fjs/cpuacct.usage`, "utf8")) / 1e9;
const sets = {
  base: ["--disable-gpu"],
  nospare: ["--disable-gpu", "--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,MediaRouter"],
  inproc: ["--disable-gpu", "--in-process-gpu"],
  noiso: ["--disable-gpu", "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,MediaRouter"],
  ppsite: ["--disable-gpu", "--process-per-site"],
  limit: ["--disable-gpu", "--renderer-process-limit=1"],
  single: ["--disable-gpu", "--single-process"],
  jsless: ["--disable-gpu", "--js-flags=--max-lazy --no-opt --single-threaded"],
};
const which = process.argv.slice(2);
for (const name of which.length ? which : Object.keys(sets)) {
  try {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: sets[name] });
  const one = async (path) => {
    const context = await browser.newContext({ timezoneId: "America/Chicago" });
    const page = await context.newPage();
    await page.goto(base + path);
    await page.locator("html.laid-out").waitFor({ state: "attached" });
    await context.close();
  };
  await one("/"); await one("/apply/contact");
  let out = name.padEnd(9);
  for (const path of ["/", "/apply/contact"]) {
    const a = CPU(), s = SRV();
    for (let i = 0; i < 10; i++) await one(path);
    out += ` new ctx ${path} ${((CPU() - a) / 10).toFixed(3)} (srv ${((SRV() - s) / 10).toFixed(3)})`;
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const path of ["/", "/apply/contact"]) {
    await page.goto(base + path);
    const a = CPU();
    for (let i = 0; i < 10; i++) { await page.goto(base + path); await page.locator("html.laid-out").waitFor({ state: "attached" }); }
    out += ` same ${path} ${((CPU() - a) / 10).toFixed(3)}`;
  }
  if (name === "base") for (const path of ["/", "/apply/contact","/faq"]) {
    await page.goto(base + path);await page.locator("html.laid-out").waitFor({ state: "attached" });
    for (const legacy of [true,false]) {
    const a = CPU();
    for (let i = 0; i < 5; i++) { await new AxeBuilder({ page }).setLegacyMode(legacy).options({ resultTypes: ["violations"] }).analyze(); }
    out += ` axe ${path} ${legacy} ${((CPU() - a) / 5).toFixed(3)}`;}
  }
  console.log(out);
  await browser.close();
  } catch (e) { console.log(name, String(e).slice(0, 200)); }
}
