import { type FileRefusal, KIND_BYTES, kindOf, MOST_FILE_BYTES } from "../../../db/model/papers/paper-file.ts";
import { drawn, encoded, opened } from "../../picture.ts";

/** The longer side of a photo as it is sent: enough to read small print. */
const LONGEST_SIDE = 2500;

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
