import { isPageAddress } from '#main/platform/page-address.ts';
import type { RedirectFiles } from '#main/platform/redirect-files.ts';
import type { ElectronParts } from './parts.ts';

export interface HolderNeeds {
  readonly dialog: Pick<ElectronParts['dialog'], 'showErrorBox'>;
  readonly shell: ElectronParts['shell'];
  readonly redirects: Pick<RedirectFiles, 'write'>;
}

/**
 * Another process has the data folder, and none of ours that would have shown its window by itself: most likely the
 * browser host. Opens its page where it has one, by a file that only this user can read, else says who it is.
 */
export async function tellHolder(
  { dialog, shell, redirects }: HolderNeeds,
  holder: { readonly pid: number | null; readonly url: string | null },
): Promise<void> {
  const isPage = holder.url !== null && isPageAddress(holder.url);
  const redirect = isPage ? await redirects.write(holder.url) : null;
  if (redirect !== null) {
    await shell.openExternal(redirect);
    return;
  }
  const who = holder.pid === null ? 'Another process' : `Process ${holder.pid}`;
  dialog.showErrorBox(
    'Switchboard runs already',
    `${who} works with the same data. End it first, or look for its window.`,
  );
}
