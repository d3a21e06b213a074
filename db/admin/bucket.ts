/** A bucket in R2, deployed or on this machine, that a command fills. */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** A bucket of the R2 that wrangler simulates. */
export function localBucket(bucket: R2Bucket): Bucket {
  return {
    put: async (name, bytes) => {
      await bucket.put(name, bytes, { httpMetadata: { contentType: typeOf(name) } });
    },
  };
}

/** The site accepts images with these endings (worker/api/media.ts). */
export function typeOf(name: string) {
  const ending = /\.(jpg|png|webp|avif)$/.exec(name)?.[1];
  return ending ? `image/${ending === "jpg" ? "jpeg" : ending}` : "application/octet-stream";
}
