import { DurableObject } from "cloudflare:workers";
import { database, retried } from "../../db/database.ts";
import { type News, PING, PONG } from "../../db/model/queue/news.ts";
import type { Desks, Env } from "../env.ts";
import { openSessions } from "../staff/session.ts";
import { SESSION } from "./tell.ts";

const GATHERED_MS = 1000;

/**
 * One object that holds the sockets of all open desks, sleeps between news, and tells them what to read again, once a
 * second at most. Before it tells them anything it closes the sockets of sessions that have ended. It stores nothing.
 */
export class DeskLive extends DurableObject<Env> implements Desks {
  readonly #news = new Set<News>();
  #isDue = false;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    // Answers without waking the object.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  override fetch(request: Request) {
    const [theirs, ours] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.ctx.acceptWebSocket(ours, [request.headers.get(SESSION) ?? ""]);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  tell(news: News[]) {
    for (const each of news) this.#news.add(each);
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#send(), GATHERED_MS);
  }

  /** Desks have nothing to say. */
  override webSocketMessage() {}

  async #send() {
    const news = JSON.stringify([...this.#news]);
    this.#news.clear();
    this.#isDue = false;
    const sockets = this.ctx.getWebSockets();
    if (sockets.length === 0) return;
    const sessionOf = (socket: WebSocket) => this.ctx.getTags(socket)[0] ?? "";
    // If D1 does not answer, all are closed. They come back by themselves, and then read what they have missed.
    const open = await retried(() => openSessions(database(this.env.DB), sockets.map(sessionOf), "countMyDay")).catch(
      () => null,
    );
    // Some may have closed since.
    for (const socket of sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)) {
      if (open?.has(sessionOf(socket))) socket.send(news);
      else socket.close(1000);
    }
  }
}
