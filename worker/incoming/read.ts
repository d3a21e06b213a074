import PostalMime, { type Attachment, type Email } from "postal-mime";
import { type IncomingMail, isAutomatic, ownWords } from "../../db/model/mail/incoming.ts";
import { isEmail } from "../../db/model/text.ts";
import { sha256 } from "../hash.ts";

/** Reads as much of a mail as what somebody wrote can need: the words come before the files, which we do not take. */

const MOST_BYTES = 512 * 1024;
/** Each part takes the parser about as long as a thousand letters. */
const MOST_PARTS = 100;
/** The parser refuses what is beyond these. */
const LIMITS = { maxHeadersSize: 128 * 1024, maxNestingDepth: 10, maxRfc822NestingDepth: 0 };
/** Smaller pictures inside a text belong to a signature. */
const SMALL_PICTURE_BYTES = 100 * 1024;
const NO_DOCUMENTS = /^(text\/(calendar|(x-)?vcard)|application\/(ics|(x-)?pkcs7-signature|pgp-signature|pgp-keys))$/;

/** The mail, sent by this address; null if it cannot be read. */
export async function readMail(raw: ReadableStream<Uint8Array>, sender: string): Promise<IncomingMail | null> {
  const bytes = await beginningOf(raw);
  const email = await PostalMime.parse(withoutLaterParts(bytes), LIMITS).catch(() => null);
  if (!email) return null;
  const { text, isCut } = ownWords(email.text ?? (await asText(email.html ?? "")));
  const from = email.from?.address ?? "";
  return {
    id: await sha256(email.messageId ?? bytes),
    from: isEmail(from) ? from : sender,
    text,
    isCut,
    hasFiles: email.attachments.some(isDocument),
    isAutomatic: isAutomatic((name) => headerOf(email, name)),
  };
}

/** The parser makes text of HTML where there is another part that is text. */
async function asText(html: string) {
  const mark = crypto.randomUUID();
  const type = "Content-Type: text/html; charset=utf-8";
  const both = `Content-Type: multipart/mixed; boundary=${mark}\n\n--${mark}\n\n--${mark}\n${type}\n\n${html}`;
  return (await PostalMime.parse(both)).text ?? "";
}

function headerOf({ headers, subject }: Email, name: string) {
  return name === "subject" ? subject : headers.find(({ key }) => key === name)?.value;
}

function isDocument({ mimeType, related, content }: Attachment) {
  const isPicture = related === true && typeof content !== "string" && content.byteLength < SMALL_PICTURE_BYTES;
  return !isPicture && !NO_DOCUMENTS.test(mimeType);
}

async function beginningOf(raw: ReadableStream<Uint8Array>) {
  const bytes = new Uint8Array(MOST_BYTES);
  let length = 0;
  const reader = raw.getReader();
  while (length < MOST_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, MOST_BYTES - length), length);
    length += value.length;
  }
  await reader.cancel().catch(() => undefined);
  return bytes.slice(0, Math.min(length, MOST_BYTES));
}

/** Each part begins with a line of two dashes and its mark. */
function withoutLaterParts(bytes: Uint8Array) {
  let found = 0;
  for (let at = 0; at < bytes.length; at++) {
    const begins = bytes[at] === 0x2d && bytes[at + 1] === 0x2d && (at === 0 || bytes[at - 1] === 0x0a);
    if (begins && ++found > MOST_PARTS) return bytes.subarray(0, at);
  }
  return bytes;
}
