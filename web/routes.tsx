import { type ComponentType, use } from "react";
import { matchPath } from "react-router-dom";

interface PageRoute {
  path: string;
  /** Source file of the page: the build finds the page's chunk by it. */
  source: string;
  load: () => Promise<ComponentType>;
  /** Rendered by the Worker with data, at each request; the other pages are written once, by the build. */
  isLive: boolean;
}

/** Every URL and its page, in the order of the specification's table. The last one is every other path. */
export const routes: PageRoute[] = [
  page("/", "pages/home", () => import("./pages/home.tsx")),
  page("/how-it-works", "pages/how-it-works", () => import("./pages/how-it-works.tsx")),
  page("/about", "pages/about", () => import("./pages/about.tsx")),
  page("/texas", "pages/texas", () => import("./pages/texas.tsx")),
  page("/partners", "pages/partners", () => import("./pages/partners.tsx")),
  page("/stories", "pages/stories", () => import("./pages/stories.tsx")),
  live(page("/blog", "blog/list", () => import("./blog/list.tsx"))),
  page("/blog/new", "blog/new", () => import("./blog/new.tsx")),
  live(page("/blog/:slug", "blog/post", () => import("./blog/post.tsx"))),
  page("/faq", "pages/faq", () => import("./pages/faq.tsx")),
  page("/contact", "pages/contact", () => import("./pages/contact.tsx")),
  page("/privacy", "pages/privacy", () => import("./pages/privacy.tsx")),
  page("/terms", "pages/terms", () => import("./pages/terms.tsx")),
  page("/consent", "pages/consent", () => import("./pages/consent.tsx")),
  page("/accessibility", "pages/accessibility", () => import("./pages/accessibility.tsx")),
  page("/apply", "apply/landing", () => import("./apply/landing.tsx")),
  page("/apply/contact", "apply/steps/contact", () => import("./apply/steps/contact.tsx")),
  page("/apply/employment", "apply/steps/employment", () => import("./apply/steps/employment.tsx")),
  page("/apply/residence", "apply/steps/residence", () => import("./apply/steps/residence.tsx")),
  page("/apply/banking-credit", "apply/steps/banking-credit", () => import("./apply/steps/banking-credit.tsx")),
  page("/apply/downpayment", "apply/steps/downpayment", () => import("./apply/steps/downpayment.tsx")),
  page("/apply/review", "apply/review", () => import("./apply/review.tsx")),
  page("/results", "pages/results", () => import("./pages/results.tsx")),
  page("/thank-you", "pages/thank-you", () => import("./pages/thank-you.tsx")),
  live(page("/newsletter", "pages/newsletter", () => import("./pages/newsletter.tsx"))),
  live(page("/unsubscribe", "pages/unsubscribe", () => import("./pages/unsubscribe.tsx"))),
  live(page("/desk/queue", "desk/queue", () => import("./desk/queue.tsx"))),
  live(page("/desk/case/:id", "desk/case", () => import("./desk/case.tsx"))),
  live(page("/desk/directory", "desk/directory", () => import("./desk/directory.tsx"))),
  live(page("/desk/messages", "desk/messages", () => import("./desk/messages.tsx"))),
  live(page("/desk/forecast", "desk/forecast", () => import("./desk/forecast.tsx"))),
  live(page("/desk/manage", "desk/manage", () => import("./desk/manage.tsx"))),
  page("*", "pages/not-found", () => import("./pages/not-found.tsx")),
];

/** The route of a path; unknown paths get the last one. */
export function routeOf(pathname: string) {
  return routes.find(({ path }) => matchPath(path, pathname)) as PageRoute;
}

/** Loads the code of a path's page, so that rendering it does not suspend. */
export function loadPage(pathname: string) {
  return routeOf(pathname).load();
}

/** A page whose code may still be on its way. */
export function LoadedPage({ route }: { route: PageRoute }) {
  const Page = use(route.load());
  return <Page />;
}

type Loaded = Promise<ComponentType> & { status?: "fulfilled"; value?: ComponentType };

function page(path: string, source: string, importPage: () => Promise<{ default: ComponentType }>): PageRoute {
  let loaded: Loaded | undefined;
  const load = () => {
    loaded ??= importPage().then(
      (module) => {
        // React's `use` reads a settled promise without suspending when it is marked so.
        Object.assign(loaded as Loaded, { status: "fulfilled", value: module.default });
        return module.default;
      },
      (error) => {
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  };
  return { path, source: `web/${source}.tsx`, load, isLive: false };
}

function live(route: PageRoute): PageRoute {
  return { ...route, isLive: true };
}
