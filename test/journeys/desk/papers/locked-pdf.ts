import { createHash } from "node:crypto";

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const OWNER = Buffer.alloc(32, "o");
const ID = Buffer.alloc(16, "i");
const MAY_READ_ONLY = -64;

/**
 * A PDF of one page with a black upper half, encrypted with 40 bits (ISO 32000-1, 7.6.3). It opens without a password if
 * `password` is empty; what may be done with it is limited all the same.
 */
export function lockedPdf(password: string) {
  const limits = Buffer.alloc(4);
  limits.writeInt32LE(MAY_READ_ONLY);
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const key = md5(padded, OWNER, limits, ID).subarray(0, 5);
  const keyOfStream = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  const before = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R>>endobj
4 0 obj<</Length 18>>stream
`;
  const after = `
endstream
endobj
5 0 obj<</Filter/Standard/V 1/R 2/P ${MAY_READ_ONLY}/O${hex(OWNER)}/U${hex(rc4(key, PADDING))}>>endobj
trailer<</Root 1 0 R/Encrypt 5 0 R/ID[${hex(ID)}${hex(ID)}]>>
startxref
0
%%EOF
`;
  return Buffer.concat([Buffer.from(before), rc4(keyOfStream, Buffer.from("0 150 200 150 re f")), Buffer.from(after)]);
}

function md5(...parts: Buffer[]) {
  return createHash("md5").update(Buffer.concat(parts)).digest();
}

/** Node's own has no such old cipher any more. */
function rc4(key: Buffer, data: Buffer) {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n);
  const at = (n: number) => state[n & 255] as number;
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  }) as Buffer;
}
