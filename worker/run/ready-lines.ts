import { DEMO_MEMBERS, DEMO_PASSWORD } from "../../db/admin/demo.ts";

/** The last lines of `npm start`: where everything is. */
export function readyLines(address: string, hasDemo: boolean) {
  const demo = hasDemo ? `, as ${DEMO_MEMBERS.join(" or ")} with the password ${DEMO_PASSWORD}` : "";
  return [
    `Ready: ${address}`,
    `In Spanish: ${address}/es`,
    `The blog's editor: ${address}/blog/new`,
    `The desk: ${address}/desk${demo}`,
    "Mail that the site sends, until you stop it: .wrangler/tmp/email/*/email-html",
  ];
}
