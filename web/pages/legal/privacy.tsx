import { Link } from "react-router-dom";
import { brand } from "../../../db/model/site/brand.ts";
import {
  ANSWERS_KEPT_DAYS,
  APPLICATION_KEPT_YEARS,
  BACKUP_KEPT_DAYS,
  CODE_VALID_MINUTES,
  CONTACT_MESSAGE_KEPT_MONTHS,
  COUNTER_KEPT_DAYS,
  SENT_MAIL_KEPT_DAYS,
  SESSION_MAX_DAYS,
  SIGN_IN_COUNTER_KEPT_DAYS,
  STATISTICS_KEPT_DAYS,
  UNCONFIRMED_ADDRESS_KEPT_DAYS,
} from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { claims, policyDates } from "../../copy/claims/claims.ts";
import { Eligibility, Questions, supplementDate } from "../../copy/legal-notes.tsx";
import { SpanishNote } from "../../copy/spanish-note.tsx";
import { Head } from "../../head/head.tsx";
import { type Chapter, LegalPage } from "./legal.tsx";

const ourName = brand.legalEntity ?? brand.name;

const chapters = (): Chapter[] => [
  {
    id: "who-we-are",
    title: t`Who we are`,
    content: (
      <>
        <p>
          {ourName} runs this website and a service that pre-qualifies Texas car buyers and connects them with lenders
          and dealers. This policy says what we learn about you, what we do with it, and what you can ask of us. It
          covers this website and what we do by phone and email.
        </p>
        <SpanishNote />
      </>
    ),
  },
  {
    id: "what-we-collect",
    title: t`What we collect`,
    content: (
      <>
        <p>You give us most of it yourself:</p>
        <ul>
          <li>
            <strong>Your application:</strong> name, phone, email, city and ZIP code, and your birth year if you choose
            to give it; your work and income; your housing; whether you have a bank account; bankruptcy, repossession
            and mortgage history; the kind of ID you have; your auto loan history; your down payment and timing.
          </li>
          <li>
            <strong>Your consents:</strong> which of them you gave, and when.
          </li>
          <li>
            <strong>Your messages:</strong> what you write to us through the <Link to="/contact">contact form</Link> or
            by email, and what you tell us over the phone.
          </li>
        </ul>
        <p>
          Your browser also sends technical data with every request, such as your network (IP) address and the name of
          the browser. We do not ask for your Social Security number, card numbers or account numbers on this website.
        </p>
      </>
    ),
  },
  {
    id: "how-we-use-it",
    title: t`How we use it`,
    content: (
      <>
        <ul>
          <li>To forecast how likely a lender's approval is, and to look for lenders and dealers that fit you.</li>
          <li>To have a local specialist contact you about your application.</li>
          <li>To answer your questions.</li>
          <li>To keep the service secure, to prevent fraud, and to meet our legal duties.</li>
        </ul>
        <p>
          The forecast is guidance, not a guarantee and not a credit decision. A person reviews every application.
          Lenders make their own decisions, by their own rules.
        </p>
      </>
    ),
  },
  {
    id: "credit-inquiries",
    title: t`Credit inquiries`,
    content: (
      <p>
        We don't pull your credit when you fill out or submit the form. A lender may ask for a credit inquiry later, and
        it happens only with your explicit consent.
      </p>
    ),
  },
  {
    id: "who-sees-it",
    title: t`Who sees it`,
    content: (
      <>
        <ul>
          <li>
            <strong>Lenders and dealers</strong> that you said yes to, one at a time, so that they can consider your
            application. No other lender or dealer gets anything. Lenders pay us for this service; you do not. Each of
            them has a privacy policy of its own.
          </li>
          <li>
            <strong>Companies that work for us,</strong> such as those that host this website or deliver our email. They
            may use your information only for that work.
          </li>
          <li>
            <strong>Authorities and courts,</strong> when the law requires it.
          </li>
          <li>
            <strong>A successor,</strong> if our business is merged or sold. This policy will keep protecting what you
            gave us before.
          </li>
        </ul>
        <p>
          We don't give your information to advertisers or data brokers, and we don't pass your phone number or your
          consent to anyone for their own marketing.
        </p>
      </>
    ),
  },
  {
    id: "calls-and-email",
    title: t`Calls and email (TCPA)`,
    content: (
      <>
        <p>
          Our communications comply with the Telephone Consumer Protection Act (TCPA). We call or email you about your
          application only after you've agreed to it. A person makes each call, and we don't send text messages.
          Agreeing is not a condition of any purchase.
        </p>
        <p>
          You can stop at any time: use the link in an email, tell the person who calls, or write through the{" "}
          <Link to="/contact">contact form</Link>. The full text of the consent is on the page{" "}
          <Link to="/consent">Electronic Consent &amp; Disclosures</Link>.
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: t`How long we keep it`,
    content: (
      <p>
        We keep application data for {claims.dataRetention}, because lending and consumer protection rules may require
        us to show what you applied for and what you agreed to. After that it's deleted. The list under{" "}
        <Link to="#retention">What is kept how long</Link> says what goes earlier.
      </p>
    ),
  },
  {
    id: "security",
    title: t`How we protect it`,
    content: (
      <p>
        Everything between your browser and us is encrypted. Only people who need your information for their work can
        sign in to see it. No system is perfectly safe; if something happens to your information that the law requires
        us to tell you about, we'll tell you.
      </p>
    ),
  },
  {
    id: "your-choices",
    title: t`Your choices`,
    content: (
      <>
        <ul>
          <li>
            Find out what we hold about you. Your results page shows the main answers and 'What you agreed to', and you
            can print both. Ask us for a copy of the rest.
          </li>
          <li>Have something corrected.</li>
          <li>Have it deleted. We'll delete what we aren't required to keep, and tell you what that is.</li>
          <li>Tell us to stop contacting you, or take back your yes to a lender or dealer.</li>
          <li>Withdraw a consent. That doesn't undo what happened before.</li>
        </ul>
        <p>
          You can do most of this on your results page. For the rest, write through the{" "}
          <Link to="/contact">contact form</Link>; we may ask you to show that it's you. These choices are free and
          never count against your application.
        </p>
      </>
    ),
  },
  {
    id: "eligibility",
    title: t`Who this service is for`,
    content: <Eligibility />,
  },
  {
    id: "changes",
    title: t`Changes to this policy`,
    content: (
      <p>
        This policy dates from {claims.policyDate}. We've reworded it since then, to match what we do. The supplement of{" "}
        {supplementDate()} below says what our website's software does now.
      </p>
    ),
  },
  {
    id: "supplement",
    title: t`Supplement of ${supplementDate()}: what this website's software does`,
    content: (
      <>
        <p>
          This part is about the website itself, in detail. It adds to the policy above and takes nothing away from it.
        </p>
        <h3 id="before-you-submit">Before you submit</h3>
        <p>
          Your answers stay in your browser until you press Submit on the last page. We don't receive, store or act on a
          form that wasn't submitted. The answers are kept for the browser tab only and go when you close it. If you
          choose 'Keep my answers on this device for {ANSWERS_KEPT_DAYS} days', they stay in that browser for at most{" "}
          {ANSWERS_KEPT_DAYS} days. 'Erase my answers', on every page of the form, removes them at once.
        </p>
        <h3 id="reference">Your reference link</h3>
        <p>
          After you submit you get a reference: a long random code. Whoever has the reference, or the link to your
          results that contains it, can see your summary there: name, phone, email, city and ZIP code, kind of work,
          income, down payment, timeline, forecast, and when you applied. Keep it to yourself, and take care on a shared
          computer. Your birth year, bank, bankruptcy and other credit answers aren't listed there, but what the page
          says about your forecast can hint at them. Nobody else learns the reference: our staff, lenders and dealers
          know your application by another number, which opens nothing.
        </p>
        <h3 id="consent-record">The record of your consent</h3>
        <p>
          With an application we store which consent texts your browser says you were shown, a fingerprint of their
          wording, when they were shown and checked by your browser's clock and received by ours, the language of the
          page, your network (IP) address, and the name your browser gives itself (the user agent). We keep this as
          evidence of what you agreed to, as long as the application itself. The same goes for what you decide later:
          when you tell us to stop, when your phone number or email is corrected, with the one that it replaced, and
          that the link in our email to you was opened, which the page tells us once. 'What you agreed to', on your
          results page, shows you most of it.
        </p>
        <p>
          We also store on which page of ours your visit began, to learn which pages help, unless your browser sends
          Global Privacy Control.
        </p>
        <h3 id="corrections">When you correct your phone or email</h3>
        <p>
          On your results page you can correct either one, with a code that we email to you. If our email does not reach
          you, one of our specialists can do it when you ask. We then write to the new address and, unless our mail to
          it fails, to the old one. Our staff no longer see the old number or address in full.
        </p>
        <h3 id="introductions">Before a lender or dealer gets anything</h3>
        <p>
          We name the lender or dealer and list what would be sent. You answer on your results page, or over the phone:
          then we read you the question word for word, note your answer, and email you about it. Without your yes to
          that one, our software sends it nothing. We won't ask again after a no, but you can still change your mind on
          your results page.
        </p>
        <p>
          You can take back a yes there at any time. If nothing was sent, nothing will be. If it was, we tell the lender
          or dealer not to contact you; what it already has, it may have to keep by law. Whatever we send says when and
          how you gave your yes. We keep each question and answer, with the words, the time and a fingerprint of the
          words, as long as the application itself.
        </p>
        <h3 id="retention">What is kept how long</h3>
        <ul>
          <li>Applications, with their record of consent: up to {APPLICATION_KEPT_YEARS} years.</li>
          <li>Messages from the contact form: {CONTACT_MESSAGE_KEPT_MONTHS} months.</li>
          <li>Records of mail we sent: {SENT_MAIL_KEPT_DAYS} days.</li>
          <li>
            Newsletter addresses: until you unsubscribe; {UNCONFIRMED_ADDRESS_KEPT_DAYS} days if you never confirm.
          </li>
          <li>
            The log of what our own staff looked at and did, which names applications by a number of our own but holds
            no answers: up to {APPLICATION_KEPT_YEARS} years.
          </li>
          <li>
            Counters against misuse (see below): at most {COUNTER_KEPT_DAYS} days, and at most{" "}
            {SIGN_IN_COUNTER_KEPT_DAYS} days where our own staff signed in.
          </li>
          <li>Sign-ins of our own staff: at most {SESSION_MAX_DAYS} days.</li>
        </ul>
        <p>A daily run of our software deletes what is older.</p>
        <h3 id="deletion">When you delete your application</h3>
        <p>
          On your results page you can delete your application. A code that we email to you confirms that it is you; it
          works for {CODE_VALID_MINUTES} minutes. Your answers, your forecast and our records of mail about them are
          then deleted at once. What stays is the record of your consent and of what you decided later, the phone
          numbers and emails they are about, our number for the application, and when you applied and deleted: we may
          have to prove what you agreed to and took back. It goes when the application itself would have gone,{" "}
          {APPLICATION_KEPT_YEARS} years after you applied. The log of our staff's work stays as said above. What
          lenders and dealers already received is not deleted by this. Our backups follow later, as the next part says.
        </p>
        <h3 id="backups">Backups</h3>
        <p>
          Every night we copy what we hold into storage that no page of this website can read, so that a mistake or a
          failure does not lose it. Each night's copy is deleted after {BACKUP_KEPT_DAYS} days. So {BACKUP_KEPT_DAYS}{" "}
          days after something was deleted on the website, it is no longer in any backup.
        </p>
        <h3 id="counters">Counters against misuse</h3>
        <p>
          So that nobody floods our forms or guesses references, we count how often a network uses them, and so that
          nobody floods an inbox, how many of our emails go to it and how many of them one network asked for. The
          network's or the email address is kept only as a fingerprint made with a secret key, beside the count.
        </p>
        <h3 id="speed">How fast our pages are</h3>
        <p>
          When you leave a page, your browser tells us roughly how fast it was, without an identifier or a cookie. For
          each day we keep only counts of how fast visits were, for {STATISTICS_KEPT_DAYS} days. A browser that sends
          Global Privacy Control tells us nothing.
        </p>
        <h3 id="opt-out">When you tell us to stop</h3>
        <p>
          Pressing 'Stop contacting me' on your results page covers that application and, once you've opened a link in
          our email about it, everything else that you've sent us with the same email. Telling one of us covers
          everything that you've sent us with your phone number or email. In all of it, our staff no longer see your
          number and address, and nobody else is told about you: open questions about lenders and dealers end, and so
          does every yes that we have not used yet. If a lender or dealer already has your application, take back your
          yes to it on your results page: then we tell it not to contact you. We keep a note that you asked, so that it
          stays that way. Only you can undo it: press 'Contact me again' on your results page and agree to it there. If
          you apply again later and agree to be contacted, we contact you about that application. Your application is
          not deleted by this; ask for that too if you want it.
        </p>
        <h3 id="cookies">Cookies and other people's code</h3>
        <p>
          We set no cookies for visitors. A cookie is set only for our own staff when they sign in. Your browser's own
          storage holds your answers, the reference of the application you just sent, which documents you checked off,
          on which page your visit began, and how far you had scrolled. Every script on this website is ours: no
          advertising, no trackers, nobody else's analytics. A picture in a blog article may come from another website;
          that website then sees your network address, but we do not tell it which page you were reading.
        </p>
      </>
    ),
  },
  { id: "questions", title: t`Questions`, content: <Questions /> },
];

export default function PrivacyPage() {
  return (
    <>
      <Head
        title="Privacy Policy"
        description="What we learn about you when you pre-qualify for a vehicle in Texas, what we do with it, how long we keep it, and what you can ask of us."
      />
      <LegalPage
        title="Privacy Policy"
        lead="What we learn about you, what we do with it, and what you can ask of us."
        dates={[...policyDates(), { label: t`Supplement`, date: supplementDate() }]}
        chapters={chapters()}
      />
    </>
  );
}
