import { isPageAddress } from '#main/platform/page-address.ts';
import type { RedirectFiles } from '#main/platform/redirect-files.ts';
import type { ElectronApi } from '../electron-api.ts';

export interface RevealNeeds {
  readonly dialog: Pick<ElectronApi['dialog'], 'showErrorBox'>;
  readonly shell: ElectronApi['shell'];
  readonly redirects: Pick<RedirectFiles, 'write'>;
}

/**
 * Another process has the data folder and is no Electron instance, which would have shown its window by itself: most likely
 * the browser host. Opens its page where it has one, by a file that only this user can read, else says who it is.
 */
export async function revealRunningInstance(
  { dialog, shell, redirects }: RevealNeeds,
  running: { readonly pid: number | null; readonly url: string | null },
): Promise<void> {
  const isPage = running.url !== null && isPageAddress(running.url);
  const redirect = isPage ? await redirects.write(running.url) : null;
  if (redirect !== null) {
    await shell.openExternal(redirect);
    return;
  }
  const who = running.pid === null ? 'Another process' : `Process ${running.pid}`;
  dialog.showErrorBox(
    'Switchboard is already running',
    `${who} is using the same data. Switch to its window, or quit it and try again.`,
  );
}
