import { Lock } from "lucide-react";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { Link } from "../ui/link.tsx";
import { BluebonnetMark } from "../ui/logo.tsx";
import { InOtherLanguage, links } from "./header.tsx";

const legalLinks = () => [
  { to: "/privacy", label: t`Privacy Policy` },
  { to: "/terms", label: t`Terms of Service` },
  { to: "/consent", label: t`Consent` },
  { to: "/accessibility", label: t`Accessibility` },
];

export function Footer() {
  return (
    <footer className="on-deep">
      <AboutUs className="py-7 sm:py-14" />
      <p className="border-line border-t px-4 py-4 text-center text-sm">{copyright()}</p>
    </footer>
  );
}

/** For pages on which visitors do something, so that they see one thing at a time. */
export function FoldedFooter() {
  return (
    <footer className="on-deep text-sm">
      <details>
        <summary className="mx-auto flex min-h-12 max-w-page items-center px-4 underline underline-offset-4 sm:px-6">
          Who we are, help and legal
        </summary>
        <AboutUs className="py-6" />
      </details>
      <p className="mx-auto max-w-page px-4 pb-4 sm:px-6">{copyright()}</p>
    </footer>
  );
}

const copyright = () => t`© 2024 ${brand.name}. A forecast is guidance, not a guarantee of credit.`;

function AboutUs({ className }: { className: string }) {
  return (
    <div className={`mx-auto grid max-w-page grid-cols-1 gap-6 px-4 sm:px-6 md:grid-cols-2 ${className}`}>
      <div>
        <p className="flex items-center gap-3 font-display text-h3">
          <BluebonnetMark className="h-10 w-9" /> {brand.name}
        </p>
        <p className="mt-3 max-w-sm">
          Texas-based specialists since 1997 serving San Antonio, Austin, Dallas, Houston.
        </p>
        <p className="mt-3 flex items-center gap-2 text-sm">
          <Lock aria-hidden="true" className="size-4" /> Secure data handling practices
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-8">
          <SocialIcons />
          <InOtherLanguage className="inline-flex min-h-11 items-center underline underline-offset-4" />
        </div>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-6">
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
      <ul className="mt-1 sm:mt-3">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-8 items-center underline-offset-4 sm:min-h-9 hover:underline">
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
    <ul className="flex gap-3" aria-label="Social media (no links yet)">
      {icons.map(([name, path]) => (
        <li key={name} className="rounded-full border border-edge p-2">
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
