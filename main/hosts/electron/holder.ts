import type { Dialog, Shell } from 'electron';

/**
 * Another process has the data folder, and none of ours that would have shown its window by itself: most likely the
 * browser host. Opens its page where it has one, else says who it is.
 */
export async function tellHolder(
  { dialog, shell }: { readonly dialog: Pick<Dialog, 'showErrorBox'>; readonly shell: Pick<Shell, 'openExternal'> },
  holder: { readonly pid: number | null; readonly url: string | null },
): Promise<void> {
  if (holder.url !== null) {
    await shell.openExternal(holder.url);
    return;
  }
  const who = holder.pid === null ? 'Another process' : `Process ${holder.pid}`;
  dialog.showErrorBox(
    'Switchboard runs already',
    `${who} works with the same data. End it first, or look for its window.`,
  );
}
