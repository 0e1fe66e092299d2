/** Questions in dialogs of the system, which the page can neither press nor cover. */
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import type { ProgramQuestion } from '../../host.ts';
import type { ElectronApi } from '../electron-api.ts';
import { revealWindow } from '../window/window.ts';

export interface DialogNeeds {
  readonly dialog: Pick<ElectronApi['dialog'], 'showMessageBox'>;
  readonly getWindow: () => BrowserWindow | null;
}

/**
 * Asks the user and resolves with the number of the button. The dialog belongs to the window, which comes to the front
 * first: the user would not see a question on a hidden window. Rejects where the dialog cannot be shown.
 */
export async function askUser({ dialog, getWindow }: DialogNeeds, options: MessageBoxOptions): Promise<number> {
  const window = getWindow();
  const isShown = revealWindow(window);
  const { response } =
    isShown && window !== null ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response;
}

const RUN = 0;
const CANCEL = 1;

/** Asks whether a program may run; Enter and Escape both say no. */
export function askToRun(needs: DialogNeeds, commandLine: string, signal: AbortSignal): ProgramQuestion {
  const answer = askUser(needs, {
    type: 'warning',
    message: 'Run this program for live updates?',
    detail: `${commandLine}\n\nIt runs with your permissions whenever Switchboard is open. If you didn’t ask for this, choose Cancel.`,
    buttons: ['Allow', 'Cancel'],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
    signal,
  });
  return { place: 'dialog', answer: answer.then((button) => button === RUN && !signal.aborted) };
}
