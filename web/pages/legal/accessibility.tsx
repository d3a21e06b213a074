import { Link } from "react-router-dom";
import { brand } from "../../../db/model/site/brand.ts";
import { t } from "../../../db/model/words.ts";
import { claims, replyWithin } from "../../copy/claims/claims.ts";
import { Head } from "../../head/head.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CallToAction } from "../../ui/page/call-to-action.tsx";
import { type Chapter, LegalPage } from "./legal.tsx";

const chapters = (): Chapter[] => [
  {
    id: "standards",
    title: t`The standards we work to`,
    content: (
      <>
        <p>Everyone should be able to apply for a car loan by themselves. We build this website to:</p>
        <ul>
          <li>the Web Content Accessibility Guidelines (WCAG) 2.1, level AA;</li>
          <li>the Americans with Disabilities Act (ADA);</li>
          <li>Section 508 of the Rehabilitation Act.</li>
        </ul>
      </>
    ),
  },
  {
    id: "features",
    title: t`What you can count on`,
    content: (
      <ul>
        <li>
          <strong>Text size.</strong> Text is scalable to 200% in your browser, and nothing is lost or cut off.
        </li>
        <li>
          <strong>Keyboard.</strong> Everything works without a mouse. You can see where you are, and a link at the top
          skips to the main content.
        </li>
        <li>
          <strong>Screen readers.</strong> Pages have headings, landmarks and labels in a sensible order. Drawings that
          mean something are described.
        </li>
        <li>
          <strong>Forms.</strong> Every question has a label. When something is missing, a list at the top says what and
          links to it, and what you typed stays. There's no time limit.
        </li>
        <li>
          <strong>Color and contrast.</strong> Nothing depends on color alone, and text stands out from its background.
          High-contrast settings are respected.
        </li>
        <li>
          <strong>Motion.</strong> There's very little of it, and none if your device asks for less.
        </li>
        <li>
          <strong>Plain language.</strong> Short sentences, common words.
        </li>
      </ul>
    ),
  },
  {
    id: "by-phone",
    title: t`Apply by phone instead`,
    content: (
      <p>
        {t`You don't have to use this website to apply. You can give us your application by phone, ${claims.phoneHours}. A specialist will ask you the same questions, with no credit pull, and take the time you need.`}{" "}
        {brand.phone ? (
          <>
            Call <a href={`tel:${brand.phone}`}>{brand.phone}</a>, or write through the{" "}
            <Link to="/contact">contact form</Link> and we'll call you.
          </>
        ) : (
          <>
            Leave your number in the <Link to="/contact">contact form</Link> and we'll call you.
          </>
        )}{" "}
        {t`Relay calls are welcome.`}
      </p>
    ),
  },
  {
    id: "limits",
    title: t`What may still be in your way`,
    content: (
      <p>
        The application and contact forms need JavaScript. Lenders and dealers run their own websites, and we can't
        promise how accessible those are. If one of them stops you, tell us and we'll help you find another way.
      </p>
    ),
  },
  {
    id: "feedback",
    title: t`Tell us what doesn't work`,
    content: (
      <p>
        Use the <Link to="/contact">contact form</Link>. Tell us the page, what you wanted to do, and what you browse
        with. We answer accessibility feedback within {replyWithin()}.
      </p>
    ),
  },
];

export default function AccessibilityPage() {
  return (
    <>
      <Head
        title="Accessibility statement"
        description="How we make this website work for everyone: WCAG 2.1 AA, ADA and Section 508, text up to 200%, and an application by phone."
      />
      <LegalPage
        title="Accessibility"
        lead="This website should work for you, however you use the web. If it doesn't, we want to know."
        dates={[{ label: t`Last updated`, date: claims.policyDate }]}
        chapters={chapters()}
      />
      <CallToAction
        title="Online or by phone, the same questions"
        text="About 3 minutes, no credit pull. A local Texas specialist will help you either way."
      >
        <ButtonLink to="/apply" look="sun">
          Start Your Application
        </ButtonLink>
        <ButtonLink to="/contact" look="outlineOnDeep">
          Contact Us
        </ButtonLink>
      </CallToAction>
    </>
  );
}
