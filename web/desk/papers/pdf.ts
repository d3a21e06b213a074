import { getDocument } from "unpdf/pdfjs";

/** Sharp enough for small print when it is enlarged. */
const SCALE = 2;

/** Draws a page of a PDF. No script in it runs, and it asks nobody for anything. */
export async function drawPage(blob: Blob, page: number, turns: number, canvas: HTMLCanvasElement) {
  const loading = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    useSystemFonts: true,
    useWasm: false,
  });
  try {
    const found = await (await loading.promise).getPage(page);
    const viewport = found.getViewport({ scale: SCALE, rotation: (found.rotate + 90 * turns) % 360 });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await found.render({ canvas, viewport }).promise;
  } finally {
    await loading.destroy();
  }
}
