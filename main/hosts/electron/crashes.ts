import type { WebContents } from 'electron';
import type { ElectronParts } from './parts.ts';

/** Tells the diary of a crash: what, and a reason that holds nothing of what was on screen. */
export type CrashReport = (what: string, error: unknown) => void;

export interface CrashNeeds {
  readonly app: Pick<ElectronParts['app'], 'exit' | 'on' | 'quit'>;
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox'>;
  readonly process: Pick<NodeJS.Process, 'on'>;
  readonly report: CrashReport;
  /** Closes the app in order. */
  readonly close: () => Promise<void>;
  readonly now: () => number;
}

/** A page that dies more often than this within a minute is not brought back unasked: it would go round in circles. */
const MOST_RELOADS = 3;
const MINUTE_MS = 60_000;

/** Leaving takes at most this long, also when what crashed is what would have to be closed. */
const LONGEST_FAREWELL_MS = 5_000;

const TRY_AGAIN = 0;
const QUIT = 1;

/**
 * Writes down what crashed and brings the page back. Main itself keeps nothing that is not on disk, so a fault that
 * nobody caught ends the process, though in good order: the diary is written and requests under way get their answers,
 * but nothing new begins. A second fault meanwhile ends it at once.
 */
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
    // Electron before 43 died of a reload inside its own notice of the death (electron#51900).
    setImmediate(() => {
      if (!contents.isDestroyed()) contents.reload();
    });
  };
  const ask = async (contents: WebContents): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'The window stopped several times.',
      detail: 'Your texts and drafts are kept on this computer. Load the window again, or quit and start anew.',
      buttons: ['Load again', 'Quit'],
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
    if (reloads.length < MOST_RELOADS) {
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
  let isDying = false;
  const exit = (): void => app.exit(1);
  const die = (event: string) => (error: unknown) => {
    report(event, error);
    if (isDying) exit();
    isDying = true;
    setTimeout(exit, LONGEST_FAREWELL_MS);
    close().then(exit, exit);
  };
  process.on('uncaughtException', die('main.uncaught'));
  process.on('unhandledRejection', die('main.unhandledRejection'));
}
