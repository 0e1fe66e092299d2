import type { Socket } from 'node:net';

/**
 * Bounds the connections of strangers. The one that has waited longest gives way to the newest, so that nobody who only
 * holds connections keeps a visitor out; those that are being answered go last, but before the newest: whoever has
 * started requests on all of them and ends none keeps nobody out either.
 */
export class ConnectionLimit {
  readonly #most: number;
  readonly #onDrop: () => void;
  /** The oldest first; how many requests of each are being answered. */
  readonly #strangers = new Map<Socket, number>();

  constructor(most: number, onDrop: () => void = () => undefined) {
    this.#most = most;
    this.#onDrop = onDrop;
  }

  add(socket: Socket): void {
    this.#strangers.set(socket, 0);
    socket.once('close', () => this.#strangers.delete(socket));
    if (this.#strangers.size <= this.#most) return;
    const [first] = this.#strangers.keys();
    const idle = [...this.#strangers].find(([one, answering]) => one !== socket && answering === 0);
    this.#drop(idle?.[0] ?? first);
  }

  /** A request of this connection is being answered; returns the end of it. */
  hold(socket: Socket): () => void {
    this.#count(socket, 1);
    return () => this.#count(socket, -1);
  }

  /** It proved to be no stranger's. */
  trust(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  #drop(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#strangers.delete(socket);
    socket.destroy();
    this.#onDrop();
  }

  #count(socket: Socket, change: 1 | -1): void {
    const answering = this.#strangers.get(socket);
    if (answering !== undefined) this.#strangers.set(socket, answering + change);
  }
}
