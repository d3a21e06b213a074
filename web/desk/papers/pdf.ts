import { getDocument } from "unpdf/pdfjs";
import type { Drawing } from "./viewer.tsx";

/** Sharp enough for small print when it is enlarged. */
const SCALE = 2;
/** In pixels; a browser draws nothing on a canvas that is much larger. */
const LONGEST_SIDE = 5000;

/**
 * Draws a page of a PDF. No script in it runs, and it asks nobody for anything. Rejects one that does not open: with the name
 * 'PasswordException' if only a password opens it.
 */
export async function drawPage(blob: Blob, page: number, turns: number): Promise<Drawing> {
  const loading = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    useSystemFonts: true,
    useWasm: false,
  });
  try {
    const document = await loading.promise;
    const found = await document.getPage(page);
    const rotation = (found.rotate + 90 * turns) % 360;
    const { width, height } = found.getViewport({ scale: 1 });
    const viewport = found.getViewport({ scale: Math.min(SCALE, LONGEST_SIDE / Math.max(width, height)), rotation });
    const canvas = window.document.createElement("canvas");
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await found.render({ canvas, viewport }).promise;
    return { canvas, pages: document.numPages };
  } finally {
    await loading.destroy();
  }
}
