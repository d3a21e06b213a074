import { LogOut, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { addressOf } from "../../db/model/site/address.ts";
import { forgetReference } from "../apply/draft/reference.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { forgetTicked } from "./case/ticked-papers.ts";

/** How to return to this page and keep it private. `confirmation`: what happened to the mail with its link. */
export function ThisPage({ confirmation, children }: { confirmation: ReactNode; children: ReactNode }) {
  return (
    <Card className="no-print">
      <h2 className="text-h3">This page is yours</h2>
      <p className="mt-2">
        Anyone who has the link to this page can read it and answer for you, so keep it to yourself.
      </p>
      {confirmation}
      <p className="mt-2">
        On a shared computer? Leave this page when you're done, and this tab will forget it. Clear the browser's
        history, too.
      </p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <Button look="outline" onClick={leave}>
          <LogOut aria-hidden="true" className="size-5" /> Leave this page
        </Button>
        <Button look="quiet" onClick={() => print()}>
          <Printer aria-hidden="true" className="size-5" /> Print this page
        </Button>
      </div>
      {children}
    </Card>
  );
}

/** Goes to the home page, so that neither Back nor the next page's referrer leads to the application. */
function leave() {
  forgetReference();
  forgetTicked();
  history.replaceState(null, "", addressOf("/"));
  location.replace(addressOf("/"));
}
