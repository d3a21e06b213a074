import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { storeInMemory } from "./test/memory.ts";
import { setSeed } from "./test/seed.ts";
import { SPANISH, texts, words } from "./web/words/plugin.ts";
import { buildSteps } from "./worker/run/build/build-steps.ts";
import { configured, siteUrl } from "./worker/run/deploy/configured.ts";
import { LOCAL_KEY } from "./worker/run/local-key.ts";

/** Names of HTML entities, for the Markdown of the editor's preview. */
const ENTITIES = "decode-named-character-reference";

process.env.VITE_SITE_URL ??= siteUrl();
process.env.VITE_TURNSTILE_SITE_KEY ??= configured().settings.TURNSTILE_SITE_KEY ?? "";
if (process.env.VITEST) {
  setSeed();
  storeInMemory();
}

/** Code that pages share, each part with everything it imports and no part before it has. All else is split by imports. */
const sharedChunks = [
  // What every page has.
  { name: "shell", test: /start[\\/]script[\\/]shell\.ts/ },
  // What the calculator and the blog have without the form's questions: 12 kB less.
  {
    name: "plain",
    test: /money[\\/]amount|time[\\/](clock|time-in-words)|contact[\\/]person|model[\\/]phone|draft[\\/]carried/,
  },
  // What a step has before React: it would wait for 70 kB more.
  { name: "answers", test: /draft[\\/]early-continue\.ts/ },
  // 62 kB that a new version of the site leaves as they are.
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // What every page with React has: 13 requests less.
  { name: "site", test: /start[\\/]main\.tsx/ },
  // Small parts that many pages have: 12 requests less on a step.
  {
    name: "ui",
    test: /web[\\/]ui[\\/](form[\\/](?!checked)|notice|text-link|page[\\/]first)|icons[\\/]|draft[\\/]reference/,
    minShareCount: 5,
  },
];

/** The browser's code; each language has its own (web/words/README.md). */
const browser = {
  outDir: "dist/client",
  // Every page names its own chunks for preloading (worker/run/build/prerender.ts); between pages links do (web/start/script/intent.ts).
  modulePreload: false as const,
  // Only the desk loads the largest, to show a PDF.
  chunkSizeWarningLimit: 1700,
  rolldownOptions: {
    input: [
      "web/styles.css",
      "web/start/main.tsx",
      "web/start/script/shell.ts",
      "web/apply/draft/early-continue.ts",
      "web/apply/review/fill-early.ts",
    ],
    output: { codeSplitting: { groups: sharedChunks } },
  },
};
const spanish = { ...browser, manifest: `.vite/${SPANISH}.json`, emptyOutDir: false, copyPublicDir: false };

/** Machines are slow at times, and nothing is judged by how long it takes. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig(({ command, mode }) => ({
  plugins:
    mode === "test"
      ? []
      : [command === "build" ? [buildSteps(), words()] : texts(), react(), tailwindcss(), worker(command)],
  publicDir: "web/public",
  // Its variant for browsers writes to innerHTML, which the Content-Security-Policy forbids.
  resolve: { alias: { [ENTITIES]: fileURLToPath(import.meta.resolve(ENTITIES)) } },
  build: { manifest: true, target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: { build: browser },
    ...(command === "build" && { [SPANISH]: { consumer: "client" as const, build: spanish } }),
    bluebonnet_auto_prequal: { build: { minify: true } },
  },
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [words(), testWorker()],
        // All icons in one file: tests in workerd wait for each file of a package.
        resolve: {
          alias: {
            "lucide-react": fileURLToPath(import.meta.resolve("lucide-react")),
          },
        },
        // One workerd for many files: to start one for each takes longer than the tests themselves.
        test: {
          name: "workerd",
          include: ["test/worker/**/*.test.ts"],
          isolate: false,
          setupFiles: ["quiet", "hurried", "seeded"].map((name) => `test/worker/${name}.ts`),
          ...patience,
        },
      },
      "test/mutations/vitest.config.ts",
      { test: { name: "node", include: ["test/{db,server,words}/**/*.test.ts"], ...patience } },
      {
        plugins: [words({ isBuilt: false }), react()],
        test: {
          name: "screens",
          include: ["test/screens/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          isolate: false,
          ...patience,
        },
      },
    ],
  },
}));

function worker(command: "build" | "serve") {
  return cloudflare({
    // Nothing is prerendered while developing: every page is the empty index.html.
    config: (config) => {
      if (command === "serve" && config.assets) config.assets.not_found_handling = "single-page-application";
      if (command === "serve")
        Object.assign(config.vars ?? {}, {
          AUTHORING: "local",
          LIMITS: "local",
          SECOND_FACTOR: "optional",
          HASH_KEY: LOCAL_KEY,
          // Whatever wrangler.toml says: a site elsewhere has stricter settings (worker/env.ts).
          SITE_URL: "http://localhost:5173",
        });
    },
  });
}

/** The Worker inside workerd with a real D1; its static files are not built, so ASSETS names the path it was asked for. */
function testWorker() {
  return cloudflareTest(async () => ({
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      bindings: {
        LIMITS: "off",
        HASH_KEY: "test",
        SITE_URL: "http://localhost:8787",
        TEST_MIGRATIONS: await readD1Migrations("migrations"),
        LONG: process.env.LONG ?? "",
        SEED: process.env.SEED ?? "",
      },
      // Nobody answers this queue: tests call the consumer themselves.
      queueProducers: { DOORBELL: { queueName: "unanswered" } },
      serviceBindings: { ASSETS: (request: Request) => new Response(new URL(request.url).pathname) },
    },
  }));
}
