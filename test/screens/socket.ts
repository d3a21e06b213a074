/** A WebSocket without a network: the test opens it, speaks and closes for the server. */
export function openingSockets() {
  const sockets: FakeSocket[] = [];
  class FakeSocket {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 3;
    readyState: number = FakeSocket.CONNECTING;
    readonly sent: string[] = [];
    readonly url: string;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;

    constructor(url: string) {
      this.url = url;
      sockets.push(this);
    }

    open() {
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
    }

    tell(...news: string[]) {
      this.onmessage?.({ data: JSON.stringify(news) });
    }

    answer(data: string) {
      this.onmessage?.({ data });
    }

    send(data: string) {
      this.sent.push(data);
    }

    close() {
      this.readyState = FakeSocket.CLOSED;
      this.onclose?.();
    }
  }
  return { FakeSocket, sockets };
}
