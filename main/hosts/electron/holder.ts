import type { ElectronParts } from './parts.ts';

/** Where the browser host may be: what another process says of itself is not opened before it was looked at. */
const PAGE_OF_HOLDER = /^http:\/\/127\.0\.0\.1:\d{1,5}\//;

/**
 * Another process has the data folder, and none of ours that would have shown its window by itself: most likely the
 * browser host. Opens its page where it has one, else says who it is.
 */
export async function tellHolder(
  {
    dialog,
    shell,
  }: { readonly dialog: Pick<ElectronParts['dialog'], 'showErrorBox'>; readonly shell: ElectronParts['shell'] },
  holder: { readonly pid: number | null; readonly url: string | null },
): Promise<void> {
  if (holder.url !== null && PAGE_OF_HOLDER.test(holder.url)) {
    await shell.openExternal(holder.url);
    return;
  }
  const who = holder.pid === null ? 'Another process' : `Process ${holder.pid}`;
  dialog.showErrorBox(
    'Switchboard runs already',
    `${who} works with the same data. End it first, or look for its window.`,
  );
}
