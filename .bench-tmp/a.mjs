import { chromium } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import axe from "axe-core";
import { readFileSync } from "node:fs";
const base = process.env.BASE;
const CPU = () => Number(readFileSync(`/sys/fs/cgroup/cpuacct/fjb/cpuacct.usage`, "utf8")) / 1e9;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--disable-gpu"] });
const context = await browser.newContext({ timezoneId: "America/Chicago" });
const page = await context.newPage();
const source = axe.source;
const variants = {
  none: async () => {},
  builder: () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] }).analyze(),
  inject: () => page.evaluate(source + ";0"),
  own: async () => { await page.evaluate(source + ";0"); return page.evaluate(() => axe.run({ resultTypes: ["violations"] }).then((r) => r.violations)); },
  one: () => page.evaluate(source + `;axe.run({ resultTypes: ["violations"], elementRef: false, iframes:false, preload:false }).then((r) => r.violations)`),
  nocontrast: () => page.evaluate(source + `;axe.run({ resultTypes: ["violations"], preload:false, rules: {"color-contrast": {enabled:false}} }).then((r) => r.violations)`),
  wcag: () => page.evaluate(source + `;axe.run({ resultTypes: ["violations"], preload:false, runOnly: ["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"] }).then((r) => r.violations)`),
  bycdp: () => page.evaluate(source + `;axe.run({ resultTypes: ["violations"], preload:false, performanceTimer:false, selectors:false,ancestry:false }).then((r) => r.violations.length)`),
};
for (const path of ["/", "/apply/contact", "/faq"]) {
  let out = path;
  for (const [name, run] of Object.entries(variants)) {
    let sum = 0;
    for (let i = 0; i < 6; i++) {
      await page.goto(base + path); await page.locator("html.laid-out").waitFor({ state: "attached" });
      const a = CPU(); const r = await run(); if (i > 0) sum += CPU() - a;
      if (name === "one" && i === 0 && r.length) console.log(r.map(v=>v.id));
    }
    out += ` ${name} ${(sum / 5).toFixed(3)}`;
  }
  console.log(out);
}
await browser.close();
