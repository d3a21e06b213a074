import { Hono } from "hono";
import * as z from "zod/mini";
import { CallRequest } from "../../db/model/calls/call-slots.ts";
import { archivedTexts } from "../../db/model/consent/consent-archive.ts";
import { Confirmation, MailProof } from "../../db/model/contact/code.ts";
import { ContactAgain } from "../../db/model/contact/contact-again.ts";
import { Contact, Correction, OwnEmail } from "../../db/model/contact/correction.ts";
import { ApplicationForm } from "../../db/model/form/submission.ts";
import { NamedPapers } from "../../db/model/introductions/named-papers.ts";
import { Decision } from "../../db/model/introductions/permission.ts";
import type { Refusal } from "../../db/model/site/refusal.ts";
import { line } from "../../db/model/text.ts";
import { t } from "../../db/model/words.ts";
import { bookCall, cancelCall, readSlots } from "../calls/appointment.ts";
import { codeSent, done, refuseCode, unknownReference } from "../case/by-applicant.ts";
import { readReceipt } from "../consent/receipt.ts";
import { requestCode } from "../contact/codes.ts";
import { confirmNewEmail, correctContact, correctWithoutCode } from "../contact/correct-by-applicant.ts";
import { confirmDeletion } from "../contact/deletion.ts";
import { noteJustSent } from "../contact/just-sent.ts";
import { mailLinkAgain } from "../contact/link-again.ts";
import { noteOpenedLink } from "../contact/opened-link.ts";
import { resumeContact, stopContact } from "../contact/stop.ts";
import type { Env } from "../env.ts";
import { hasStored, receive } from "../form/receive.ts";
import { readSummary } from "../form/summary.ts";
import { body, refuse } from "../http/body.ts";
import { onlyPeople } from "../http/turnstile.ts";
import { decide, showPapers } from "../introductions/answer.ts";
import { routeNew } from "../introductions/routing.ts";
import { tellOffice } from "../operations/alert.ts";
import { sendSoon } from "../owed-mail.ts";
import { readGuidance } from "../views/guidance.ts";
import { papers } from "./papers.ts";

const MAX_KEY_LENGTH = 200;

const unknownText = () => t`The consent record names a text that we never showed`;
const wrongLink = () => t`This isn’t the link in our newest email`;
const otherEmail = () => t`By now we have another email address for you. Please look at this page again`;
const resumedByPhone = () => t`You applied by phone. To hear from us again, please apply again`;
const stoppedCorrecting = () => t`You asked us to stop contacting you, so we can’t change your contact details`;
const codeNeeded = () => t`By now this takes a code. Please let us email you one`;
/** What an applicant reads if no call can be booked. */
const callRefusals = {
  taken: () => t`That time is no longer open. Please choose another one`,
  stopped: () => t`You asked us to stop contacting you, so we won’t call`,
  closed: () => t`Your application is closed, so we won’t call about it`,
};
/** The response if nothing may be sent to a lender or dealer. */
const sendingRefusals = {
  stopped: () => t`You asked us to stop contacting you, so we can’t send anything to anyone`,
  closed: () => t`Your application is closed, so we can’t send anything to anyone`,
  byPhone: () => t`You applied by phone, so we take a yes by phone, too`,
  changed: () => t`Your documents have changed meanwhile. Please look at this page again`,
};

const OpenedLink = z.object({ proof: line({ min: 1, max: 64, message: wrongLink }) });

