import type { Socket } from 'node:net';

/**
 * Limits unproven connections. The oldest idle one is closed for the newest, so that a program that only holds connections
 * keeps no page out. Connections with a request under way are closed last, but before the newest: a program that starts
 * requests on all of them and ends none keeps no page out either.
 */
export class ConnectionLimit {
  readonly #most: number;
  readonly #onDrop: () => void;
  /** The oldest first; how many requests of each are being answered. */
  readonly #unproven = new Map<Socket, number>();

  constructor(most: number, onDrop: () => void = () => undefined) {
    this.#most = most;
    this.#onDrop = onDrop;
  }

  add(socket: Socket): void {
    this.#unproven.set(socket, 0);
    socket.once('close', () => this.#unproven.delete(socket));
    if (this.#unproven.size <= this.#most) return;
    const [first] = this.#unproven.keys();
    const idle = [...this.#unproven].find(([one, answering]) => one !== socket && answering === 0);
    this.#drop(idle?.[0] ?? first);
  }

  /** A request of this connection is being answered; returns the end of it. */
  hold(socket: Socket): () => void {
    this.#count(socket, 1);
    return () => this.#count(socket, -1);
  }

  /** The connection belongs to a proven page: it no longer counts. */
  trust(socket: Socket): void {
    this.#unproven.delete(socket);
  }

  #drop(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#unproven.delete(socket);
    socket.destroy();
    this.#onDrop();
  }

  #count(socket: Socket, change: 1 | -1): void {
    const answering = this.#unproven.get(socket);
    if (answering !== undefined) this.#unproven.set(socket, answering + change);
  }
}
