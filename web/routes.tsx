import { type ComponentType, use, useEffect } from "react";
import { matchPath } from "react-router-dom";
import { language } from "../db/model/words.ts";
import { wholeSheet } from "./start/whole-sheet.ts";

interface PageRoute {
  path: string;
  /** The page's source file. The build finds its chunk by this. */
  source: string;
  /** Loads the page's code once, and the styles it may need. A failure lasts until the next page load. */
  load: () => Promise<ComponentType>;
  /** Like `load`, for the router: if the code fails to load, the page is loaded whole. */
  enter: () => Promise<ComponentType>;
  /** The Worker renders it with data at each request. The build writes all others. */
  isRendered: boolean;
  /** Visitors fill it in or see their own data: React takes over at once. Others: web/start/script/text-page.ts. */
  isApp: boolean;
  /** A step or the review. To its visitors the form is one page, and each part has the styles of all. */
  isInForm: boolean;
  /** Search engines may show it, because it says the same to everybody. */
  isListed: boolean;
  /** It also comes in Spanish, under /es. Some posts do, too (web/head/twin.ts). */
  isInSpanish: boolean;
  /** A long page for reading before one applies. On a phone, 'Start' stays within reach. */
  isInviting: boolean;
}

/**
 * Every address and its page. The last takes all other paths. Spanish pages do not load English-only ones, and only the
 * desk loads its own (web/desk/routes.tsx).
 */
export const routes: PageRoute[] = [
  inviting(page("/", "pages/home", () => import("./pages/home.tsx"))),
  inviting(page("/how-it-works", "pages/how-it-works", () => import("./pages/how-it-works.tsx"))),
  inviting(page("/about", "pages/about", () => import("./pages/about.tsx"))),
  inviting(page("/texas", "pages/texas", () => import("./pages/texas.tsx"))),
  inviting(page("/partners", "pages/partners", () => import("./pages/partners.tsx"))),
  inviting(rendered(page("/stories", "pages/stories", () => import("./pages/stories.tsx")))),
  rendered(page("/blog", "blog/list", () => import("./blog/list.tsx"))),
  ...(language() === "es"
    ? []
    : [
        inEnglish(app(page("/blog/new", "blog/writing/new", () => import("./blog/writing/new.tsx")))),
        inEnglish(unlisted(rendered(page("/lead", "lead/lead", () => import("./lead/lead.tsx"))))),
      ]),
  rendered(page("/blog/:slug", "blog/post", () => import("./blog/post.tsx"))),
  rendered(page("/calculator", "calculator/calculator", () => import("./calculator/calculator.tsx"))),
  inviting(rendered(page("/forecast", "pages/forecast", () => import("./pages/forecast.tsx")))),
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
  app(page("/apply/review", "apply/review/review", () => import("./apply/review/review.tsx"))),
  app(page("/results", "results/results", () => import("./results/results.tsx"))),
  app(page("/thank-you", "pages/thank-you", () => import("./pages/thank-you.tsx"))),
  unlisted(rendered(page("/newsletter", "newsletter/newsletter", () => import("./newsletter/newsletter.tsx")))),
  unlisted(rendered(page("/unsubscribe", "newsletter/unsubscribe", () => import("./newsletter/unsubscribe.tsx")))),
  unlisted(page("*", "pages/not-found", () => import("./pages/not-found.tsx"))),
];

/** The route of a path. Unknown paths get the last one. */
export function routeOf(pathname: string) {
  return routes.find(({ path }) => matchPath(path, pathname)) as PageRoute;
}

/** Loads the code of a path's page, so that rendering does not suspend. */
export function loadPage(pathname: string) {
  return routeOf(pathname).load();
}

/** A page whose code may still be loading. The page before stays until then. Then early.ts repeats early presses. */
export function LoadedPage({ route }: { route: PageRoute }) {
  const Page = use(route.enter());
  useEffect(() => {
    // Wait for the next task, because layout effects may restore something that is rendered before it.
    setTimeout(() => dispatchEvent(new Event("hydrated")));
  }, []);
  return <Page />;
}

type Loaded = Promise<ComponentType> & { status?: "fulfilled"; value?: ComponentType };

export function page(path: string, source: string, importPage: () => Promise<{ default: ComponentType }>): PageRoute {
  const isInForm = path.startsWith("/apply/");
  let loaded: Loaded | undefined;
  let entered: Promise<ComponentType> | undefined;
  const load = () => {
    loaded ??= Promise.all([importPage(), isInForm || wholeSheet()]).then(([module]) => {
      // React's `use` reads a settled promise without suspending if it is marked like this.
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
  const usual = { isInForm, isRendered: false, isApp: false, isListed: true, isInviting: false, isInSpanish: true };
  return { path, source: `web/${source}.tsx`, load, enter, ...usual };
}

/**
 * Loads the whole page, in case a new version has replaced its files. Typed answers are already stored. It cannot loop,
 * because no page starts without its code. Throws if the site does not answer.
 */
async function loadWhole(): Promise<never> {
  await fetch(location.href, { method: "HEAD" });
  location.reload();
  return new Promise(() => undefined);
}

export function rendered(route: PageRoute): PageRoute {
  return { ...route, isRendered: true };
}

export function app(route: PageRoute): PageRoute {
  return { ...route, isApp: true, isListed: false };
}

function inviting(route: PageRoute): PageRoute {
  return { ...route, isInviting: true };
}

function unlisted(route: PageRoute): PageRoute {
  return { ...route, isListed: false };
}

export function inEnglish(route: PageRoute): PageRoute {
  return { ...route, isInSpanish: false };
}
