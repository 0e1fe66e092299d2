import type { ElectronParts } from './parts.ts';

/** The system is shutting down, or whoever sits at it signs out: nobody is there to answer a question. */
export class SessionEnd {
  readonly #now: () => number;
  #seenAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Somebody may have kept the system from it since: what was said is good for a while. */
  get isNear(): boolean {
    return this.#seenAt !== null && Math.abs(this.#now() - this.#seenAt) < GOOD_FOR_MS;
  }

  /** Linux and macOS say so here; Windows says it to the window, and ends programs without "before-quit". */
  watch(monitor: Pick<ElectronParts['powerMonitor'], 'on'>): void {
    monitor.on('shutdown', this.noted);
  }

  /**
   * Whoever ends programs from outside (systemd, `kill`) is no person who could answer either. Electron would take the signal
   * for a person's wish to quit.
   */
  obey(nodeProcess: Pick<NodeJS.Process, 'on'>, app: Pick<ElectronParts['app'], 'quit'>): void {
    nodeProcess.on('SIGTERM', () => {
      this.noted();
      app.quit();
    });
  }

  readonly noted = (): void => {
    this.#seenAt = this.#now();
  };
}

const GOOD_FOR_MS = 2 * 60_000;
