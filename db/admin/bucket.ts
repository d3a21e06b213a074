import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Decrypter, Encrypter } from "age-encryption";
import { listed, Refused } from "../backup.ts";

/** Files in R2, deployed or on this machine, or in a folder. */
export interface Bucket {
  /** The names with this prefix, in order. */
  list(prefix: string): Promise<string[]>;
  /** Null if there is no such file. */
  get(name: string): Promise<Uint8Array | null>;
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** A bucket of the R2 that wrangler simulates. */
export function localBucket(bucket: R2Bucket): Bucket {
  return {
    list: async (prefix) => {
      const names: string[] = [];
      for await (const { key } of listed(bucket, prefix)) names.push(key);
      return names;
    },
    get: async (name) => {
      const object = await bucket.get(name);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    put: async (name, bytes) => {
      await bucket.put(name, bytes, { httpMetadata: { contentType: typeOf(name) } });
    },
  };
}

/** A folder whose files only their owner may read. */
export function folderBucket(folder: string): Bucket {
  return {
    list: async (prefix) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
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

/** How the name of an encrypted file ends. */
export const ENCRYPTED = ".age";

/** Files that only the identity's owner can read, each in the format of age (age-encryption.org), for this recipient. */
export function encrypted(files: Bucket, recipient: string): Bucket {
  const encrypter = new Encrypter();
  orRefused(() => encrypter.addRecipient(recipient), "BACKUP_RECIPIENT is no public key of age, age1….");
  return { ...files, put: async (name, bytes) => files.put(name + ENCRYPTED, await encrypter.encrypt(bytes)) };
}

function orRefused(takeKey: () => void, why: string) {
  try {
    takeKey();
  } catch {
    throw new Refused(why);
  }
}

/** Files that were written by `encrypted`. */
export function decrypted(files: Bucket, identity: string): Bucket {
  const decrypter = new Decrypter();
  orRefused(() => decrypter.addIdentity(identity), "BACKUP_IDENTITY is no secret key of age, AGE-SECRET-KEY-….");
  return {
    ...files,
    get: async (name) => {
      const bytes = await files.get(name + ENCRYPTED);
      return (
        bytes &&
        decrypter.decrypt(bytes).catch(({ message }: Error) => {
          throw new Refused(`${name}${ENCRYPTED} cannot be decrypted: ${message}.`);
        })
      );
    },
  };
}

/** The site accepts images with these endings (worker/api/media.ts). */
export function typeOf(name: string) {
  const ending = /\.(jpg|png|webp|avif)$/.exec(name)?.[1];
  return ending ? `image/${ending === "jpg" ? "jpeg" : ending}` : "application/octet-stream";
}
