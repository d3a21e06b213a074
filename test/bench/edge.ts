import type { ChildProcess } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { compress } from "./compression.ts";
import { LIMITS, type Variant } from "./variants.ts";

const RTT_MS = 150;
const BYTES_PER_MS = 200; // 1.6 Mbit/s
const PACKET = 1_460;
const FIRST_WINDOW = 10 * PACKET;
const COMPRESSED = /^(text|application)\//;

/**
 * An edge as a phone sees it: brotli, and HTTP/2 with slow start: a round trip each for TCP and TLS, then 14,600 bytes,
 * doubled in each further round trip. All sockets of a visitor count as one such connection.
 */
export function startEdge(site: string, port: number) {
  const sockets = new Set<Socket>();
  const compressed = new Map<string, Buffer>();
  let isNewVisitor = true;
  let window = FIRST_WINDOW;
  let lineIsFreeAt = 0;

  const server = createServer(async (request, response) => {
    const roundTrips = isNewVisitor ? 3 : 1;
    isNewVisitor = false;
    const [{ status, headers, body }] = await Promise.all([load(request), sleep(RTT_MS * roundTrips)]);
    response.writeHead(status, headers);
    await send(response, body);
  });
  server.on("connection", (socket) => {
    if (sockets.size === 0) {
      isNewVisitor = true;
      window = FIRST_WINDOW;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port);
  return server;

  async function load(request: IncomingMessage) {
    const answer = await fetch(site + request.url, {
      method: request.method,
      headers: { "if-none-match": request.headers["if-none-match"] ?? "" },
      redirect: "manual",
    });
    const headers = Object.fromEntries(answer.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) delete headers[name];
    let body = Buffer.from(await answer.arrayBuffer());
    const variant = request.headers.host?.split(".localhost")[0] ?? "";
    const rewrite =
      headers["content-type"]?.startsWith("text/html") && answer.ok && (LIMITS as Record<string, Variant>)[variant];
    if (rewrite) {
      body = Buffer.from(rewrite(body.toString()));
      // It contains the hash of the page's own styles.
      delete headers["content-security-policy"];
    }
    if (COMPRESSED.test(headers["content-type"] ?? "") && body.length > 0) {
      body = kept(`${variant} ${request.url} ${headers.etag}`, body);
      headers["content-encoding"] = "br";
    }
    if (answer.status !== 304) headers["content-length"] = String(body.length);
    return { status: answer.status, headers, body };
  }

  /** Compressed files, which an edge keeps. */
  function kept(name: string, body: Buffer) {
    const known = compressed.get(name) ?? compress(body);
    compressed.set(name, known);
    return known as Buffer<ArrayBuffer>;
  }

  async function send(response: ServerResponse, body: Buffer) {
    for (let sent = 0; sent < body.length; ) {
      const start = Math.max(Date.now(), lineIsFreeAt);
      const end = Math.min(body.length, sent + window);
      window += end - sent;
      while (sent < end) {
        const packet = body.subarray(sent, Math.min(end, sent + PACKET));
        lineIsFreeAt = Math.max(Date.now(), lineIsFreeAt) + packet.length / BYTES_PER_MS;
        await sleep(lineIsFreeAt - Date.now());
        response.write(packet);
        sent += packet.length;
      }
      if (sent < body.length) await sleep(start + RTT_MS - Date.now());
    }
    response.end();
  }
}

/** The edge's address of a page, or of one of its limits (variants.ts). */
export function addressOf(path: string, port: number, variant?: string) {
  return `http://${variant ? `${variant}.` : ""}localhost:${port}${path}`;
}

export function sleep(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

/** Resolves when this server answers at the address. */
export async function answering(address: string, server: ChildProcess) {
  const isUp = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`The server of ${address} did not start`);
    await sleep(200);
  }
}
