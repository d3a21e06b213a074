import { app } from "../../../worker/site/index.ts";

export interface Route {
  method: string;
  /** As mounted, such as /api/blog/:slug. */
  pattern: string;
}

const routes: Route[] = app.routes
  .filter(({ method }) => method !== "ALL")
  .map(({ method, path }) => ({ method, pattern: path }))
  .filter(
    (route, index, all) =>
      all.findIndex(({ method, pattern }) => method === route.method && pattern === route.pattern) === index,
  );

/** Every route under /api. */
export const apiRoutes = routes.filter(({ pattern }) => pattern.startsWith("/api/"));

/** All other routes: pages, feeds and images. */
export const pageRoutes = routes.filter(({ pattern }) => !pattern.startsWith("/api/"));

export const writeRoutes = apiRoutes.filter((route) => !isRead(route));

export function isRead({ method }: Route) {
  return method === "GET";
}

/** Whether it is a desk route, for staff only. These ask D1 more often. */
export function isDesk({ pattern }: Route) {
  return pattern.startsWith("/api/desk/");
}

/** The address of a route with this for each parameter, or one for each. */
export function addressOf({ pattern }: Route, parameters: string | string[] = "x") {
  const rest = [parameters].flat();
  return pattern.replace(/:[^/]+/g, () => encodeURIComponent((rest.length > 1 ? rest.shift() : rest[0]) ?? ""));
}
