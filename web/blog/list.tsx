import { paths } from "../../db/model/site/paths.ts";
import { language, t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { Queries } from "../query.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FirstScreenEnd } from "../ui/page/first-screen-end.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthorsCorner } from "./authors-corner.tsx";
import { Posts } from "./posts.tsx";
import { SearchBox } from "./search-box.tsx";

const topics = () => [
  {
    title: t`Credit Challenges`,
    text: t`Rebuilding after a bankruptcy, a repossession or a hard year.`,
    tag: "credit",
  },
  { title: t`First-Time Buyers`, text: t`Your first loan, from the first question to the keys.`, tag: "first car" },
  { title: t`Income and Paperwork`, text: t`Proof of income, also when you work for yourself.`, tag: "income" },
  {
    title: t`Money Down and Trade-Ins`,
    text: t`Down payments, trade-ins and what you still owe.`,
    tag: "down payment",
  },
];

export default function BlogPage() {
  return (
    <Queries>
      <Head
        title="Blog"
        description="Plain answers for Texas car buyers: credit, income, down payments, trade-ins and what to bring."
      />
      <div className="mx-auto max-w-page px-4 py-6 sm:px-6 sm:py-14">
        <h1>Car buying in Texas, in plain words</h1>
        <p className="mt-4 max-w-text text-lead text-quiet">Short guides from our team, for every credit situation.</p>
        <ButtonLink to="/apply" className="mt-5">
          Start Your Application
        </ButtonLink>
        <SearchBox />
        <FirstScreenEnd />
        {language() === "en" && <AuthorsCorner />}
        <Posts />
      </div>
      <section aria-labelledby="topics" className="bg-sand">
        <div className="mx-auto max-w-page px-4 py-8 sm:px-6 sm:py-14">
          <h2 id="topics">Topics We Cover</h2>
          <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {topics().map(({ title, text, tag }) => (
              <li key={title}>
                <h3>
                  <TextLink to={paths.search(tag)}>{title}</TextLink>
                </h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-4 py-8 sm:px-6 sm:py-14 lg:grid-cols-2">
        <NewsletterBox />
        <Card className="grid content-center gap-3">
          <h2 className="text-h3">Ready when you are</h2>
          <p>About three minutes, no credit pull, and a local specialist reviews it.</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to="/apply">Start Your Application</ButtonLink>
            <ButtonLink to="/faq" look="outline">
              Read the FAQ
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Queries>
  );
}
