import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { spokenReference } from "../../db/model/form/spoken-reference.ts";
import { appointments, applications as table, users } from "../../db/schema.ts";
import { isOpenCall, wantedCall } from "../calls/appointment.ts";
import { isOwner } from "../case/store.ts";
import { triedAt } from "./due.ts";

export const PAGE_SIZE = 50;

/** Applications as a page of the queue reads them. */
export function rowsOf(db: Database) {
  return db
    .select({
      number: table.number,
      id: table.id,
      fullName: table.fullName,
      language: table.language,
      city: table.city,
      createdAt: table.createdAt,
      dueAt: table.dueAt,
      queueAt: table.queueAt,
      queueRank: table.queueRank,
      approvalRank: table.approvalRank,
      purchaseTimeline: table.purchaseTimeline,
      downPaymentAvailable: table.downPaymentAvailable,
      scoresForecast: table.scoresForecast,
      flags: table.flagsJson,
      status: table.status,
      owner: users.username,
      contactStoppedAt: table.contactStoppedAt,
      promisedSince: sql`ifnull(${table.contactResumedAt}, ${table.createdAt})`.mapWith(table.createdAt),
      firstContactAt: table.firstContactAt,
      nextKind: table.nextKind,
      nextNote: table.nextNote,
      nextAt: table.nextAt,
      triedAt,
      zip: table.zip,
      // D1 loses one of two columns with the same name in a batch or a count, so they need aliases.
      callId: sql<string | null>`${appointments.id}`.as("callId"),
      callStartsAt: appointments.startsAt,
      callDueAt: sql<Date>`${appointments.dueAt}`.mapWith(appointments.dueAt).as("callDueAt"),
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .leftJoin(appointments, and(eq(appointments.applicationId, table.id), isOpenCall));
}

/** Such a row, as the desk gets it. */
export function shownRow({
  number,
  approvalRank,
  queueAt,
  zip,
  callId,
  callStartsAt,
  callDueAt,
  ...application
}: Awaited<ReturnType<typeof rowsOf>>[number]) {
  return {
    ...application,
    spokenReference: spokenReference(number),
    appointment: callId ? wantedCall({ startsAt: callStartsAt, dueAt: callDueAt }, zip) : null,
  };
}
