import { env } from "cloudflare:workers";

/** Stores a lead of an application that this recipient has decided. */
export function decided(applicationId: string, recipientId: string, answer: string, createdAt = Date.now()) {
  const id = crypto.randomUUID();
  return env.DB.prepare(
    `insert into referrals (id, applicationId, kind, recipientId, recipientName, recipientAddress, fields, userId,
      createdAt, permissionId, permittedAt, answer) values (?1, ?2, 'lender', ?3, '', '', '[]', '', ?4, ?1, 0, ?5)`,
  )
    .bind(id, applicationId, recipientId, createdAt, answer)
    .run();
}