/** /api/applications: submits an application, and lets its applicant use it, by reference. */
export const applications = new Hono<{ Bindings: Env }>()
  .post("/submit", body(ApplicationForm), onlyPeople(hasStored), async (c) => {
    const key = c.req.header("idempotency-key");
    if (key !== undefined && (key.length === 0 || key.length > MAX_KEY_LENGTH)) {
      return refuse(c, 400, t`Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`);
    }
    const form = c.req.valid("json");
    const isUnknown = (id: string) => archivedTexts([id]).length === 0;
    if (form.consentRecord?.textIds.some(isUnknown)) {
      return refuse(c, 400, unknownText(), { consentRecord: unknownText() });
    }
    const stored = await receive(c, form, key);
    if (!stored) return refuse(c, 422, t`This Idempotency-Key was used for other answers`);
    await noteJustSent(c, stored);
    c.executionCtx.waitUntil(tellOffice(c.env).then(() => routeNew(c.env, stored.id)));
    if (stored.outboxId) c.executionCtx.waitUntil(sendSoon(c.env, stored.outboxId));
    return c.json({ ok: true, success: true, id: stored.ref, ref: stored.ref }, 201);
  })
  .post("/link-again", body(OwnEmail), onlyPeople(), async (c) => {
    await mailLinkAgain(c, c.req.valid("json").email);
    // The response does not reveal whether we know the address.
    const message = t`If an open application has this email, its link is on its way. Please check your spam folder, too.`;
    return c.json({ ok: true, success: true, message }, 202);
  })
  .route("/", papers)
  .get("/:ref", async (c) => {
    const ref = c.req.param("ref");
    const application = await readSummary(c, ref);
    return application ? c.json({ id: ref, ...application }) : unknownReference(c);
  })
  .get("/:ref/guidance", async (c) => {
    const guidance = await readGuidance(c, c.req.param("ref"));
    return guidance ? c.json(guidance) : unknownReference(c);
  })
  .post("/:ref/stop-contact", body(MailProof), async (c) => {
    const application = await stopContact(c, c.req.param("ref"), c.req.valid("json").proof);
    return application ? c.json({ ok: true, success: true, ...application }) : unknownReference(c);
  })
  .post("/:ref/resume-contact", body(ContactAgain), async (c) => {
    const resumed = await resumeContact(c, c.req.param("ref"), c.req.valid("json").consentRecord);
    return resumed && "refused" in resumed ? refuse(c, 409, resumedByPhone()) : done(c, resumed);
  })
  .get("/:ref/slots", async (c) => {
    const slots = await readSlots(c, c.req.param("ref"));
    return slots ? c.json(slots) : unknownReference(c);
  })
  .post("/:ref/appointment", body(CallRequest), async (c) => {
    const outcome = await bookCall(c, c.req.param("ref"), c.req.valid("json").startsAt);
    if (!outcome) return unknownReference(c);
    if ("refused" in outcome) {
      const slots = (await readSlots(c, c.req.param("ref"))) ?? undefined;
      const error = callRefusals[outcome.refused]();
      return c.json({ ok: false, success: false, error, slots } satisfies Refusal, 409);
    }
    return c.json({ ok: true, success: true, booked: outcome.booked });
  })
  .delete("/:ref/appointment", async (c) => done(c, await cancelCall(c, c.req.param("ref"))))
  .get("/:ref/receipt", async (c) => {
    const receipt = await readReceipt(c, c.req.param("ref"));
    return receipt ? c.json(receipt) : unknownReference(c);
  })
  .post("/:ref/opened", body(OpenedLink), async (c) => {
    const noted = await noteOpenedLink(c, c.req.param("ref"), c.req.valid("json").proof);
    return noted && "refused" in noted ? refuse(c, 400, wrongLink(), { proof: wrongLink() }) : done(c, noted);
  })
  .post("/:ref/confirm-email", body(OwnEmail), async (c) => {
    const confirmed = await confirmNewEmail(c, c.req.param("ref"), c.req.valid("json").email);
    return confirmed && "refused" in confirmed ? refuse(c, 409, otherEmail()) : done(c, confirmed);
  })
  .post("/:ref/correction", body(MailProof), async (c) => {
    const request = await requestCode(c, c.req.param("ref"), "correction", c.req.valid("json").proof);
    if (request === "stopped") return refuse(c, 409, stoppedCorrecting());
    return request ? codeSent(c, request) : unknownReference(c);
  })
  .post("/:ref/correction/confirm", body(Correction), async (c) => {
    const outcome = await correctContact(c, c.req.param("ref"), c.req.valid("json"));
    if (outcome === "stopped") return refuse(c, 409, stoppedCorrecting());
    return typeof outcome === "string" ? refuseCode(c, outcome) : done(c, outcome);
  })
  .post("/:ref/correction/without-code", body(Contact), async (c) => {
    const outcome = await correctWithoutCode(c, c.req.param("ref"), c.req.valid("json"));
    if (outcome === "codeNeeded") return refuse(c, 401, codeNeeded());
    if (outcome === "stopped") return refuse(c, 409, stoppedCorrecting());
    return outcome === "unknown" ? unknownReference(c) : done(c, outcome);
  })
  .post("/:ref/permissions/:id", body(Decision), async (c) => {
    const decided = await decide(c, c.req.param("ref"), c.req.param("id"), c.req.valid("json").decision);
    if (!decided || !("refused" in decided)) return done(c, decided);
    return decided.refused === "unknown" ? unknownReference(c) : refuse(c, 409, sendingRefusals[decided.refused]());
  })
  .post("/:ref/permissions/:id/papers", body(NamedPapers), async (c) => {
    const shown = await showPapers(c, c.req.param("ref"), c.req.param("id"), c.req.valid("json").papers);
    if (!shown || !("refused" in shown)) return done(c, shown);
    return shown.refused === "unknown" ? unknownReference(c) : refuse(c, 409, sendingRefusals[shown.refused]());
  })
  .post("/:ref/deletion", body(MailProof), async (c) => {
    const request = await requestCode(c, c.req.param("ref"), "deletion", c.req.valid("json").proof);
    return request && request !== "stopped" ? codeSent(c, request) : unknownReference(c);
  })
  .post("/:ref/deletion/confirm", body(Confirmation), async (c) => {
    const outcome = await confirmDeletion(c, c.req.param("ref"), c.req.valid("json").code);
    return outcome === "done" ? c.json({ ok: true, success: true }) : refuseCode(c, outcome);
  });
