const QUALITY = 0.85;

/** A picture of any format that this browser knows, upright. Rejects other files. Close it when it is drawn. */
export function opened(file: Blob) {
  return createImageBitmap(file, { imageOrientation: "from-image" });
}

/** The picture drawn in this width, without anything else that stood in its file. */
export function drawn(image: ImageBitmap, width: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((image.height * width) / image.width));
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  // JPEG knows no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function encoded(canvas: HTMLCanvasElement, type: string) {
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image is too large"))), type, QUALITY);
  });
}
