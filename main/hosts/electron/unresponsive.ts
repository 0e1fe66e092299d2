import type { BrowserWindow } from 'electron';
import type { ElectronParts } from './parts.ts';

const WAIT = 0;
const LOAD_AGAIN = 1;

/** A page that hangs: asks once whether to wait, and takes the question back when it moves again. */
export function watchUnresponsive(
  window: BrowserWindow,
  needs: {
    readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox'>;
    readonly report: (what: string, error: unknown) => void;
  },
): void {
  let asking: AbortController | null = null;
  const ask = async (): Promise<void> => {
    asking?.abort();
    const question = new AbortController();
    asking = question;
    const answer = await needs.dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer.',
      detail: 'Your texts and drafts are kept on this computer. Wait a moment, or load the window again.',
      buttons: ['Wait', 'Load again'],
      defaultId: WAIT,
      cancelId: WAIT,
      noLink: true,
      signal: question.signal,
    });
    if (answer.response !== LOAD_AGAIN || question.signal.aborted || window.isDestroyed()) return;
    // Its end is told like any other crash of the page, and loads it again (crashes.ts).
    window.webContents.forcefullyCrashRenderer();
  };
  window.on('unresponsive', () => {
    needs.report('window.unresponsive', new Error('The page does not answer'));
    ask().catch((error: unknown) => needs.report('window.unresponsive', error));
  });
  window.on('responsive', () => asking?.abort());
  window.once('closed', () => asking?.abort());
}
