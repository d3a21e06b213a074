import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { addressOf, otherLanguage } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { absolute } from "../head/site-url.ts";
import { twinOf } from "../head/twin.ts";
import { usePageData } from "../page-data.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { BluebonnetMark, WordMark } from "../ui/logo.tsx";

/** What the menu and the footer lead to. */
export const links = () => [
  { to: "/how-it-works", label: t`How It Works` },
  { to: "/about", label: t`About` },
  { to: "/texas", label: t`Texas Locations` },
  { to: "/blog", label: t`Blog` },
  { to: "/faq", label: t`FAQ` },
  { to: "/calculator", label: t`Calculator` },
  { to: "/contact", label: t`Contact` },
];

/** `isInviting`: outside the form and the legal pages, whose text fills the first round trip. The form's start is then always in reach. */
export function Header({ isInviting }: { isInviting: boolean }) {
  return (
    <header className="sticky top-(--header-top) z-40 border-line border-b bg-paper">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5 sm:px-6">
        <Link
          to="/"
          className="flex min-h-11 min-w-0 max-w-max grow basis-40 items-center gap-2.5 text-ink no-underline"
        >
          <BluebonnetMark className="h-9 w-8 shrink-0" />
          <WordMark />
        </Link>
        <MenuLinks
          label="Main"
          className="hidden lg:block text-sm"
          list="flex flex-wrap"
          look="min-h-11 rounded-full px-1 xl:px-2.5 hover:bg-tint"
        />
        <InOtherLanguage className="hidden min-h-11 items-center lg:flex text-sm" />
        {isInviting && (
          <ButtonLink to="/apply" className="max-lg:hidden lg:px-[16px] lg:py-0">
            Start
          </ButtonLink>
        )}
        <MobileMenu />
        <p className="hidden text-sm print:block">{absolute("/")}</p>
      </div>
    </header>
  );
}

const LINK =
  "flex items-center text-ink no-underline aria-[current=page]:bg-tint aria-[current=page]:text-bluebonnet aria-[current=page]:underline aria-[current=page]:underline-offset-8";
const TILE = "min-h-12 rounded-card border border-line bg-card px-4";

/** A native <details>, so it opens without JavaScript. web/start/script/shell.ts closes it. */
function MobileMenu() {
  return (
    <details className="group lg:hidden">
      <summary className="flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-full border border-edge px-4 group-open:bg-tint">
        <Menu aria-hidden="true" className="size-5" /> Menu
      </summary>
      <div className="absolute inset-x-0 top-full border-line border-b bg-paper p-4 shadow-card">
        <MenuLinks label="Main, small screens" list="grid grid-cols-2 gap-2" look={TILE}>
          <li>
            <InOtherLanguage className={`${LINK} ${TILE}`} />
          </li>
        </MenuLinks>
      </div>
    </details>
  );
}

function MenuLinks({
  label,
  className,
  list,
  look,
  children,
}: {
  label: string;
  className?: string;
  list: string;
  look: string;
  children?: ReactNode;
}) {
  return (
    <nav aria-label={label} className={className}>
      <ul className={list}>
        {links().map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={`${LINK} ${look}`}>
              {label}
            </NavLink>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}

/** A link to the same page, or to the blog for a post that is in one language. web/start/script/shell.ts adds the query and keeps what was typed. */
export function InOtherLanguage({ className }: { className: string }) {
  const { pathname } = useLocation();
  const other = otherLanguage();
  const twin = twinOf(pathname, usePageData()) ?? (pathname.startsWith("/blog/") ? addressOf("/blog", other) : null);
  if (!twin) return null;
  return (
    <a className={className} href={twin} hrefLang={other} lang={other}>
      {other === "es" ? "Español" : "English"}
    </a>
  );
}
