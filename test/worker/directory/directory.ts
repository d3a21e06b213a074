import { env } from "cloudflare:workers";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import type { RecipientKind } from "../../../db/model/directory/recipient-kind.ts";
import type { Decision } from "../../../db/model/introductions/permission.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import type { Colleague } from "../staff/staff.ts";

/** A lender or dealer of the directory, in the firm's order as they were added. */

export interface Recipient {
  kind: RecipientKind;
  recipientId: string;
}

export async function dealer(name = "Hill Country Motors", isActive = true): Promise<Recipient> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    `insert into dealers (id, name, metro, leadAddress, isActive, firmOrder)
      values (?, ?, 'San Antonio', ?, ?, (select count(*) from dealers))`,
  )
    .bind(id, name, "leads@dealer.example.com", Number(isActive))
    .run();
  return { kind: "dealer", recipientId: id };
}

export async function lender(name = "Pecan Credit Union"): Promise<Recipient> {
  const id = crypto.randomUUID();
  await env.DB.prepare(`insert into lenders (id, name, category, leadAddress, criteria, firmOrder)
    values (?, ?, ?, ?, ?, (select count(*) from lenders))`)
    .bind(id, name, "Credit unions", "new@lender.example.com", JSON.stringify(categoryCriteria["Credit unions"]))
    .run();
  return { kind: "lender", recipientId: id };
}

/** The applicant is asked about a lender or dealer, and says yes on the results page. */
export async function permit(member: Colleague, applicationId: string, recipient: Recipient) {
  await member.post(`/api/desk/case/${applicationId}/permissions`, recipient);
  await answer(applicationId, recipient, "yes");
}

/** The applicant answers on the results page. */
export async function answer(applicationId: string, recipient: Recipient, decision: Decision) {
  const path = `/api/applications/${await referenceOf(env, applicationId)}/permissions`;
  return post(`${path}/${await permissionOf(applicationId, recipient)}`, { decision });
}

/** The id of the permission for this recipient. */
export async function permissionOf(applicationId: string, { recipientId }: Recipient) {
  const find = env.DB.prepare("select id from permissions where applicationId = ? and recipientId = ?");
  return (await find.bind(applicationId, recipientId).first<string>("id")) ?? "";
}
