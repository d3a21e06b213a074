import { env } from "cloudflare:workers";
import { exampleCall } from "../../../db/model/calls/example.ts";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import { routeApplications } from "../../../worker/introductions/routing.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post } from "../calls/call.ts";
import { lender, permit } from "../directory/directory.ts";
import { opened, pdf } from "../papers/files.ts";
import { apply, type Colleague } from "../staff/staff.ts";

/** Many applications that were worked as those of a firm are: a few over the API, and copies of them by SQL. */

/** So many copies keep the name and the ZIP code of the one they copy; the others have a mix of names and places. */
const NAMESAKES = 100;
/** Applications come in over so many days. */
const DAYS = 400;
const FIRST_NAMES =
  "Maria José Ashley James Guadalupe Michael Jessica David Juan Brittany Carlos Emily Luis Sarah Robert Ana";
const LAST_NAMES =
  "Garcia Smith Martinez Johnson Rodriguez Williams Hernandez Brown Lopez Jones Gonzalez Davis Perez Miller Nguyen Moore";
/** Numbers in no order, each once, so that indexes fill as with random ids. */
const SPREAD = "(i * 2654435761 & 0xfffffffff)";

/** The tables with rows of an application, how they name it, and columns with ids or hashes that each copy has for itself. */
const OWN_COLUMNS: Record<string, string[]> = {
  case_events: ["applicationId"],
  appointments: ["id", "applicationId"],
  permissions: ["id", "applicationId"],
  referrals: ["id", "applicationId", "permissionId"],
  letters: ["id", "applicationId"],
  papers: ["id", "applicationId"],
  codes: ["id", "applicationId"],
  suggestions: ["applicationId"],
  outbox: ["id", "subjectId", "messageId"],
  audit: ["subjectId"],
  applications: ["id", "referenceHash", "idempotencyKeyHash"],
};

/** Works an application of each kind: approved, not reached, with a lender, and new. Returns their ids. */
export async function workCases(member: Colleague) {
  const act = async (id: string, what: string, body: object = {}) => {
    const response = await member.post(`/api/desk/case/${id}/${what}`, body);
    if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  };
  const applyAs = (n: number) => apply({ phone: `512 555 010${n}`, email: `person${n}@example.com` });
  const [approved, missed, working, fresh] = [await applyAs(1), await applyAs(2), await applyAs(3), await applyAs(4)];
  const bank = await lender("A bank of many");
  await routeApplications(env);
  for (const id of [approved, missed, working]) {
    await act(id, "claim");
    await act(id, "calls", exampleCall("voicemail"));
    await act(id, "notes", { text: "Wants a truck for work, prefers to be called in the morning." });
  }
  for (const id of [approved, working]) {
    await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt: null });
    await act(id, "papers/ask", { papers: ["payStub", "bankStatements"] });
    const { send } = await opened(id);
    for (const paper of ["payStub", "bankStatements"] as const) await send(paper, pdf({ more: `% ${id} ${paper}\n` }));
    await permit(member, id, bank);
    await act(id, "send", bank);
  }
  const referral = await env.DB.prepare("select id from referrals where applicationId = ?").bind(approved).first("id");
  await act(approved, `referrals/${referral}/answer`, { answer: "approved" });
  await act(approved, "status", { from: "with_lender", to: "approved", outcome: "approved_in_30_days" });
  await act(missed, "status", { from: "in_review", to: "unreachable", outcome: "undecided" });
  await env.DB.exec(
    "update outbox set status = 'sent', sentAt = createdAt, attempts = 1, messageId = 'm-' || id where status = 'owed'",
  );
  return { approved, missed, working, fresh };
}

/** Copies each of these applications so often, with all that belongs to it, spread over the days before now. */
export async function copyCases(
  { approved, missed, working, fresh }: Awaited<ReturnType<typeof workCases>>,
  copies: number,
) {
  const open = [working, fresh];
  for (const id of [approved, missed, working, fresh]) {
    for (const table of Object.keys(OWN_COLUMNS)) {
      await env.DB.prepare(await copiesOf(table, copies, open.includes(id)))
        .bind(id)
        .run();
    }
  }
  await env.DB.exec(
    `insert or ignore into name_words select lower(value), number from applications, json_each('["' || replace(fullName, ' ', '","') || '"]')`,
  );
}

/** SQL that copies the rows of application ?1 in this table, as far as they are still kept. */
async function copiesOf(table: string, copies: number, isOpen: boolean) {
  const { results: columns } = await env.DB.prepare(
    "select name, type from pragma_table_info(?) where not (type = 'INTEGER' and pk)",
  )
    .bind(table)
    .all<{ name: string; type: string }>();
  const every = Math.floor((DAYS * DAY_MS) / copies);
  const age = `((${copies} - i) * ${every})`;
  const values = columns.map(({ name, type }) => copyOf(table, name, type === "INTEGER", age));
  const kept = { papers: isOpen ? DAYS : 25, outbox: 85, audit: 85 }[table] ?? DAYS;
  return `with recursive n(i) as (values (1) union all select i + 1 from n where i < ${copies})
    insert into ${table} (${columns.map(({ name }) => name)})
    select ${values} from n, (select * from ${table} where ${areTheirs(table)}) where ${age} < ${kept * DAY_MS}`;
}

