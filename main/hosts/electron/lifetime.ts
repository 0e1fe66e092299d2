import type { ElectronParts } from './parts.ts';

/** Leaving takes at most this long; what is on disk is safe whenever it ends. */
const LONGEST_FAREWELL_MS = 10_000;

/**
 * When the window comes and goes: a second start and the dock bring it back; closing the last one ends the app where
 * that is the custom, on macOS it stays in the dock.
 */
export function keepWindow(
  app: Pick<ElectronParts['app'], 'on' | 'quit'>,
  options: {
    readonly platform: NodeJS.Platform;
    readonly open: () => Promise<void>;
    readonly report: (what: string, error: unknown) => void;
  },
): void {
  const reopen = (): void => {
    options.open().catch((error: unknown) => options.report('window.notLoaded', error));
  };
  app.on('second-instance', reopen);
  app.on('activate', reopen);
  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
}

/**
 * Holds quitting back until everything is closed in order, or the deadline has passed. Windows ends programs at logoff
 * without this event: then what is on disk is all there is, and it is enough.
 */
export function closeBeforeQuit(
  app: Pick<ElectronParts['app'], 'exit' | 'on' | 'quit'>,
  { hide, close }: { readonly hide: () => void; readonly close: () => Promise<void> },
): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    hide();
    const deadline = setTimeout(() => app.exit(1), LONGEST_FAREWELL_MS);
    close().then(
      () => {
        clearTimeout(deadline);
        state = 'closed';
        app.quit();
      },
      () => app.exit(1),
    );
  });
}
