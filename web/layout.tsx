import { Lock, Menu } from "lucide-react";
import { Fragment } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";
import { otherLanguage } from "../db/model/site/address.ts";
import { brand } from "../db/model/site/brand.ts";
import { t } from "../db/model/words.ts";
import { StartBar } from "./copy/start-bar.tsx";
import { ListedContext } from "./head/head.tsx";
import { absolute } from "./head/site-url.ts";
import { twinOf } from "./head/twin.ts";
import { routeOf } from "./routes.tsx";
import { useScrollAndFocus } from "./start/navigation.ts";
import { PageBoundary } from "./start/page-boundary.tsx";
import { usePageData } from "./start/page-data.tsx";
import { BluebonnetMark } from "./ui/logo.tsx";
import { Main } from "./ui/page/main.tsx";
import { Toasts } from "./ui/toast/toasts.tsx";

const links = () => [
  { to: "/how-it-works", label: t`How It Works` },
  { to: "/about", label: t`About` },
  { to: "/texas", label: t`Texas Locations` },
  { to: "/blog", label: t`Blog` },
  { to: "/faq", label: t`FAQ` },
  { to: "/contact", label: t`Contact` },
];
const legalLinks = () => [
  { to: "/privacy", label: t`Privacy Policy` },
  { to: "/terms", label: t`Terms of Service` },
  { to: "/consent", label: t`Consent` },
  { to: "/accessibility", label: t`Accessibility` },
];

/** The frame of every page. The skip link is first, as web/start/render.tsx needs it. The desk has its own header. */
export function Layout() {
  const { pathname } = useLocation();
  useScrollAndFocus();
  const { path, isListed, isInviting } = routeOf(pathname);
  const isDesk = path.startsWith("/desk/");
  const Frame = isDesk ? Fragment : Main;
  return (
    <>
      <a
        href="#main"
        className="no-print fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-deep px-5 py-3 text-paper focus:translate-y-0"
      >
        Skip to the main content
      </a>
      {!isDesk && <Header />}
      <Frame>
        <PageBoundary key={pathname}>
          <ListedContext value={isListed}>
            <Outlet />
          </ListedContext>
        </PageBoundary>
        {isInviting && <StartBar />}
      </Frame>
      {!isDesk && (path.startsWith("/apply/") ? <FoldedFooter key={pathname} /> : <Footer />)}
      <Toasts />
    </>
  );
}

