import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";

/** `node db/admin/render-art.ts`: renders the drawings as the images that we ship. Run it after changing an SVG. */

const ART = "db/articles/art";
const PUBLIC = "web/public";
const WEBP_QUALITY = 0.75;
const DEBIAN_CHROMIUM = "/usr/bin/chromium";

interface Image {
  from: string;
  to: string;
  width: number;
  height: number;
  /** The background color, for devices that show transparent corners badly. */
  ground?: string;
}

const heroes = readdirSync(ART)
  .filter((name) => name.endsWith(".svg") && name !== "share.svg")
  .map((name) => ({ from: `${ART}/${name}`, to: `${ART}/${name.replace(".svg", ".webp")}`, width: 1200, height: 675 }));

const icon = (name: string, size: number, ground?: string) => ({
  from: `${PUBLIC}/favicon.svg`,
  to: `${PUBLIC}/${name}`,
  width: size,
  height: size,
  ground,
});

const images: Image[] = [
  ...heroes,
  { from: `${ART}/share.svg`, to: `${PUBLIC}/share.png`, width: 1200, height: 630 },
  icon("apple-touch-icon.png", 180, "#25286b"),
  icon("icon-192.png", 192),
  icon("icon-512.png", 512),
];

const browser = await chromium.launch({ executablePath: existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined });
const page = await browser.newPage();
for (const image of images) writeFileSync(image.to, await render(image));
await browser.close();

async function render({ from, to, width, height, ground }: Image) {
  const source = `data:image/svg+xml;base64,${readFileSync(from, "base64")}`;
  const type = to.endsWith(".webp") ? "image/webp" : "image/png";
  const url = await page.evaluate(
    async ({ source, width, height, ground, type, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.fillStyle = ground ?? "transparent";
      context.fillRect(0, 0, width, height);
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL(type, quality);
    },
    { source, width, height, ground, type, quality: WEBP_QUALITY },
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
