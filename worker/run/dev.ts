import type { OutgoingHttpHeaders } from "node:http";
import { createServer, type Plugin } from "vite";
import { openUpToDateOrExit } from "../../db/admin/migrate.ts";
import { serveAloneOrExit, serveAt } from "./one-server.ts";

/** `npm run dev [-- 5174]`: brings the local D1 up to date and serves the site with hot reload. */

/** Vite puts scripts and styles into pages, which their Content-Security-Policy forbids. */
const withoutPolicy: Plugin = {
  name: "without-policy",
  enforce: "pre",
  configureServer({ middlewares }) {
    middlewares.use((_request, response, next) => {
      const writeHead = response.writeHead.bind(response);
      const withoutIt = (status: number, headers: OutgoingHttpHeaders = {}) => {
        const kept = Object.entries(headers).filter(([name]) => name !== "content-security-policy");
        return writeHead(status, Object.fromEntries(kept));
      };
      Object.assign(response, { writeHead: withoutIt });
      next();
    });
  },
};

const port = Number(process.argv.at(-1)) || 5173;

serveAloneOrExit(`http://localhost:${port}`);
await (await openUpToDateOrExit()).dispose();
const server = await createServer({ server: { port }, plugins: [withoutPolicy] });
await server.listen();
serveAt(server.resolvedUrls?.local[0] ?? "");
server.printUrls();
server.bindCLIShortcuts({ print: true });
