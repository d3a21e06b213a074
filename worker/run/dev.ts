import { createServer } from "vite";
import { openUpToDateOrExit } from "../../db/admin/migrate.ts";
import { serveAloneOrExit, serveAt } from "./one-server.ts";

/** `npm run dev [-- 5174]`: brings the local D1 up to date and serves the site with hot reload. */

const port = Number(process.argv.at(-1)) || 5173;

serveAloneOrExit(`http://localhost:${port}`);
await (await openUpToDateOrExit()).dispose();
const server = await createServer({ server: { port } });
await server.listen();
serveAt(server.resolvedUrls?.local[0] ?? "");
server.printUrls();
server.bindCLIShortcuts({ print: true });
