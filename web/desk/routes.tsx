import { app, inEnglish, page, rendered, routes } from "../routes.tsx";

/** The addresses of the desk. A script of their own, which only the desk's pages load: one gets there by a page load. */
routes.unshift(
  desk(page("/desk/my-day", "desk/queue/my-day", () => import("./queue/my-day.tsx"))),
  desk(page("/desk/queue", "desk/queue/queue", () => import("./queue/queue.tsx"))),
  desk(page("/desk/intake", "desk/form/intake", () => import("./form/intake.tsx"))),
  desk(page("/desk/case/:id", "desk/case/case", () => import("./case/case.tsx"))),
  desk(page("/desk/directory", "desk/directory/directory", () => import("./directory/directory.tsx"))),
  desk(page("/desk/letters", "desk/letters/letters", () => import("./letters/letters.tsx"))),
  desk(page("/desk/messages", "desk/contact/messages", () => import("./contact/messages.tsx"))),
  desk(page("/desk/stories", "desk/stories/stories", () => import("./stories/stories.tsx"))),
  desk(page("/desk/import", "desk/directory/import", () => import("./directory/import.tsx"))),
  desk(page("/desk/dashboard", "desk/figures/dashboard", () => import("./figures/dashboard.tsx"))),
  desk(page("/desk/audit", "desk/staff/audit", () => import("./staff/audit.tsx"))),
  desk(page("/desk/status", "desk/figures/site-health", () => import("./figures/site-health.tsx"))),
  desk(page("/desk/account", "desk/staff/account", () => import("./staff/account.tsx"))),
  desk(page("/desk/manage", "desk/staff/members", () => import("./staff/members.tsx"))),
);

function desk(route: ReturnType<typeof page>) {
  return inEnglish(app(rendered(route)));
}
