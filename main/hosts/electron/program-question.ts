import type { BrowserWindow, MessageBoxOptions } from 'electron';
import type { ProgramQuestion } from '../host.ts';
import type { ElectronParts } from './parts.ts';
import { revealWindow } from './window.ts';

interface Needs {
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox'>;
  readonly getWindow: () => BrowserWindow | null;
}

const RUN = 0;
const CANCEL = 1;

/** Asks in a dialog of the system, which the page can neither press nor cover; Enter and Escape both say no. */
export function askToRun(needs: Needs, commandLine: string, signal: AbortSignal): ProgramQuestion {
  return { place: 'dialog', answer: ask(needs, commandLine, signal) };
}

async function ask({ dialog, getWindow }: Needs, commandLine: string, signal: AbortSignal): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    message: 'Run this program for live updates?',
    detail: `${commandLine}\n\nIt runs with your rights, whenever Switchboard is open. Choose Cancel if you didn’t ask for this.`,
    buttons: ['Run program', 'Cancel'],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
    signal,
  };
  const window = getWindow();
  // A sheet on a window that nobody sees is a question that nobody hears.
  const isShown = revealWindow(window);
  const { response } =
    isShown && window !== null ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return response === RUN && !signal.aborted;
}
