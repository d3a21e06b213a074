import { Download } from "lucide-react";
import type { ReactNode } from "react";

/** Stores what the server answers as a file, by its name there or this one. */
export function DownloadLink({ href, name = "", children }: { href: string; name?: string; children: ReactNode }) {
  return (
    <a href={href} download={name} className="link inline-flex min-h-11 items-center gap-2 font-semibold">
      <Download aria-hidden="true" className="size-5" /> {children}
    </a>
  );
}
