import type { App } from 'electron';

/** Tells the diary of a crash: what, and a reason that holds nothing of what was on screen. */
export type CrashReport = (what: string, error: unknown) => void;

/** A page that dies more often than this within a minute is left alone: reloading would only go round in circles. */
const MOST_RELOADS = 3;
const MINUTE_MS = 60_000;

/** Leaving takes at most this long, also when what crashed is what would have to be closed. */
const LONGEST_FAREWELL_MS = 5_000;

/**
 * Writes down what crashed and brings the page back. Main itself keeps nothing that is not on disk, so a fault that
 * nobody caught ends the process, though in good order: the diary is written and requests under way get their answers,
 * but nothing new begins. A second fault meanwhile ends it at once.
 */
export function watchCrashes(options: {
  readonly app: Pick<App, 'on' | 'exit'>;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly report: CrashReport;
  /** Closes the app in order. */
  readonly close: () => Promise<void>;
  readonly now: () => number;
}): void {
  const { app, report, now } = options;
  const reloads: number[] = [];
  app.on('render-process-gone', (_event, contents, details) => {
    if (details.reason === 'clean-exit') return;
    report('window.gone', new Error(`${details.reason}, exit code ${details.exitCode}`));
    while (reloads[0] !== undefined && now() - reloads[0] > MINUTE_MS) reloads.shift();
    if (reloads.length >= MOST_RELOADS || contents.isDestroyed()) return;
    reloads.push(now());
    contents.reload();
  });
  app.on('child-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    report('child.gone', new Error(`${details.type}: ${details.reason}, exit code ${details.exitCode}`));
  });
  let isDying = false;
  const exit = (): void => app.exit(1);
  const die = (event: string) => (error: unknown) => {
    report(event, error);
    if (isDying) exit();
    isDying = true;
    setTimeout(exit, LONGEST_FAREWELL_MS);
    options.close().then(exit, exit);
  };
  options.process.on('uncaughtException', die('main.uncaught'));
  options.process.on('unhandledRejection', die('main.unhandledRejection'));
}
