import type { App } from 'electron';

/** Tells the diary of a crash: what, and a reason that holds nothing of what was on screen. */
export type CrashReport = (what: string, error: unknown) => void;

/** A page that dies more often than this within a minute is left alone: reloading would only go round in circles. */
const MOST_RELOADS = 3;
const MINUTE_MS = 60_000;

/**
 * Writes down what crashed and brings the page back. Main itself keeps nothing that is not on disk, so a fault that
 * nobody caught ends the process: going on in an unknown state could lose or double a message.
 */
export function watchCrashes(options: {
  readonly app: Pick<App, 'on' | 'exit'>;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly report: CrashReport;
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
  const die = (event: string) => (error: unknown) => {
    report(event, error);
    app.exit(1);
  };
  options.process.on('uncaughtException', die('main.uncaught'));
  options.process.on('unhandledRejection', die('main.unhandledRejection'));
}
