import type {
  EventName,
  EventPayload,
  Reply,
  RequestInput,
  RequestName,
  RequestOutput,
  SessionView,
  SwitchboardBridge,
} from '#shared/contract/index.ts';
import { signedIn as fullSession } from '#test/support/session-views.ts';
import { makeStatus } from '#test/support/sync-status.ts';

type Answer = Reply<unknown> | Promise<Reply<unknown>>;
type Listener = (payload: never) => void;

/** An account of another name than the form's, with the other form of times. */
export const signedIn: SessionView = {
  ...fullSession,
  username: 'northgate',
  account: fullSession.account === null ? null : { ...fullSession.account, username: 'northgate', timeFormat: '12h' },
};
export const live = makeStatus();

export function refusal(code: string): Reply<never> {
  return { ok: false, error: { code, detail: null, fields: {}, retryAfterMs: null } };
}

/** The contract in memory: answers what it was told to, keeps what it was asked. */
export class MemoryBridge implements SwitchboardBridge {
  readonly asked: { readonly name: RequestName; readonly input: unknown }[] = [];
  readonly #answers = new Map<RequestName, () => Answer>();
  readonly #listeners = new Map<EventName, Set<Listener>>();
  readonly #resync = new Set<() => void>();
  readonly #connection = new Set<(isConnected: boolean) => void>();

  answer<Name extends RequestName>(name: Name, answer: () => Answer): this {
    this.#answers.set(name, answer);
    return this;
  }

  value<Name extends RequestName>(name: Name, value: RequestOutput<Name>): this {
    return this.answer(name, () => ({ ok: true, value }));
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload as never);
  }

  resync(): void {
    for (const listener of this.#resync) listener();
  }

  connect(isConnected: boolean): void {
    for (const listener of this.#connection) listener(isConnected);
  }

  /** Everybody who listens to anything. */
  get listenerCount(): number {
    const events = [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0);
    return events + this.#resync.size + this.#connection.size;
  }

  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Reply<RequestOutput<Name>>> {
    this.asked.push({ name, input });
    const answer = this.#answers.get(name);
    return (answer === undefined ? refusal('bug') : await answer()) as Reply<RequestOutput<Name>>;
  }

  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onResync(listener: () => void): () => void {
    this.#resync.add(listener);
    return () => this.#resync.delete(listener);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#connection.add(listener);
    listener(true);
    return () => this.#connection.delete(listener);
  }

  upload(): Promise<Reply<{ readonly sizeBytes: number }>> {
    return Promise.resolve(refusal('bug'));
  }

  mediaUrl(mediaId: string): string {
    return `/media/${mediaId}`;
  }

  fileUrl(handle: string): string {
    return `/file/${handle}`;
  }
}
