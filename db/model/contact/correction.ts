import * as z from "zod/mini";
import { steps } from "../form/application.ts";
import { optional } from "../form/question.ts";
import { phoneDigitsOf } from "../phone.ts";
import { line } from "../text.ts";
import { Code } from "./code.ts";

/** Corrections follow the rules of the form. */

const { phone, email } = steps.contact;

/** By the applicant: both values as they should be. */
export const Contact = z.object({ phone: phone.schema(), email: email.schema() });
export type Contact = z.output<typeof Contact>;

/** The same, with the code that confirms them. */
export const Correction = z.object({ code: Code, ...Contact.shape });
export type Correction = z.output<typeof Correction>;

/** By the applicant: their address, as the page shows it or as they typed it. */
export const OwnEmail = z.object({ email: email.schema() });

/** Why a member may correct it: codes cannot arrive, or the applicant called us. */
export const CORRECTION_GROUNDS = ["bounced", "askedByPhone"] as const;
export type CorrectionGround = (typeof CORRECTION_GROUNDS)[number];

/** By a member, who can ask for the whole number. A blank field stays the same. */
export const CorrectionByMember = z
  .object({
    phone: optional(phone).schema(),
    email: optional(email).schema(),
    ground: z.enum(CORRECTION_GROUNDS, "Choose a reason from the list"),
    reason: line({ min: 3, max: 300, message: "Please say how you know, in a few words" }),
  })
  .check(
    z.refine(({ phone }) => phone === undefined || phoneDigitsOf(phone) !== "", {
      error: "A US number has 10 digits",
      path: ["phone"],
    }),
    z.refine(({ phone, email }) => phone !== undefined || email !== undefined, {
      error: "Enter the right phone number or email address",
      path: ["phone"],
    }),
  );
export type CorrectionByMember = z.output<typeof CorrectionByMember>;
