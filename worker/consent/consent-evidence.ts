import { type ConsentEvidence, consentTexts, type StatedConsent } from "../../db/model/consent/consent.ts";
import { archivedTexts, doubtsAbout } from "../../db/model/consent/consent-archive.ts";
import type { ConsentText } from "../../db/model/consent/consent-text.ts";
import type { Consent } from "../../db/model/form/submission.ts";
import { sha256 } from "../hash.ts";
import type { Caller } from "../http/limits.ts";

/**
 * Evidence of a consent: what the client stated, and what we saw. The archive checks it at each reading. `readBy`: the
 * member who heard it on the phone. Their network and browser say nothing about the applicant.
 */
export async function newEvidence(
  c: Pick<Caller, "req">,
  stated: StatedConsent | undefined,
  receivedAt: Date,
  readBy?: string,
): Promise<ConsentEvidence> {
  return {
    stated: stated ?? null,
    textsSha256: stated ? await hashOf(archivedTexts(stated.textIds)) : null,
    doubts: stated ? doubtsAbout(stated, receivedAt) : [],
    ...receivedFrom(c, receivedAt),
    ...(readBy && { ip: null, userAgent: null, readBy }),
  };
}

/** When and from where we received something. */
export function receivedFrom(c: Pick<Caller, "req">, at: Date) {
  return {
    receivedAt: at.toISOString(),
    ip: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, 300) ?? null,
  };
}

/** Evidence with its texts, and whether their hash is the recorded one (null if none was recorded). */
export async function checkedEvidence({ textsSha256: hash, readBy, ...evidence }: ConsentEvidence) {
  const texts = archivedTexts(evidence.stated?.textIds ?? []);
  return {
    ...evidence,
    isByPhone: readBy !== undefined,
    texts: texts.map(({ id, language, since, title, text }) => ({ id, language, since, title, text })),
    fits: hash === null ? null : hash === (await hashOf(texts)),
  };
}

/** The titles of the ticked boxes as they were shown; the present ones if the client did not state which texts. */
export function tickedTitles(ticked: Record<Consent, boolean>, { stated }: ConsentEvidence) {
  const texts = archivedTexts(stated?.textIds ?? []);
  return Object.entries(consentTexts()).flatMap(([consent, shownNow]) => {
    if (!ticked[consent as Consent]) return [];
    const shown = texts.find(({ id }) => nameOf(id) === nameOf(shownNow.id));
    return [(shown ?? shownNow).title];
  });
}

/** The part of an id that all versions of a text share: 'contact' in 'contact-1', 'contact-2-es' and 'phone-contact-1'. */
function nameOf(textId: string) {
  return textId.replace(/^phone-/, "").replace(/-\d+(-es)?$/, "");
}

/** The hash of several texts, joined by line breaks. */
function hashOf(texts: ConsentText[]) {
  return sha256(texts.map(({ text }) => text).join("\n"));
}
