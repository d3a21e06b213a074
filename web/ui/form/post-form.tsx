import type { ComponentProps } from "react";
import { unreached } from "../../failure.ts";
import { Notice } from "../notice.tsx";

/**
 * A form of a page behind a mail's link, with its token. The Worker answers it with the page, with or without a script
 * (web/start/script/send-form.ts).
 */
export function PostForm({ token, children, ...props }: ComponentProps<"form"> & { token: string }) {
  return (
    <form method="post" {...props}>
      <input type="hidden" name="token" value={token} />
      {children}
      <Notice kind="alert" role="alert" data-unsent hidden className="mt-4">
        {unreached()}
      </Notice>
    </form>
  );
}
