import type { BrowserWindow } from 'electron';
import type { Host } from '../host.ts';
import type { ElectronParts } from './parts.ts';

/** Files that a person picks: the system's own dialogs, modal to the window. Null when they change their mind. */
export function createFileDialogs(
  dialog: Pick<ElectronParts['dialog'], 'showOpenDialog' | 'showSaveDialog'>,
  getWindow: () => BrowserWindow | null,
): Pick<Host, 'chooseFile' | 'saveFile'> {
  return {
    async chooseFile({ title, extensions }) {
      const options = {
        title,
        properties: ['openFile' as const],
        filters: [{ name: title, extensions: [...extensions] }],
      };
      const window = getWindow();
      const chosen =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async saveFile({ title, suggestedName }) {
      const options = { title, defaultPath: suggestedName };
      const window = getWindow();
      const chosen =
        window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options);
      return chosen.canceled ? null : chosen.filePath;
    },
  };
}