function Header() {
  return (
    <header className="sticky top-(--header-top) z-40 border-line border-b bg-paper">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        {/* Long words break, so that the menu stays on the same line. */}
        <Link
          to="/"
          className="flex min-h-11 min-w-0 max-w-max grow basis-40 max-sm:max-w-50 items-center gap-2.5 font-display text-deep text-h3 leading-none no-underline"
        >
          <BluebonnetMark tone="paper" className="h-9 w-8 shrink-0" />
          <span className="text-balance">{brand.name}</span>
        </Link>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex flex-wrap gap-1">
            {links().map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  className="flex min-h-11 items-center rounded-full px-3.5 text-ink no-underline hover:bg-tint aria-[current=page]:bg-tint aria-[current=page]:text-deep aria-[current=page]:underline aria-[current=page]:underline-offset-8"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <InOtherLanguage className="hidden min-h-11 items-center lg:flex" />
        <MobileMenu />
        <p className="hidden text-sm print:block">{absolute("/")}</p>
      </div>
    </header>
  );
}

/** A native <details>, so it opens without JavaScript. web/start/script/shell.ts closes it. */
function MobileMenu() {
  return (
    <details className="group lg:hidden">
      <summary className="flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-full border border-edge px-4 text-deep group-open:bg-tint">
        <Menu aria-hidden="true" className="size-5" /> Menu
      </summary>
      <div className="absolute inset-x-0 top-full border-line border-b bg-paper p-4 shadow-card">
        <nav aria-label="Main, small screens">
          <ul className="grid grid-cols-2 gap-2">
            {links().map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  className="flex min-h-12 items-center rounded-card border border-line bg-white px-4 text-ink no-underline aria-[current=page]:border-bluebonnet aria-[current=page]:bg-tint aria-[current=page]:text-deep"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <InOtherLanguage className="flex min-h-12 items-center px-4" />
      </div>
    </details>
  );
}

/** A link to the same page. web/start/script/shell.ts adds the query and keeps what was typed. */
function InOtherLanguage({ className }: { className: string }) {
  const { pathname } = useLocation();
  const twin = twinOf(pathname, usePageData());
  const other = otherLanguage();
  if (!twin) return null;
  return (
    <a className={className} href={twin} hrefLang={other} lang={other}>
      {other === "es" ? "Español" : "English"}
    </a>
  );
}

function Footer() {
  return (
    <footer className="on-deep bg-deep text-paper">
      <AboutUs className="py-14" />
      <p className="border-white/20 border-t px-4 py-5 text-center text-sm">{copyright()}</p>
    </footer>
  );
}

/** Below a step of the form, the footer is folded, so that visitors see one thing at a time. */
function FoldedFooter() {
  return (
    <footer className="on-deep bg-deep text-paper text-sm">
      <details>
        <summary className="mx-auto flex min-h-12 max-w-page items-center justify-center px-4 underline underline-offset-4 sm:px-6">
          Who we are, help and legal
        </summary>
        <AboutUs className="py-6" />
      </details>
      <p className="px-4 pb-4 text-center">{copyright()}</p>
    </footer>
  );
}

const copyright = () => t`© 2024 ${brand.name}. A forecast is guidance, not a guarantee of credit.`;

function AboutUs({ className }: { className: string }) {
  return (
    <div className={`mx-auto grid max-w-page grid-cols-1 gap-10 px-4 sm:px-6 md:grid-cols-2 ${className}`}>
      <div>
        <p className="flex items-center gap-3 font-display text-h3">
          <BluebonnetMark tone="deep" className="h-10 w-9" /> {brand.name}
        </p>
        <p className="mt-4 max-w-sm">
          Texas-based specialists since 1997 serving San Antonio, Austin, Dallas, Houston.
        </p>
        <p className="mt-4 flex items-center gap-2 text-sm">
          <Lock aria-hidden="true" className="size-4" /> Secure data handling practices
        </p>
        <SocialIcons />
        <InOtherLanguage className="mt-4 inline-flex min-h-11 items-center underline underline-offset-4" />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-10">
        <FooterLinks
          title={t`Explore`}
          links={links().map((link) => (link.to === "/about" ? { ...link, label: t`About Us` } : link))}
        />
        <FooterLinks title={t`Legal`} links={legalLinks()} />
      </div>
    </div>
  );
}

function FooterLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-3">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-9 items-center underline-offset-4 hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The customer wants three icons that lead nowhere yet, so they are images, not links. */
function SocialIcons() {
  const icons = [
    [
      "Facebook",
      "M13.5 21v-7h2.4l.4-3h-2.8V9.2c0-.9.3-1.5 1.6-1.5h1.3V5.1A18 18 0 0 0 14.2 5c-2.2 0-3.6 1.3-3.6 3.8V11H8v3h2.6v7z",
    ],
    [
      "Instagram",
      "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zm0 2a2 2 0 0 0-2 2v8c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2zm4 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zm0 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
    ],
    ["YouTube", "M5 6.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zm5 2.800v5.4l4.7-2.7z"],
  ];
  return (
    <ul className="mt-6 flex gap-3" aria-label="Social media (no links yet)">
      {icons.map(([name, path]) => (
        <li key={name} className="rounded-full border border-white/40 p-2">
          <svg
            viewBox="0 0 24 24"
            role="img"
            aria-label={name}
            className="size-5"
            fill="currentColor"
            fillRule="evenodd"
          >
            <path d={path} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
