import { addressOf } from "../../../db/model/site/address.ts";
import { keepSealed, readSealed } from "../../api.ts";
import type { Draft } from "../draft/draft.ts";
import { DRAFT_FRAGMENT } from "./fragment.ts";

/** A draft on its way to another device: encrypted here, kept by the server, and opened by a key that only the link has. */

type Taken = Pick<Draft, "answers" | "typed">;

const ALGORITHM = "AES-GCM";
const NONCE_BYTES = 12;

/** Stores the draft, and returns the link that opens it. Browsers send no server what stands after the '#'. */
export async function linkTo({ answers, typed }: Taken) {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, true, ["encrypt"]);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const content = new TextEncoder().encode(JSON.stringify({ answers, typed }));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv: nonce }, key, content));
  const id = await keepSealed(asText(new Uint8Array([...nonce, ...sealed])));
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", key));
  return `${location.origin}${addressOf("/apply/review")}${DRAFT_FRAGMENT}${id}.${asText(raw)}`;
}

/** The draft that the fragment of a link opens. Throws if it has expired, or a part of the link is missing. */
export async function draftBehind(fragment: string): Promise<Taken> {
  const [id = "", secret = ""] = fragment.slice(DRAFT_FRAGMENT.length).split(".");
  const key = await crypto.subtle.importKey("raw", asBytes(secret), ALGORITHM, false, ["decrypt"]);
  const sealed = asBytes(await readSealed(id));
  const iv = sealed.subarray(0, NONCE_BYTES);
  const content = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed.subarray(NONCE_BYTES));
  return JSON.parse(new TextDecoder().decode(content));
}

/** Base64url. */
function asText(bytes: Uint8Array) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function asBytes(text: string) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
