import {
  type FileRefusal,
  KIND_BYTES,
  kindOf,
  MOST_FILE_BYTES,
  PART_BYTES,
} from "../../../db/model/papers/paper-file.ts";
import type { Paper } from "../../../db/model/papers/papers.ts";
import { ApiError, beginFile, sendPart } from "../../api.ts";
import { drawn, encoded, opened } from "../../picture.ts";

/** The longer side of a photo as it is sent: enough to read small print. */
const LONGEST_SIDE = 2500;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** The file as it is sent: a photo drawn anew, upright, as JPEG and without where it was taken; or why it is not taken. */
export async function prepared(file: File): Promise<Blob | FileRefusal> {
  if (file.size === 0) return "empty";
  const kind = kindOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  if (kind === "pdf") return file.size > MOST_FILE_BYTES ? "tooLarge" : file;
  if (kind === null && !file.type.startsWith("image/")) return "unknown";
  try {
    const image = await opened(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = drawn(image, Math.round(image.width * scale));
    image.close();
    return await encoded(canvas, "image/jpeg");
  } catch {
    return kind === "heic" ? "heic" : kind ? "damaged" : "unknown";
  }
}

/** Sends a file part by part, from the first one that the server does not have. Goes on after a lost connection; a refusal throws. */
export async function send(
  ref: string,
  paper: Paper,
  file: Blob,
  { onShare, onLost }: { onShare: (share: number) => void; onLost: () => void },
) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const begun = await persistently(() => beginFile(ref, { paper, size: file.size, sha256 }), onLost);
  for (let part = begun.parts; part * PART_BYTES < file.size; part++) {
    onShare((part * PART_BYTES) / file.size);
    const bytes = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    await persistently(() => sendPart(ref, begun.id, part, bytes), onLost);
  }
  return begun.id;
}

/** Tries until there is an answer. What the server has already, it does not take twice. */
async function persistently<Result>(work: () => Promise<Result>, onLost: () => void) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      onLost();
      await connection(pause);
    }
  }
}

/** After a pause, or as soon as the device is connected again. */
function connection(pause: number) {
  return new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener("online", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, pause);
    addEventListener("online", goOn);
  });
}
