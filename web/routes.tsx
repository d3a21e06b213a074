import { type ComponentType, use, useEffect } from "react";
import { matchPath } from "react-router-dom";
import { language } from "../db/model/words.ts";

interface PageRoute {
  path: string;
  /** Source file of the page: the build finds the page's chunk by it. */
  source: string;
  /** Asks for the page's code, once: what has failed stays failed until the next page load. */
  load: () => Promise<ComponentType>;
  /** Like `load`, for somebody who goes there by router: if the code fails to load, a page load replaces it. */
  enter: () => Promise<ComponentType>;
  /** Rendered by the Worker with data, at each request; the other pages are written once, by the build. */
  isRendered: boolean;
  /** The visitor fills it in, or it shows their own data: React takes it over at once. The others: web/start/script/text-page.ts. */
  isApp: boolean;
  /** Search engines may show it: it says the same to everybody. */
  isListed: boolean;
  /** Comes in Spanish too, at its address after /es; of posts, some do (web/head/twin.ts). */
  isInSpanish: boolean;
  /** A long page that is read before one applies: on a phone 'Start' stays in reach. */
  isInviting: boolean;
}

/**
 * Every URL and its page, in the order of a visit. The last one is for every other path. What is in English only is not
 * even in the browser's code of the Spanish pages.
 */
export const routes: PageRoute[] = [
  inviting(page("/", "pages/home", () => import("./pages/home.tsx"))),
  inviting(page("/how-it-works", "pages/how-it-works", () => import("./pages/how-it-works.tsx"))),
  inviting(page("/about", "pages/about", () => import("./pages/about.tsx"))),
  inviting(page("/texas", "pages/texas", () => import("./pages/texas.tsx"))),
  inviting(page("/partners", "pages/partners", () => import("./pages/partners.tsx"))),
  inviting(page("/stories", "pages/stories", () => import("./pages/stories.tsx"))),
  rendered(page("/blog", "blog/list", () => import("./blog/list.tsx"))),
  ...(language() === "es"
    ? []
    : [inEnglish(app(page("/blog/new", "blog/writing/new", () => import("./blog/writing/new.tsx"))))]),
  rendered(page("/blog/:slug", "blog/post", () => import("./blog/post.tsx"))),
  rendered(page("/calculator", "calculator/calculator", () => import("./calculator/calculator.tsx"))),
  inviting(page("/faq", "pages/faq", () => import("./pages/faq.tsx"))),
  page("/contact", "pages/contact", () => import("./pages/contact.tsx")),
  page("/privacy", "pages/legal/privacy", () => import("./pages/legal/privacy.tsx")),
  page("/terms", "pages/legal/terms", () => import("./pages/legal/terms.tsx")),
  page("/consent", "pages/legal/consent", () => import("./pages/legal/consent.tsx")),
  page("/accessibility", "pages/legal/accessibility", () => import("./pages/legal/accessibility.tsx")),
  page("/apply", "apply/landing", () => import("./apply/landing.tsx")),
  app(page("/apply/contact", "apply/steps/contact", () => import("./apply/steps/contact.tsx"))),
  app(page("/apply/employment", "apply/steps/employment", () => import("./apply/steps/employment.tsx"))),
  app(page("/apply/residence", "apply/steps/residence", () => import("./apply/steps/residence.tsx"))),
  app(page("/apply/banking-credit", "apply/steps/banking-credit", () => import("./apply/steps/banking-credit.tsx"))),
  app(page("/apply/downpayment", "apply/steps/downpayment", () => import("./apply/steps/downpayment.tsx"))),
  app(page("/apply/review", "apply/review", () => import("./apply/review.tsx"))),
  app(page("/results", "results/results", () => import("./results/results.tsx"))),
  app(page("/thank-you", "pages/thank-you", () => import("./pages/thank-you.tsx"))),
  unlisted(rendered(page("/newsletter", "pages/newsletter", () => import("./pages/newsletter.tsx")))),
  unlisted(rendered(page("/unsubscribe", "pages/unsubscribe", () => import("./pages/unsubscribe.tsx")))),
  ...(language() === "es"
    ? []
    : [
        inEnglish(app(rendered(page("/desk/my-day", "desk/queue/my-day", () => import("./desk/queue/my-day.tsx"))))),
        inEnglish(app(rendered(page("/desk/queue", "desk/queue/queue", () => import("./desk/queue/queue.tsx"))))),
        inEnglish(app(rendered(page("/desk/case/:id", "desk/case/case", () => import("./desk/case/case.tsx"))))),
        inEnglish(
          app(
            rendered(
              page("/desk/directory", "desk/directory/directory", () => import("./desk/directory/directory.tsx")),
            ),
          ),
        ),
        inEnglish(
          app(rendered(page("/desk/letters", "desk/letters/letters", () => import("./desk/letters/letters.tsx")))),
        ),
        inEnglish(
          app(rendered(page("/desk/messages", "desk/contact/messages", () => import("./desk/contact/messages.tsx")))),
        ),
        inEnglish(
          app(rendered(page("/desk/forecast", "desk/figures/forecast", () => import("./desk/figures/forecast.tsx")))),
        ),
        inEnglish(
          app(rendered(page("/desk/import", "desk/directory/import", () => import("./desk/directory/import.tsx")))),
        ),
        inEnglish(
          app(
            rendered(page("/desk/dashboard", "desk/figures/dashboard", () => import("./desk/figures/dashboard.tsx"))),
          ),
        ),
        inEnglish(app(rendered(page("/desk/audit", "desk/staff/audit", () => import("./desk/staff/audit.tsx"))))),
        inEnglish(
          app(
            rendered(page("/desk/status", "desk/figures/site-health", () => import("./desk/figures/site-health.tsx"))),
          ),
        ),
        inEnglish(app(rendered(page("/desk/account", "desk/staff/account", () => import("./desk/staff/account.tsx"))))),
        inEnglish(app(rendered(page("/desk/manage", "desk/staff/manage", () => import("./desk/staff/manage.tsx"))))),
      ]),
  unlisted(page("*", "pages/not-found", () => import("./pages/not-found.tsx"))),
];

