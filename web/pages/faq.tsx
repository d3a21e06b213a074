import { ClipboardList, type LucideIcon, Mail, MessageSquareText } from "lucide-react";
import { t } from "../../db/model/words.ts";
import { claims } from "../copy/claims/claims.ts";
import { RepresentativeExample } from "../copy/claims/representative-example.tsx";
import { faqTopics } from "../copy/faq.ts";
import { Head } from "../head/head.tsx";
import { Accordion } from "../ui/accordion.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Porch } from "../ui/drawings/porch.tsx";
import { Link } from "../ui/link.tsx";
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
        lead="Straight answers. If yours isn’t here, a Texas specialist reads every message."
        drawing={<Porch />}
      >
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
        <h2 className="mt-6 text-base text-quiet">Popular Topics</h2>
        <ul className="mt-2 grid max-w-lg grid-cols-[repeat(auto-fit,minmax(min(6.25rem,100%),1fr))] gap-2 sm:gap-3">
          {faqTopics()
            .filter(({ isPopular }) => isPopular)
            .map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  className={`link grid h-full place-content-center p-2 text-center max-sm:px-1 max-sm:text-sm ${TILE}`}
                >
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </Hero>
      <Section>
        <div className="grid grid-cols-1 gap-9 sm:gap-12 print:block">
          {faqTopics().map(({ id, title, questions }) => (
            <div key={id} className="grid grid-cols-1 gap-3 lg:grid-cols-[1fr_2fr] lg:gap-16 print:block">
              <h2 id={id} className="scroll-mt-24">
                {title}
              </h2>
              <Accordion name="faq" items={questions} />
            </div>
          ))}
        </div>
        <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-4 lg:grid-cols-[1fr_2fr] lg:*:col-start-2">
          <RepresentativeExample className="text-quiet" />
          <p>
            <TextLink to="/calculator">Figure out a payment with your own numbers</TextLink>
          </p>
        </div>
      </Section>
      {/* Covers the start bar. */}
      <div className="relative z-20">
        <Section tone="sand" title="Still have a question?">
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
            {help().map(({ icon: Icon, title, text, to }) => (
              <li key={title}>
                <Link
                  to={to}
                  className={`grid h-full grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-4 px-5 py-4 ${TILE}`}
                >
                  <Icon aria-hidden="true" className="size-6 text-bluebonnet" />
                  <h3 className="text-bluebonnet underline underline-offset-4">{title}</h3>
                  <p className="col-start-2">{text}</p>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}

const TILE = "rounded-card border border-line bg-card shadow-card hover:border-bluebonnet";
