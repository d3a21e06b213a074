import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";

export default function NotFoundPage() {
  return (
    <div className="mx-auto max-w-page px-4 py-16 sm:px-6 sm:py-24">
      <Head title="404 Page Not Found" />
      <p className="text-bluebonnet">This road ends here</p>
      <h1 className="mt-2">404 Page Not Found</h1>
      <p className="mt-4 max-w-text text-lead text-quiet">
        The page may have moved, or the address has a typo. Nothing you typed into your application is lost.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Go to the home page</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Tell us what you were looking for
        </ButtonLink>
      </div>
    </div>
  );
}
