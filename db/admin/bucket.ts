import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Api } from "./cloudflare-api.ts";

/** Files in R2, deployed or on this machine, or in a folder. */
export interface Bucket {
  /** The names with this prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** Null if there is no such file. */
  get(name: string): Promise<Uint8Array | null>;
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** A bucket of the R2 that wrangler simulates. */
export function localBucket(open: () => R2Bucket): Bucket {
  return {
    list: async (prefix) => {
      const names: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await open().list({ prefix, cursor });
        names.push(...page.objects.map(({ key }) => key));
        if (!page.truncated) return names;
        cursor = page.cursor;
      }
    },
    get: async (name) => {
      const object = await open().get(name);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    put: async (name, bytes) => {
      await open().put(name, bytes, { httpMetadata: { contentType: typeOf(name) } });
    },
  };
}

export function remoteBucket(api: Api, binding: string): Bucket {
  return {
    list: (prefix) => api.list(binding, prefix),
    get: (name) => api.get(binding, name),
    put: (name, bytes) => api.put(binding, name, bytes, typeOf(name)),
  };
}

/** A folder whose files only their owner may read. */
export function folderBucket(folder: string): Bucket {
  return {
    list: async (prefix) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.startsWith(prefix))
        .sort(),
    get: async (name) => {
      try {
        return readFileSync(join(folder, name));
      } catch {
        return null;
      }
    },
    put: async (name, bytes) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, name), bytes, { mode: 0o600 });
    },
  };
}

/** The site accepts images with these endings (worker/api/media.ts). */
function typeOf(name: string) {
  const ending = /\.(jpg|png|webp|avif)$/.exec(name)?.[1];
  return ending ? `image/${ending === "jpg" ? "jpeg" : ending}` : "application/octet-stream";
}
