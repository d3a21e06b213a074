import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { DeadEnd } from "../ui/drawings/dead-end.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { TextLink } from "../ui/text-link.tsx";

export default function NotFoundPage() {
  return (
    <>
      <Head title="404 Page Not Found" />
      <Hero
        isWhole
        title="404 Page Not Found"
        lead="The page may have moved, or the address has a typo. Nothing you typed into your application is lost."
        ground={<DeadEnd />}
      >
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <p className="mt-5">
          <TextLink to="/results">Looking for your results?</TextLink>
        </p>
      </Hero>
    </>
  );
}
