import { relative } from "node:path";
import type { BuildEnvironment, Plugin } from "vite";
import { type Catalog, readCatalog } from "./catalog.ts";
import { handlingOf } from "./files.ts";
import { messagesIn } from "./messages.ts";
import { replaceMessages } from "./replace.ts";
import { codeOfText, fileOf } from "./texts.ts";

/** The environment of vite.config.ts that builds the browser's code in Spanish, beside `client`. */
export const SPANISH = "es";

/** Inserts the words when building: one language for browsers, both for the Worker, prerendering and tests. */
export function words({ isBuilt = true } = {}): Plugin[] {
  return [messages(isBuilt), texts(isBuilt)];
}

/** Texts in Markdown alone: while developing, everything is English. */
export function texts(isBuilt = true): Plugin {
  return {
    name: "texts",
    load: {
      filter: { id: /\/web\/pages\/.*\.md$/ },
      handler(id) {
        const file = fileFrom(id);
        this.addWatchFile(fileOf(id, "es"));
        return { code: codeOfText(file, languageOf(this.environment, isBuilt)), map: null };
      },
    },
  };
}

function messages(isBuilt: boolean): Plugin {
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
        const file = fileFrom(id);
        const handling = handlingOf(file);
        if (handling === "none") return;
        const into = languageOf(this.environment, isBuilt);
        const found = messagesIn(file, code, handling === "text");
        const [wrong] = found.problems;
        if (wrong) this.error(`${file}:${wrong.line} ${wrong.problem}`);
        return { code: replaceMessages(code, found, catalog, into), map: null };
      },
    },
  };
}

function fileFrom(id: string) {
  return relative(process.cwd(), id).replaceAll("\\", "/");
}

function languageOf({ name }: { name: string }, isBuilt: boolean) {
  if (!isBuilt) return "both";
  return name === "client" ? "en" : name === SPANISH ? "es" : "both";
}
