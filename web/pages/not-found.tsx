import { Head } from "../head/head.tsx";
import { Queries } from "../query.tsx";
import { LinkAgain } from "../results/contact/link-again.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { DeadEnd } from "../ui/drawings/dead-end.tsx";
import { Hero } from "../ui/page/hero.tsx";

export default function NotFoundPage() {
  return (
    <>
      <Head title="404 Page Not Found" />
      <Hero
        kicker="This road ends here"
        title="404 Page Not Found"
        lead="The page may have moved, or the address has a typo. Nothing you typed into your application is lost."
        ground={<DeadEnd />}
      >
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/">Go to the home page</ButtonLink>
          <ButtonLink to="/contact" look="outline">
            Tell us what you were looking for
          </ButtonLink>
        </div>
        <Queries>
          <LinkAgain />
        </Queries>
      </Hero>
    </>
  );
}