/** The route of a path; unknown paths get the last one. */
export function routeOf(pathname: string) {
  return routes.find(({ path }) => matchPath(path, pathname)) as PageRoute;
}

/** Loads the code of a path's page, so that rendering it does not suspend. */
export function loadPage(pathname: string) {
  return routeOf(pathname).load();
}

/** A page whose code may still be loading: the page before it stays until then. Then web/start/script/early.ts repeats early presses. */
export function LoadedPage({ route }: { route: PageRoute }) {
  const Page = use(route.enter());
  useEffect(() => {
    // Wait for the next task, because layout effects may restore something that is rendered before it.
    setTimeout(() => dispatchEvent(new Event("takeover")));
  }, []);
  return <Page />;
}

type Loaded = Promise<ComponentType> & { status?: "fulfilled"; value?: ComponentType };

function page(path: string, source: string, importPage: () => Promise<{ default: ComponentType }>): PageRoute {
  let loaded: Loaded | undefined;
  let entered: Promise<ComponentType> | undefined;
  const load = () => {
    loaded ??= importPage().then((module) => {
      // React's `use` reads a settled promise without suspending when it is marked so.
      Object.assign(loaded as Loaded, { status: "fulfilled", value: module.default });
      return module.default;
    });
    return loaded;
  };
  const enter = () => {
    if (!entered && loaded?.status === "fulfilled") return loaded;
    entered ??= load().catch(loadWhole);
    return entered;
  };
  const usual = { isRendered: false, isApp: false, isListed: true, isInviting: false, isInSpanish: true };
  return { path, source: `web/${source}.tsx`, load, enter, ...usual };
}

/**
 * Once a new version of the site is published, the files of an open page are gone. The router has already set the new
 * address, and what was typed is stored, so a page load is safe. It cannot loop: no page starts without its own code.
 * Throws when the site does not answer.
 */
async function loadWhole(): Promise<never> {
  await fetch(location.href, { method: "HEAD" });
  location.reload();
  return new Promise(() => undefined);
}

function rendered(route: PageRoute): PageRoute {
  return { ...route, isRendered: true };
}

function app(route: PageRoute): PageRoute {
  return { ...route, isApp: true, isListed: false };
}

function inviting(route: PageRoute): PageRoute {
  return { ...route, isInviting: true };
}

function unlisted(route: PageRoute): PageRoute {
  return { ...route, isListed: false };
}

function inEnglish(route: PageRoute): PageRoute {
  return { ...route, isInSpanish: false };
}
