import { relative } from "node:path";
import type { BuildEnvironment, Plugin } from "vite";
import { type Catalog, readCatalog } from "./catalog.ts";
import { handlingOf } from "./files.ts";
import { messagesIn } from "./messages.ts";
import { replaceMessages } from "./replace.ts";

/** The environment of vite.config.ts that builds the browser's code in Spanish, beside `client`. */
export const SPANISH = "es";

/** Inserts the words when building: one language for browsers, both for the Worker, prerendering and tests. */
export function words({ isBuilt = true } = {}): Plugin {
  let catalog: Catalog;
  return {
    name: "words",
    enforce: "pre",
    buildStart() {
      catalog = readCatalog();
    },
    buildApp: {
      order: "post",
      handler: async (builder) => {
        await builder.build(builder.environments[SPANISH] as BuildEnvironment);
      },
    },
    transform: {
      filter: { id: /\.tsx?$/ },
      handler(code, id) {
        const file = relative(process.cwd(), id).replaceAll("\\", "/");
        const handling = handlingOf(file);
        if (handling === "none") return;
        const { name } = this.environment;
        const into = !isBuilt ? "both" : name === "client" ? "en" : name === SPANISH ? "es" : "both";
        const found = messagesIn(file, code, handling === "text");
        const [wrong] = found.problems;
        if (wrong) this.error(`${file}:${wrong.line} ${wrong.problem}`);
        return { code: replaceMessages(code, found, catalog, into), map: null };
      },
    },
  };
}
