/**
 * Reports what crashed or hangs, and brings the page back. Main keeps nothing that is not on disk, so an uncaught error ends
 * the process, though in order: the log is written and requests under way get their answers, but nothing new begins.
 */
import type { BrowserWindow, WebContents } from 'electron';
import type { ElectronApi } from '../electron-api.ts';

/** Writes a crash to the log: what, and a reason that holds nothing of what was on screen. */
export type CrashReport = (what: string, error: unknown) => void;

export interface CrashNeeds {
  readonly app: Pick<ElectronApi['app'], 'exit' | 'on' | 'quit'>;
  readonly dialog: Pick<ElectronApi['dialog'], 'showMessageBox'>;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly report: CrashReport;
  /** Closes the app in order. */
  readonly close: () => Promise<void>;
  readonly now: () => number;
}

/** After so many crashes of the page within a minute the user is asked first: it would crash again and again. */
const MAX_RELOADS = 3;
const MINUTE_MS = 60_000;

/** Closing takes at most this long, also where what crashed is what has to be closed. */
const CLOSE_WITHIN_MS = 5_000;

const TRY_AGAIN = 0;
const QUIT = 1;

/** Watches pages, helper processes and main itself. A second uncaught error while the app closes ends it at once. */
export function watchCrashes(needs: CrashNeeds): void {
  watchPages(needs);
  needs.app.on('child-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    needs.report('child.gone', new Error(`${details.type}: ${details.reason}, exit code ${details.exitCode}`));
  });
  watchMain(needs);
}

function watchPages({ app, dialog, report, now }: CrashNeeds): void {
  const reloads: number[] = [];
  let isAsking = false;
  const reload = (contents: WebContents): void => {
    reloads.push(now());
    // Electron before 43 died of a reload inside this event (electron#51900).
    setImmediate(() => {
      if (!contents.isDestroyed()) contents.reload();
    });
  };
  const ask = async (contents: WebContents): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'The window keeps crashing.',
      detail: 'Your texts and drafts are safe on this computer. Reload the window, or quit and open Switchboard again.',
      buttons: ['Reload', 'Quit'],
      defaultId: TRY_AGAIN,
      cancelId: QUIT,
      noLink: true,
    });
    if (response === TRY_AGAIN) reload(contents);
    else app.quit();
  };
  app.on('render-process-gone', (_event, contents, details) => {
    if (details.reason === 'clean-exit') return;
    report('window.gone', new Error(`${details.reason}, exit code ${details.exitCode}`));
    while (reloads[0] !== undefined && now() - reloads[0] > MINUTE_MS) reloads.shift();
    if (contents.isDestroyed() || isAsking) return;
    if (reloads.length < MAX_RELOADS) {
      reload(contents);
      return;
    }
    isAsking = true;
    ask(contents)
      .catch((error: unknown) => report('window.gone', error))
      .finally(() => (isAsking = false));
  });
}

function watchMain({ app, process, report, close }: CrashNeeds): void {
  let isClosing = false;
  const exit = (): void => app.exit(1);
  const end = (event: string) => (error: unknown) => {
    report(event, error);
    if (isClosing) exit();
    isClosing = true;
    setTimeout(exit, CLOSE_WITHIN_MS);
    close().then(exit, exit);
  };
  process.on('uncaughtException', end('main.uncaught'));
  process.on('unhandledRejection', end('main.unhandledRejection'));
}

const WAIT = 0;
const LOAD_AGAIN = 1;

/** A page that hangs: asks once whether to wait, and takes the question back when the page answers again. */
export function watchUnresponsive(
  window: BrowserWindow,
  needs: { readonly dialog: CrashNeeds['dialog']; readonly report: CrashReport },
): void {
  let asking: AbortController | null = null;
  const ask = async (): Promise<void> => {
    asking?.abort();
    const question = new AbortController();
    asking = question;
    const answer = await needs.dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window isn’t responding.',
      detail: 'Your texts and drafts are safe on this computer. Wait a moment, or reload the window.',
      buttons: ['Wait', 'Reload'],
      defaultId: WAIT,
      cancelId: WAIT,
      noLink: true,
      signal: question.signal,
    });
    if (answer.response !== LOAD_AGAIN || question.signal.aborted || window.isDestroyed()) return;
    // `watchPages` reports the end of the page as a crash, and loads it again.
    window.webContents.forcefullyCrashRenderer();
  };
  window.on('unresponsive', () => {
    needs.report('window.unresponsive', new Error('The page does not answer'));
    ask().catch((error: unknown) => needs.report('window.unresponsive', error));
  });
  window.on('responsive', () => asking?.abort());
  window.once('closed', () => asking?.abort());
}
