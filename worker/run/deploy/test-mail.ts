import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { named } from "../../../db/database.ts";
import { outbox } from "../../../db/schema.ts";
import { type Ask, deployedDatabase } from "./cloudflare.ts";
import type { Check } from "./live-site.ts";

const PAUSE_MS = 10_000;
const LOOKS = 18;

interface TestMail {
  /** Cloudflare's API for the account, and the deployed database there. */
  ask: Ask;
  databaseId: string;
  /** ALERT_EMAIL. */
  to: unknown;
  pause: (milliseconds: number) => Promise<void>;
}

/** Owes the firm a mail, as the site itself would, and looks what becomes of it: cron, outbox and mail service all have to work. */
export async function testMail(mail: TestMail): Promise<Check> {
  const check = { name: "test mail", expected: `is on its way to ${mail.to}: look whether it arrives` };
  if (!mail.to) return { ...check, state: "unknown", why: "ALERT_EMAIL is empty" };
  const problem = await send(mail).catch((error) => `Cloudflare did not take it: ${error.cause ?? error}`);
  return { ...check, state: problem ? "wrong" : "fine", why: problem };
}

/** Empty once the mail service has accepted it. */
async function send({ ask, databaseId, pause }: TestMail) {
  const db = deployedDatabase(ask, databaseId);
  const id = randomUUID();
  await db.batch([db.insert(outbox).values({ id, kind: "published", subjectId: new Date().toISOString() })]);
  const { status, lastError } = outbox;
  const looking = db.select({ status, lastError }).from(outbox).where(eq(outbox.id, id));
  let error: string | null = null;
  for (let look = 0; look < LOOKS; look++) {
    await pause(PAUSE_MS);
    const {
      row: [row],
    } = await named(db, { row: looking });
    error = row?.lastError ?? null;
    if (row?.status === "sent") return "";
    if (row?.status === "dropped") return `It was dropped (${error}): put ALERT_EMAIL into MAIL_ONLY_TO.`;
    if (row?.status === "dead") break;
  }
  return error
    ? `It was refused (${error}): see Mail in worker/operations.md, The first day.`
    : "It still waits: the cron does not run, which may be so for a quarter of an hour after the first deployment.";
}
