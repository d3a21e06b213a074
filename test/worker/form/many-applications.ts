/** When the first of many applications came in, and the time between each and the next. */
export const FIRST_AT = Date.UTC(2025, 0, 1);
export const EVERY_MS = 30_000;

/** Reads which columns many applications copy from the existing one. */
export const COPIED_COLUMNS = `select group_concat(name) names from pragma_table_info('applications') where name not in
  ('number', 'id', 'referenceHash', 'idempotencyKeyHash', 'fullName', 'phoneDigits', 'emailFolded', 'createdAt', 'dueAt',
   'queueAt', 'queueRank', 'language', 'status', 'outcome', 'ownerId', 'scoresForecast', 'metro', 'nextKind', 'nextAt')`;

/** The id of the application with this number. */
export function idOfMany(number: number) {
  return `${number.toString(16).padStart(8, "0")}-0000`;
}

/** SQL for these applications: copies of the existing one with other names, languages, statuses, owners and times. */
export function manyApplications(copiedColumns: string, from: number, to: number, fullName = "'Person ' || i") {
  return `insert into applications (${copiedColumns}, id, referenceHash, fullName, phoneDigits, emailFolded, createdAt, dueAt,
      queueAt, queueRank, language, status, outcome, ownerId, scoresForecast, metro, nextKind, nextAt)
    with recursive n(i) as (values(${from}) union all select i + 1 from n where i < ${to})
    select ${copiedColumns}, printf('%08x-0000', i), i, ${fullName}, printf('%010d', i), 'person' || i || '@example.com',
      ${FIRST_AT} + i * ${EVERY_MS}, i / 50, i / 50, i % 12, iif(i % 4 = 0, 'es', 'en'),
      case i % 5 when 0 then 'in_review' when 1 then 'approved' else 'submitted' end,
      case i % 5 when 1 then case i % 3 when 0 then 'declined' else 'approved_in_30_days' end end,
      case i % 7 when 0 then 'somebody' end, i % 101,
      case i % 3 when 0 then 'Austin' when 1 then 'Houston' else 'Elsewhere in Texas' end,
      case i % 7 when 0 then 'call' end, case i % 7 when 0 then ${FIRST_AT} + i * ${EVERY_MS} end
    from n, (select ${copiedColumns} from applications where id not like '%-0000' limit 1)`;
}

/** SQL for an event, a sent mail and, if it is open, a booked call of each of these applications. */
export function whatBelongsToThem(from: number, to: number) {
  const them = `with recursive n(i) as (values(${from}) union all select i + 1 from n where i < ${to})`;
  return [
    `insert into case_events (applicationId, event) ${them}
      select printf('%08x-0000', i), '{"kind":"owner","ownerId":null}' from n`,
    `insert into outbox (id, kind, subjectId, status, createdAt) ${them}
      select 'mail-' || i, 'confirmation', printf('%08x-0000', i), 'sent', ${FIRST_AT} + i * ${EVERY_MS} from n`,
    `insert into appointments (id, applicationId, dueAt, endedAt) ${them}
      select 'call-' || i, printf('%08x-0000', i), ${FIRST_AT} + i * ${EVERY_MS}, iif(i % 5 = 1, 1, null) from n`,
  ];
}
