/** Tunnels that a test steers: they stand when it says so, and lead nowhere by themselves. */
import { checkChoice } from '#main/webhooks/tunnel/check-choice.ts';
import { createManual } from '#main/webhooks/tunnel/manual.ts';
import { createNone, NO_TUNNEL } from '#main/webhooks/tunnel/none.ts';
import type { FoundProgram, Tunnel, TunnelOptions, Tunnels, TunnelStatus } from '#main/webhooks/tunnel/ports.ts';
import type { TunnelFault } from '#shared/contract/index.ts';

const WAIT_MS = 2_000;

export class FakeTunnel implements Tunnel {
  readonly options: TunnelOptions;
  status: TunnelStatus = { view: { ...NO_TUNNEL, state: 'starting', since: Date.now() }, publicUrl: null };
  looks = 0;
  restarts = 0;
  isDisposed = false;

  constructor(options: TunnelOptions) {
    this.options = options;
  }

  comeUp(publicUrl: string): void {
    this.#become({ view: { ...NO_TUNNEL, state: 'up', since: Date.now() }, publicUrl });
  }

  fail(kind: TunnelFault['kind'], detail: string | null = null): void {
    const at = Date.now();
    const fault = { kind, detail, at };
    this.#become({ view: { state: 'waiting', since: at, nextAttemptAt: at + WAIT_MS, fault }, publicUrl: null });
  }

  /** The user did not let it run. */
  refuse(): void {
    const at = Date.now();
    const fault = { kind: 'not-allowed', detail: null, at } as const;
    this.#become({ view: { state: 'waiting', since: at, nextAttemptAt: null, fault }, publicUrl: null });
  }

  lookNow(): void {
    this.looks += 1;
  }

  restart(): void {
    this.restarts += 1;
    this.#become({ view: { ...NO_TUNNEL, state: 'starting', since: Date.now() }, publicUrl: null });
  }

  dispose(): Promise<void> {
    this.isDisposed = true;
    return Promise.resolve();
  }

  #become(status: TunnelStatus): void {
    this.status = status;
    if (!this.isDisposed) this.options.onChange();
  }
}

export interface FakeTunnels extends Tunnels {
  /** All that were made by a program or by ssh, in order. */
  readonly made: FakeTunnel[];
}

export function createFakeTunnels(): FakeTunnels {
  const made: FakeTunnel[] = [];
  return {
    made,
    check: (choice, { isLocalService }) => checkChoice(choice, { isLocalService, homeFolder: '/nowhere' }),
    create(options) {
      if (options.choice.kind === 'none') return createNone();
      if (options.choice.kind === 'manual') return createManual(options.choice.publicUrl);
      const tunnel = new FakeTunnel(options);
      made.push(tunnel);
      return tunnel;
    },
    listPrograms: () => Promise.resolve<FoundProgram[]>([{ program: 'ngrok', path: '/usr/bin/ngrok' }]),
  };
}
