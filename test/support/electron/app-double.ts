import type { HostedApp } from '#main/hosts/electron/lifecycle/hosted-app.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import { DEFAULT_SETTINGS, type SettingsView } from '#shared/contract/index.ts';
import type { Reply } from '#shared/contract/index.ts';
import type { CallRecorder } from './stand-in.ts';

const NOT_FOUND: Reply<never> = {
  ok: false,
  error: { code: 'not-found', detail: null, fields: {}, retryAfterMs: null },
};

/** The app as the host sees it: answers every request, and keeps what it was asked. */
export class AppDouble implements HostedApp {
  readonly runId = 'run-1';
  readonly sequence = 7;
  readonly asked: [name: string, input: unknown][] = [];
  readonly bugs: string[] = [];
  readonly listeners = new Set<(event: NumberedEvent) => void>();
  /** Null: they cannot be read. */
  settings: SettingsView | null = DEFAULT_SETTINGS;
  /** What has not left; a flush lets all of it leave. */
  waiting = { held: 0, queued: 0, sending: 0, canSendNow: true };
  readonly quitGuard: HostedApp['quitGuard'] = {
    countUnsent: () => Promise.resolve(this.waiting),
    flush: (withinMs) => {
      this.#recorder.note('app.flush', withinMs);
      this.waiting = { ...this.waiting, held: 0, queued: 0, sending: 0 };
      return Promise.resolve();
    },
  };
  disposals = 0;
  readonly #recorder: CallRecorder;

  constructor(recorder: CallRecorder) {
    this.#recorder = recorder;
  }

  handle(name: string, input: unknown): Promise<Reply<unknown>> {
    this.asked.push([name, input]);
    return Promise.resolve({ ok: true, value: 'answer' });
  }

  findSettings(): Promise<SettingsView | null> {
    return Promise.resolve(this.settings);
  }

  saveSettings(changes: Partial<SettingsView>): Promise<void> {
    this.asked.push(['settings.set', changes]);
    this.settings = { ...(this.settings ?? DEFAULT_SETTINGS), ...changes };
    return Promise.resolve();
  }

  openLink(url: string): Promise<void> {
    this.asked.push(['host.openLink', { url }]);
    return Promise.resolve();
  }

  setActivity(activity: unknown): void {
    this.asked.push(['host.setActivity', activity]);
  }

  subscribe(listener: (event: NumberedEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(event: NumberedEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  appendBytes(chunk: {
    readonly handle: string;
    readonly bytes: Uint8Array;
  }): Promise<Reply<{ receivedBytes: number }>> {
    this.asked.push(['bytes', [chunk.handle, chunk.bytes.byteLength]]);
    return Promise.resolve({ ok: true, value: { receivedBytes: chunk.bytes.byteLength } });
  }

  reportBug(what: string): void {
    this.bugs.push(what);
  }

  getFile(): Promise<Reply<never>> {
    return Promise.resolve(NOT_FOUND);
  }

  getMedia(): Promise<Reply<never>> {
    return Promise.resolve(NOT_FOUND);
  }

  dispose(): Promise<void> {
    this.#recorder.note('app.dispose');
    this.disposals += 1;
    return Promise.resolve();
  }

  /** What it was asked by that name. */
  inputsOf(name: string): unknown[] {
    return this.asked.filter(([asked]) => asked === name).map(([, input]) => input);
  }
}
