import { createHash, randomUUID } from "node:crypto";
import { type Database, database } from "../database.ts";
import type { Outcome, Status } from "../model/case/status.ts";
import { shownTexts } from "../model/consent/consent.ts";
import { foldedEmail, senderOf } from "../model/contact/person.ts";
import { categoryCriteria, LENDER_CATEGORIES } from "../model/directory/lenders.ts";
import { metroOf } from "../model/directory/metro.ts";
import { flagsOf, forecast } from "../model/forecast/forecast.ts";
import { datedId } from "../model/form/dated-id.ts";
import { exampleApplication } from "../model/form/example.ts";
import { ApplicationForm } from "../model/form/submission.ts";
import { letterPresets } from "../model/letters/letter-presets.ts";
import { phoneDigitsOf } from "../model/phone.ts";
import { queuePlaceOf, nameWords as wordsOf } from "../model/queue/queue.ts";
import { HOUR_MS } from "../model/time/clock.ts";
import { hashPassword } from "../password.ts";
import { applications, contactMessages, dealers, lenders, letterTemplates, nameWords, users } from "../schema.ts";

/** Invented people and applications to try the desk with. Only on this machine, and only in an empty database. */

export const DEMO_PASSWORD = "bluebonnet-demo";
export const DEMO_MEMBERS = ["demo-specialist", "demo-manager"] as const;

type ReferenceOf = (applicationId: string) => Promise<string>;

/** Fills an empty local database. Returns whether it now has the demo members. Mails lead to pages by `referenceOf`. */
export async function seedDemo({ DB }: { DB: D1Database }, referenceOf: ReferenceOf) {
  const found = await DB.prepare(
    `select (select count(*) from users) + (select count(*) from applications) as rows,
      (select count(*) from users where isDemo and username = ?) as demo`,
  )
    .bind(DEMO_MEMBERS[0])
    .first<{ rows: number; demo: number }>();
  if (found && found.rows > 0) return found.demo > 0;
  await fill(database(DB), referenceOf);
  return true;
}

async function fill(db: Database, referenceOf: ReferenceOf) {
  const [specialistId, managerId] = [randomUUID(), randomUUID()];
  const password = await hashPassword(DEMO_PASSWORD);
  await db.insert(users).values([
    { id: specialistId, username: DEMO_MEMBERS[0], password, role: "specialist", isDemo: true },
    { id: managerId, username: DEMO_MEMBERS[1], password, role: "manager", isDemo: true },
  ]);
  const lenderNames = ["Demo National Bank", "Demo Credit Union", "Demo Auto Finance", "Demo Fresh Start Lending"];
  for (const [index, category] of LENDER_CATEGORIES.entries()) {
    const name = lenderNames[index] ?? category;
    await db.insert(lenders).values({
      id: randomUUID(),
      name,
      category,
      leadAddress: `${name.replaceAll(" ", "-").toLowerCase()}@example.com`,
      criteria: categoryCriteria[category],
    });
  }
  for (const metro of ["San Antonio", "Austin", "DFW", "Houston"]) {
    const name = `Demo Motors ${metro}`;
    const leadAddress = `${name.replaceAll(" ", "-").toLowerCase()}@example.com`;
    await db.insert(dealers).values({ id: randomUUID(), name, metro, leadAddress });
  }
  for (const preset of letterPresets) await db.insert(letterTemplates).values({ id: randomUUID(), ...preset });
  for (const demo of demoApplications) {
    const row = rowOf(demo);
    const referenceHash = sha256(await referenceOf(row.id));
    const [{ number } = { number: 0 }] = await db
      .insert(applications)
      .values({ ...row, referenceHash, ownerId: demo.isClaimed ? specialistId : null })
      .returning({ number: applications.number });
    await db.insert(nameWords).values(wordsOf(row.fullName).map((word) => ({ word, number })));
  }
  await db.insert(contactMessages).values({
    id: randomUUID(),
    name: "Sam Demo",
    message: "Do you work with lenders in Lubbock? I would like to come by on Saturday.",
    replyTo: "sam@example.com",
    sender: senderOf("sam@example.com"),
    createdAt: new Date(Date.now() - 3 * HOUR_MS),
  });
}

interface Demo {
  hoursAgo: number;
  status?: Status;
  outcome?: Outcome;
  isClaimed?: true;
  changes: Partial<Record<keyof ApplicationForm, unknown>>;
}

const demoApplications: Demo[] = [
  { hoursAgo: 1, changes: { fullName: "Maria Demo", city: "San Antonio", zip: "78205" } },
  {
    hoursAgo: 5,
    changes: {
      fullName: "Carlos Demo",
      city: "El Paso",
      zip: "79901",
      purchaseTimeline: "Within 1–2 Weeks",
      cashDownPayment: 0,
    },
  },
  {
    hoursAgo: 30,
    changes: {
      fullName: "Denise Demo",
      city: "Houston",
      zip: "77002",
      bankruptcyStatus: "Discharged",
      autoFinanceHistory: "Repo—Voluntary",
      downPaymentAvailable: "Within a Week",
    },
  },
  {
    hoursAgo: 52,
    isClaimed: true,
    status: "in_review",
    changes: {
      fullName: "Tyrone Demo",
      city: "Dallas",
      zip: "75201",
      employmentType: "Self-Employed/1099",
      timeOnCurrentJobYears: 0,
      timeOnCurrentJobMonths: 9,
      grossMonthlyIncome: 5000,
    },
  },
  {
    hoursAgo: 80,
    isClaimed: true,
    status: "contacted",
    changes: { fullName: "Linda Demo", city: "Austin", zip: "78701", autoFinanceHistory: "No Auto Loan History" },
  },
  {
    hoursAgo: 400,
    isClaimed: true,
    status: "approved",
    outcome: "approved_in_30_days",
    changes: {
      fullName: "Robert Demo",
      city: "Lubbock",
      zip: "79401",
      grossMonthlyIncome: 7500,
      cashDownPayment: 4000,
    },
  },
];

function rowOf({ hoursAgo, status, outcome, changes }: Demo) {
  const name = String(changes.fullName).split(" ")[0]?.toLowerCase();
  const own = { phone: `210 555 01${String(hoursAgo % 100).padStart(2, "0")}`, email: `${name}@example.com` };
  const answers = ApplicationForm.parse(exampleApplication({ ...own, ...changes }));
  const createdAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  const { version, score, points } = forecast(answers);
  return {
    ...answers,
    id: datedId(createdAt),
    createdAt,
    // Otherwise the closed one would be thinned out in the first night.
    heardAt: createdAt,
    ...queuePlaceOf(answers, createdAt),
    status,
    outcome,
    scoresForecast: score,
    forecastVersion: version,
    forecastPoints: points,
    metro: metroOf(answers.zip),
    flagsJson: flagsOf(answers, createdAt),
    consentRecord: {
      stated: {
        textIds: shownTexts().map(({ id }) => id),
        language: "en-US",
        shownAt: createdAt.toISOString(),
        tickedAt: createdAt.toISOString(),
      },
      textsSha256: sha256(
        shownTexts()
          .map(({ text }) => text)
          .join("\n"),
      ),
      doubts: [],
      receivedAt: createdAt.toISOString(),
      ip: null,
      userAgent: "Demo",
    },
    answersHash: "",
    phoneDigits: phoneDigitsOf(answers.phone),
    emailFolded: foldedEmail(answers.email),
  };
}

function sha256(text: string) {
  return createHash("sha256").update(text).digest("hex");
}
