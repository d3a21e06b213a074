import type { Context } from "hono";
import { type ConsentEvidence, consentTexts, type StatedConsent } from "../../db/model/consent/consent.ts";
import { archivedTexts, doubtsAbout } from "../../db/model/consent/consent-archive.ts";
import type { ConsentText } from "../../db/model/consent/consent-text.ts";
import type { Consent } from "../../db/model/form/application.ts";
import { sha256 } from "../hash.ts";

/** The evidence of a consent. It is made when consent is given, and checked against the archive whenever somebody reads it. */

/** Makes the evidence of a consent from what the client stated and what we saw ourselves, and nothing else. */
export async function newEvidence(
  c: Pick<Context, "req">,
  stated: StatedConsent | undefined,
  receivedAt: Date,
): Promise<ConsentEvidence> {
  return {
    stated: stated ?? null,
    textsSha256: stated ? await hashOf(archivedTexts(stated.textIds)) : null,
    doubts: stated ? doubtsAbout(stated, receivedAt) : [],
    receivedAt: receivedAt.toISOString(),
    ip: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, 300) ?? null,
  };
}

/** The evidence with the texts that it names, and whether their hash, made anew, is the recorded one; null when none was recorded. */
export async function checkedEvidence({ textsSha256: hash, ...evidence }: ConsentEvidence) {
  const texts = archivedTexts(evidence.stated?.textIds ?? []);
  return {
    ...evidence,
    texts: texts.map(({ id, language, since, title, text }) => ({ id, language, since, title, text })),
    fits: hash === null ? null : hash === (await hashOf(texts)),
  };
}

/** The titles of the boxes that were ticked, as they were then, in the language of then; as they are now where it was not stated which texts stood there. */
export function tickedTitles(ticked: Record<Consent, boolean>, { stated }: ConsentEvidence) {
  const texts = archivedTexts(stated?.textIds ?? []);
  return Object.entries(consentTexts()).flatMap(([consent, shownNow]) => {
    if (!ticked[consent as Consent]) return [];
    const shown = texts.find(({ id }) => nameOf(id) === nameOf(shownNow.id));
    return [(shown ?? shownNow).title];
  });
}

/** The part of an id that stays when the text changes, in every language: 'contact' of 'contact-1' and 'contact-2-es'. */
function nameOf(textId: string) {
  return textId.replace(/-\d+(-es)?$/, "");
}

/** The hash of several texts, joined by line breaks. */
function hashOf(texts: ConsentText[]) {
  return sha256(texts.map(({ text }) => text).join("\n"));
}
