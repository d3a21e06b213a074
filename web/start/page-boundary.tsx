import { Component, type ReactNode } from "react";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { Button } from "../ui/button.tsx";

/** Replaces a page that failed, or whose code could not be loaded: no network, or a new version of the site. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div role="alert" className="mx-auto max-w-form px-4 py-16 sm:px-6">
        <title>{`${t`This page couldn’t be loaded`} | ${brand.name}`}</title>
        <h1 className="text-h2">This page couldn’t be loaded</h1>
        <p className="mt-3">
          Your connection may have dropped, or we’ve just published a new version. What you typed is kept.
        </p>
        <Button className="mt-6" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    );
  }
}
