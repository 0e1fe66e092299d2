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
  readonly #sockets = new Set<WebSocket>();
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
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on(
      'message',
      (data: Buffer) => void this.#answer(socket, JSON.parse(data.toString('utf8')) as RequestFrame),
    );
    socket.send(JSON.stringify({ type: 'hello', runId: 'run-1', sequence: this.#sequence }));
  }

  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    this.#sequence += 1;
    const frame = JSON.stringify({ type: 'event', sequence: this.#sequence, name, payload });
    for (const socket of this.#sockets) socket.send(frame);
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
    for (const socket of this.#sockets) socket.terminate();
  }

  inputOf(name: string): unknown {
    return this.asked.findLast((frame) => frame.name === name)?.input;
  }

  async #answer(socket: WebSocket, frame: RequestFrame): Promise<void> {
    this.asked.push(frame);
    const reply = await this.#reply(frame);
    socket.send(JSON.stringify({ type: 'reply', id: frame.id, reply }));
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
