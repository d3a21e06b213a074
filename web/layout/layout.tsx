import { Fragment } from "react";
import { useLocation } from "react-router-dom";
import { StartBar } from "../copy/start-bar.tsx";
import { ListedContext } from "../head/head.tsx";
import { LoadedPage, routeOf } from "../routes.tsx";
import { useScrollAndFocus } from "../start/navigation.ts";
import { PageBoundary } from "../start/page-boundary.tsx";
import { Main } from "../ui/page/main.tsx";
import { Toasts } from "../ui/toast/toasts.tsx";
import { FoldedFooter, Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** The frame of every page. The skip link is first, as web/start/render.tsx needs it. The desk has its own header. */
export function Layout() {
  const { pathname } = useLocation();
  useScrollAndFocus();
  const route = routeOf(pathname);
  const { path, source, isApp, isListed, isInviting } = route;
  const isDesk = path.startsWith("/desk/");
  const isFocused = isApp || path === "/apply";
  const Frame = isDesk ? Fragment : Main;
  return (
    <>
      <a
        href="#main"
        className="no-print on-deep text-ink fixed top-2 left-2 z-50 -translate-y-40 rounded-full px-5 py-3 focus:translate-y-0"
      >
        Skip to the main content
      </a>
      {!isDesk && <Header isInviting={!isFocused && !source.includes("/legal/")} />}
      <Frame>
        <PageBoundary key={pathname}>
          <ListedContext value={isListed}>
            <LoadedPage route={route} />
          </ListedContext>
        </PageBoundary>
        {isInviting && <StartBar />}
      </Frame>
      {!isDesk && (isFocused ? <FoldedFooter key={pathname} /> : <Footer />)}
      <Toasts />
    </>
  );
}
