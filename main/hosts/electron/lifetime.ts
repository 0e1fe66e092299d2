import type { ElectronParts } from './parts.ts';
import type { QuitAnswer } from './quit-question.ts';

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

/** Letting what waits leave takes at most this long, on a person's word. */
const FLUSH_WITHIN_MS = 10_000;

export interface QuitSteps {
  /** Whether to quit, and what to do first. */
  readonly ask: () => Promise<QuitAnswer>;
  /** The session of the system ends: nobody is asked. */
  readonly isSessionEnding: () => boolean;
  readonly hide: () => void;
  /** Quitting was called off: the window may be closed already. */
  readonly reopen: () => void;
  readonly flush: (withinMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly report: (what: string, error: unknown) => void;
}

/**
 * Holds quitting back until a person has said what becomes of texts that wait, and then until everything is closed in order,
 * or the deadline has passed. Windows ends programs at logoff without this event: then what is on disk is all there is, and
 * it is enough.
 */
export function closeBeforeQuit(app: Pick<ElectronParts['app'], 'exit' | 'on' | 'quit'>, steps: QuitSteps): void {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  const leave = async (isFlushed: boolean): Promise<void> => {
    state = 'closing';
    steps.hide();
    if (isFlushed) await steps.flush(FLUSH_WITHIN_MS).catch((error: unknown) => steps.report('quit.notFlushed', error));
    const deadline = setTimeout(() => app.exit(1), LONGEST_FAREWELL_MS);
    await steps.close();
    clearTimeout(deadline);
    state = 'closed';
    app.quit();
  };
  const decide = async (): Promise<void> => {
    const answer = await steps.ask().catch((error: unknown): QuitAnswer => {
      steps.report('quit.notAsked', error);
      return 'quit';
    });
    // The system may have ended the session while the question stood there.
    if (state !== 'asking') return;
    if (answer !== 'stay') await leave(answer === 'send');
    else {
      state = 'open';
      steps.reopen();
    }
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    const isUnasked = steps.isSessionEnding();
    if (state === 'asking' && !isUnasked) return;
    state = isUnasked ? 'closing' : 'asking';
    (isUnasked ? leave(false) : decide()).catch(() => app.exit(1));
  });
}