function areTheirs(table: string) {
  if (table === "applications") return "id = ?1";
  if (table === "audit") return "subjectId = ?1";
  if (table !== "outbox") return "applicationId = ?1";
  const about = ["appointments", "codes", "letters", "permissions", "referrals", "case_events"].map(
    (each) => `subjectId in (select cast(id as text) from ${each} where applicationId = ?1)`,
  );
  return `subjectId = ?1 or ${about.join(" or ")}`;
}

function copyOf(table: string, name: string, isNumber: boolean, age: string) {
  if (OWN_COLUMNS[table]?.includes(name)) {
    return `case when ${name} glob '????????-????-*'
        then substr(${name}, 1, 3) || printf('%05x-%04x', ${SPREAD} >> 16, ${SPREAD} & 0xffff) || substr(${name}, 14)
      when length(${name}) = 64 then printf('%09x', ${SPREAD}) || substr(${name}, 10)
      else ${name} || '-' || i end`;
  }
  const isNamesake = `i <= ${NAMESAKES}`;
  if (name === "fullName")
    return `iif(${isNamesake}, ${name}, ${oneOf(FIRST_NAMES, "i")} || ' ' || ${oneOf(LAST_NAMES, "i / 16")})`;
  if (name === "zip") return `iif(${isNamesake}, ${name}, printf('%05d', 75000 + i / 256 % 4000))`;
  if (name === "phoneDigits") return `printf('%010d', 2000000000 + ${SPREAD} % 8000000000)`;
  if (name === "emailFolded") return `printf('maria%09x@example.com', ${SPREAD})`;
  if (name === "overdueToldAt") return `createdAt - ${age}`;
  return isNumber && /At$|^at$/.test(name) ? `iif(${name} between 1e12 and 3e12, ${name} - ${age}, ${name})` : name;
}

function oneOf(names: string, number: string) {
  const list = names.split(" ");
  return `('${JSON.stringify(list)}' ->> (${number} % ${list.length}))`;
}

/** Fills the other tables that grow, so far that reading one to its end is seen. */
export async function storeOthers(total: number) {
  const now = Date.now();
  const fill = (into: string, values: string, count: number) =>
    env.DB.prepare(
      `insert into ${into} with recursive n(i) as (values (1) union all select i + 1 from n where i < ${count}) select ${values} from n`,
    ).run();
  const some = Math.floor(total / 3);
  const few = 1000;
  const at = `${now} - i * ${Math.floor((DAYS * DAY_MS) / some)}`;
  await fill(
    "contact_messages (id, name, message, sender, status, ownerId, createdAt)",
    `'message-' || i, 'Maria', 'Hello', i || '@b.co', 'answered', 'u' || (i % 9), ${at}`,
    some,
  );
  await fill(
    "message_replies (id, messageId, userId, text, createdAt)",
    `'reply-' || i, 'message-' || i, 'u', 'Yes', ${at}`,
    some,
  );
  await fill(
    "newsletter_subscribers (id, email, emailFolded, status, consentTextId, requestedAt, confirmedAt)",
    `'reader-' || i, i || '@b.co', i || '@b.co', 'confirmed', 'news-1', ${at}, ${at}`,
    some,
  );
  await fill("newsletter_tokens (tokenHash, subscriberId, createdAt)", `'token-' || i, 'reader-' || i, ${at}`, some);
  await fill(
    "kept_consents (applicationId, phone, email, consentRecord, appliedAt, deletedAt, notedAt)",
    `'gone-' || i, '', '', '{}', ${at}, ${at}, ${at}`,
    some,
  );
  await fill("counters (name, count, max, endsAt)", `'counter-' || i, 1, 9, ${now} + i * ${HOUR_MS}`, some);
  await fill(
    "outbox (id, kind, subjectId, status, createdAt)",
    `'dropped-' || i, 'confirmation', 'nobody-' || i, 'dropped', ${now} - i`,
    some,
  );
  await fill("blog_redirects (slug, postId)", "'old-' || i, 'post-' || i", some);
  await fill(
    "blog_posts (id, title, slug, content, tags, published, createdAt, updatedAt, searchText)",
    `'post-' || i, 'Guide ' || i, 'guide-' || i, 'Words', 'car', 1, ${at}, ${at}, 'guide ' || i || char(10) || 'car'`,
    few,
  );
}
