import type { ElectronApi } from '../electron-api.ts';

/** The user may stop the shutdown of the system: its announcement counts for this long. */
const SESSION_END_COUNTS_FOR_MS = 2 * 60_000;

/** The system is shutting down, or its user signs out: the user cannot answer a question. */
export class SessionEnd {
  readonly #now: () => number;
  #announcedAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isNear(): boolean {
    return this.#announcedAt !== null && Math.abs(this.#now() - this.#announcedAt) < SESSION_END_COUNTS_FOR_MS;
  }

  /** Linux and macOS announce it here; Windows tells the window, and ends programs without "before-quit". */
  watch(monitor: Pick<ElectronApi['powerMonitor'], 'on'>): void {
    monitor.on('shutdown', this.noted);
  }

  /**
   * SIGTERM (systemd, `kill`) comes from a program, which cannot answer a question; Electron would treat it as quitting by
   * hand. Only once Electron is ready: it sets handlers of its own after the entry has run, in place of earlier ones.
   */
  watchSigterm(nodeProcess: Pick<NodeJS.Process, 'on'>, app: Pick<ElectronApi['app'], 'quit'>): void {
    nodeProcess.on('SIGTERM', () => {
      this.noted();
      app.quit();
    });
  }

  readonly noted = (): void => {
    this.#announcedAt = this.#now();
  };
}
