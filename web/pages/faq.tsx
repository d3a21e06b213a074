import { ClipboardList, type LucideIcon, Mail, MessageSquareText } from "lucide-react";
import { Link } from "react-router-dom";
import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { faqTopics } from "../copy/faq.ts";
import { Head } from "../head/head.tsx";
import { Accordion } from "../ui/accordion.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Porch } from "../ui/drawings/porch.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { Section } from "../ui/page/section.tsx";
import { TextLink } from "../ui/text-link.tsx";

const help = (): { icon: LucideIcon; title: string; text: string; to: string }[] => [
  {
    icon: MessageSquareText,
    title: t`Contact Form`,
    text: t`Ask a person on our team. No account needed.`,
    to: "/contact",
  },
  { icon: Mail, title: t`Email Us`, text: t`We answer emails within ${claims.replyWithin}.`, to: "/contact" },
  {
    icon: ClipboardList,
    title: t`Start Application`,
    text: t`About 3 minutes, with no credit pull.`,
    to: "/apply",
  },
];

const popularTopics = () => [
  { title: t`Credit Challenges`, text: t`Scores, a first loan, a bankruptcy or a repossession behind you.` },
  { title: t`Employment & Income`, text: t`W-2, 1099, benefits, or a job you started last month.` },
  { title: t`Process & Timeline`, text: t`What happens to your answers, who calls you, and when.` },
];

export default function FaqPage() {
  return (
    <>
      <Head
        title="Frequently asked questions"
        description="Plain answers about credit, income, down payments, vehicles and timing when you finance a car in Texas. No credit pull to pre-qualify."
      />
      <Hero
        kicker="FAQ"
        title="Frequently Asked Questions"
        lead="Straight answers about credit, income, cost and timing. If yours isn't here, ask us: a Texas specialist reads every message."
        drawing={<Porch />}
      />
      <Section>
        <div className="grid grid-cols-1 gap-12 print:block">
          {faqTopics().map(({ title, questions }) => (
            <div key={title} className="grid grid-cols-1 gap-4 lg:grid-cols-[1fr_2fr] lg:gap-16 print:block">
              <h2>{title}</h2>
              <Accordion name="faq" items={questions} />
            </div>
          ))}
        </div>
        <RepresentativeExample className="mt-10 text-quiet" />
        <p className="mt-4">
          <TextLink to="/calculator">Figure out a payment with your own numbers</TextLink>
        </p>
      </Section>
      <Section tone="sand" title="Still have a question?" lead="Pick what works for you.">
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {help().map(({ icon: Icon, title, text, to }) => (
            <li key={title}>
              <Link
                to={to}
                className="flex h-full flex-col rounded-card border border-line bg-card p-5 shadow-card hover:border-bluebonnet"
              >
                <Icon aria-hidden="true" className="size-6 text-bluebonnet" />
                <h3 className="mt-3 text-bluebonnet underline underline-offset-4">{title}</h3>
                <p className="mt-2">{text}</p>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Popular Topics">
        <div className="grid grid-cols-1 gap-10 md:grid-cols-3">
          {popularTopics().map(({ title, text }) => (
            <div key={title} className="border-bluebonnet border-t-4 pt-4">
              <h3>{title}</h3>
              <p className="mt-2">{text}</p>
              <ul className="mt-3 grid gap-2">
                {questionsOf(title).map(({ id, question }) => (
                  <li key={id}>
                    <Link to={`#${id}`} className="link inline-flex min-h-6">
                      {question}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>
      <CallToAction
        title="Ready when you are"
        text="Five short steps, about 3 minutes, no credit pull. A local specialist will take it from there."
      >
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
      </CallToAction>
    </>
  );
}

function questionsOf(topic: string) {
  return faqTopics().find(({ title }) => title === topic)?.questions ?? [];
}
