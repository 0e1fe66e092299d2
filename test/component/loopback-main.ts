import type { WebSocket } from 'ws';
import { DEFAULT_SETTINGS } from '#shared/contract/index.ts';
import {
  eventNames,
  type ContractError,
  type EventName,
  type EventPayload,
  type Reply,
  type RequestFrame,
  type SessionView,
  type SettingsView,
  type SyncStatusView,
} from '#shared/contract/index.ts';
import { FakeBridge } from '#test/support/fake-bridge.ts';
import { signedIn, signedOut } from '#test/support/session-views.ts';
import { makeStatus } from '#test/support/sync-status.ts';

/** How far main is with one connection: frames both ways, and the requests that it has not answered. */
interface Line {
  sent: number;
  received: number;
  readonly open: Map<number, string>;
}

/** A main on the other end of the page's socket, for one test: the contract by hand, everything else real. */
export class LoopbackMain {
  readonly origin: string;
  readonly inbox = new FakeBridge();
  settings: SettingsView = { ...DEFAULT_SETTINGS };
  /** Why a choice cannot be kept; null: it can. */
  settingsProblem: ContractError | null = null;
  status: SyncStatusView = makeStatus({ since: Date.now(), lastSyncedAt: Date.now() });
  /** What signing in answers; a session is taken on. */
  signInReply: Reply<SessionView> = { ok: true, value: signedIn };
  /** No connection is taken. */
  isDown = false;
  /** Chunks of files wait for it before they are answered. */
  bytesGate: Promise<void> = Promise.resolve();
  readonly asked: RequestFrame[] = [];
  /** The newest last. */
  readonly #lines = new Map<WebSocket, Line>();
  #sequence = 0;

  constructor(origin: string) {
    this.origin = origin;
    for (const name of eventNames) this.inbox.on(name, (payload) => this.emit(name, payload as never));
  }

  get session(): SessionView {
    return this.inbox.settings.session;
  }

  set session(session: SessionView) {
    this.inbox.settings.session = session;
  }

  connect(socket: WebSocket): void {
    // The two of main and the one of the page that came before this: their proofs.
    this.#lines.set(socket, { sent: 2, received: 1, open: new Map() });
    socket.on('close', () => this.#lines.delete(socket));
    socket.on(
      'message',
      (data: Buffer) => void this.#answer(socket, JSON.parse(data.toString('utf8')) as RequestFrame),
    );
    this.#send(socket, { type: 'hello', runId: 'run-1', sequence: this.#sequence });
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    this.#sequence += 1;
    const frame = { type: 'event', sequence: this.#sequence, name, payload };
    for (const socket of this.#lines.keys()) this.#send(socket, frame);
  }

  changeSession(session: SessionView): void {
    this.session = session;
    this.emit('session.changed', { session });
  }

  changeStatus(changes: Partial<SyncStatusView>): void {
    this.status = { ...this.status, ...changes };
    this.emit('sync.statusChanged', { status: this.status });
  }

  /** Cuts every connection, as when the app is killed. */
  cut(): void {
    for (const socket of this.#lines.keys()) socket.terminate();
  }

  inputOf(name: string): unknown {
    return this.asked.findLast((frame) => frame.name === name)?.input;
  }

  /**
   * Whether nothing is on its way between main and a page that took and sent so many frames, and everything that it asked
   * is answered, but for what a test holds back.
   */
  isEvenWith({ taken, sent }: { readonly taken: number; readonly sent: number }): boolean {
    const line = [...this.#lines.values()].at(-1);
    if (line?.sent !== taken || line.received !== sent) return false;
    return [...line.open.values()].every((name) => this.inbox.isHeld(name));
  }

  async #answer(socket: WebSocket, frame: RequestFrame): Promise<void> {
    this.asked.push(frame);
    const line = this.#lines.get(socket);
    if (line !== undefined) line.received += 1;
    line?.open.set(frame.id, frame.name);
    const reply = await this.#reply(frame);
    line?.open.delete(frame.id);
    this.#send(socket, { type: 'reply', id: frame.id, reply });
  }

  #send(socket: WebSocket, frame: object): void {
    const line = this.#lines.get(socket);
    if (line !== undefined) line.sent += 1;
    socket.send(JSON.stringify(frame));
  }

  #reply(frame: RequestFrame): Reply<unknown> | Promise<Reply<unknown>> {
    switch (frame.name) {
      case 'session.get':
        return { ok: true, value: this.session };
      case 'session.signIn':
      case 'session.startDemo':
        if (this.signInReply.ok) this.session = this.signInReply.value;
        return this.signInReply;
      case 'session.askKeyring':
        return { ok: true, value: this.session };
      case 'session.signOut':
        this.session = signedOut;
        return { ok: true, value: signedOut };
      case 'session.dismissNotices':
        this.session = { ...this.session, notices: [] };
        return { ok: true, value: this.session };
      case 'sync.getStatus':
        return { ok: true, value: this.status };
      case 'sync.tryNow':
        return { ok: true, value: {} };
      case 'settings.get':
        return { ok: true, value: this.settings };
      case 'settings.set':
        if (this.settingsProblem !== null) return { ok: false, error: this.settingsProblem };
        this.settings = { ...this.settings, ...(frame.input as Partial<SettingsView>) };
        return { ok: true, value: this.settings };
      default:
        return this.inbox.request(frame.name as never, frame.input as never);
    }
  }
}
