/**
 * Quitting: ask the user about texts that have not left, close everything in order, then end.
 *
 *   before-quit ─► session of the system ends? ── yes ─────────────────────┐
 *                        │ no                                              ▼
 *                        └► unsent texts? ask: send / quit ─► hide (flush) close quit
 *                                              stay ─► the window comes back
 */
import type { MessageBoxOptions } from 'electron';
import type { QuitGuard } from '#main/bridge/bridge.ts';
import type { ElectronApi } from '../electron-api.ts';
import { askUser, type DialogNeeds } from '../shell/dialogs.ts';

/** Closing takes at most this long; what is on disk is safe whenever it ends. */
const CLOSE_WITHIN_MS = 10_000;
/** Sending unsent texts, where the user chose it, takes at most this long. */
const FLUSH_WITHIN_MS = 10_000;
/** A disk that does not answer does not keep the app from quitting. */
const COUNT_WITHIN_MS = 2_000;
/** An installer that was started, and does not end the app within this, is not waited for. macOS checks the whole package first. */
const HANDED_OVER_MS = 120_000;
/** Without an answer the app quits as it was told to, and the texts stay on this computer. */
const ANSWER_WITHIN_MS = 60_000;
/** An undo window may end while the question is open: with nothing unsent the question goes away. */
const COUNT_EVERY_MS = 1_000;

/** `send`: unsent texts are sent first · `quit`: they stay and are sent after the next start · `stay`: nothing ends. */
export type QuitAnswer = 'send' | 'quit' | 'stay';

export interface QuitSteps {
  /** Whether to quit, and what to do first. */
  readonly ask: () => Promise<QuitAnswer>;
  /** The session of the system ends: the user is not asked. */
  readonly isSessionEnding: () => boolean;
  readonly hide: () => void;
  /** The user chose to stay: the window may be closed already. */
  readonly reopen: () => void;
  readonly flush: (withinMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
  /**
   * Everything is closed. True: the installer of a newer version ends the app and starts it again, or the app is told to do
   * so itself, at once or later.
   */
  readonly handOver: (startAgain: () => void) => boolean;
  /** As `leave`, and the app starts again. */
  readonly startAgain: () => void;
  /** The last step: nothing of the app runs after it. */
  readonly leave: () => void;
  readonly report: (what: string, error: unknown) => void;
}

/** `asking`: nothing has ended yet · `closing`: it does · `installing`: an installer starts the app again · `closed`: about to end. */
export type QuitState = 'open' | 'asking' | 'closing' | 'installing' | 'closed';

/**
 * Holds quitting back until the user has answered, and then until everything is closed in order or the deadline has passed.
 * Windows ends programs at logoff without this event: then only what is on disk stays, and that is enough.
 * Returns how far it is.
 */
export function closeBeforeQuit(
  app: Pick<ElectronApi['app'], 'exit' | 'on' | 'quit'>,
  steps: QuitSteps,
): () => QuitState {
  let state: QuitState = 'open';
  const giveUp = (): void => {
    state = 'closed';
    steps.leave();
    app.exit(1);
  };
  const closeAll = async (isFlushed: boolean): Promise<void> => {
    state = 'closing';
    steps.hide();
    if (isFlushed) await steps.flush(FLUSH_WITHIN_MS).catch((error: unknown) => steps.report('quit.notFlushed', error));
    const deadline = setTimeout(giveUp, CLOSE_WITHIN_MS);
    await steps.close();
    clearTimeout(deadline);
    state = 'installing';
    const late = setTimeout(() => end(steps.startAgain), HANDED_OVER_MS).unref();
    const end = (leave: () => void): void => {
      clearTimeout(late);
      if (state === 'closed') return;
      state = 'closed';
      leave();
      app.quit();
    };
    if (!steps.handOver(() => end(steps.startAgain))) end(steps.leave);
  };
  const decide = async (): Promise<void> => {
    const answer = await steps.ask().catch((error: unknown): QuitAnswer => {
      steps.report('quit.notAsked', error);
      return 'quit';
    });
    // The system may have ended the session while the question was open.
    if (state !== 'asking') return;
    if (answer !== 'stay') await closeAll(answer === 'send');
    else {
      state = 'open';
      steps.reopen();
    }
  };
  app.on('before-quit', (event) => {
    if (state === 'installing' || state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    const isUnasked = steps.isSessionEnding();
    if (state === 'asking' && !isUnasked) return;
    state = isUnasked ? 'closing' : 'asking';
    (isUnasked ? closeAll(false) : decide()).catch(giveUp);
  });
  return () => state;
}

export interface QuitQuestionNeeds extends DialogNeeds {
  /** Null while there is no app. */
  readonly findQuitGuard: () => QuitGuard | null;
}

/**
 * Asks where texts are unsent. `quit` without a question where none are, where they cannot be counted, and where no answer
 * comes within a minute. Rejects where the question cannot be shown.
 */
export async function askBeforeQuit(needs: QuitQuestionNeeds): Promise<QuitAnswer> {
  const quitGuard = needs.findQuitGuard();
  if (quitGuard === null) return 'quit';
  const unsent = await countUnsent(quitGuard);
  if (unsent === null || isNothing(unsent)) return 'quit';
  const closing = new AbortController();
  const over = Promise.withResolvers<QuitAnswer>();
  const deadline = setTimeout(() => over.resolve('quit'), ANSWER_WITHIN_MS);
  const recounts = setInterval(() => {
    // A failed count does not answer the open question.
    void countUnsent(quitGuard).then((now) => now !== null && isNothing(now) && over.resolve('quit'));
  }, COUNT_EVERY_MS);
  const { answers, ...options } = toQuestion(unsent);
  const answered = askUser(needs, { ...options, signal: closing.signal }).then((button) => answers[button] ?? 'stay');
  try {
    return await Promise.race([answered, over.promise]);
  } finally {
    clearTimeout(deadline);
    clearInterval(recounts);
    closing.abort();
  }
}

type Question = MessageBoxOptions & { readonly answers: readonly QuitAnswer[] };

function toQuestion({ waiting, underWay, canSendNow }: Unsent): Question {
  if (waiting === 0) return toQuestionUnderWay(underWay);
  const isOne = waiting === 1;
  const detail = canSendNow
    ? `Send ${isOne ? 'it' : 'them'} now, or quit and we’ll send ${isOne ? 'it' : 'them'} when you next open Switchboard.`
    : `We can’t reach the service right now. If you quit, we’ll keep ${isOne ? 'it' : 'them'} on this computer and send ${isOne ? 'it' : 'them'} when you next open Switchboard.`;
  return {
    ...toBox(canSendNow ? BUTTONS : { quit: BUTTONS.quit, stay: BUTTONS.stay }),
    message: isOne ? 'A text hasn’t been sent yet.' : `${String(waiting)} texts haven’t been sent yet.`,
    detail,
  };
}

/** Their requests have left: the question must not promise that they go out later. */
function toQuestionUnderWay(count: number): Question {
  const isOne = count === 1;
  return {
    ...toBox({ send: 'Wait, then quit', quit: 'Quit now', stay: BUTTONS.stay }),
    message: isOne ? 'A text is on its way.' : `${String(count)} texts are on their way.`,
    detail: `The service hasn’t confirmed ${isOne ? 'it' : 'them'} yet. Wait a few seconds, or quit and we’ll check when you next open Switchboard.`,
  };
}

function toBox(buttons: Partial<Readonly<Record<QuitAnswer, string>>>) {
  const answers = (['send', 'quit', 'stay'] as const).filter((answer) => buttons[answer] !== undefined);
  return {
    type: 'question',
    buttons: answers.map((answer) => buttons[answer] ?? ''),
    defaultId: 0,
    cancelId: answers.indexOf('stay'),
    noLink: true,
    answers,
  } as const;
}

const BUTTONS: Readonly<Record<QuitAnswer, string>> = {
  send: 'Send now and quit',
  quit: 'Quit and send later',
  stay: 'Cancel',
};

interface Unsent {
  /** Texts whose requests have not left. */
  readonly waiting: number;
  readonly underWay: number;
  readonly canSendNow: boolean;
}

const isNothing = ({ waiting, underWay }: Unsent): boolean => waiting + underWay === 0;

/** Null where they cannot be counted in time. */
async function countUnsent(quitGuard: QuitGuard): Promise<Unsent | null> {
  const counting = quitGuard.countUnsent().then(
    ({ held, queued, sending, canSendNow }): Unsent => ({ waiting: held + queued, underWay: sending, canSendNow }),
    () => null,
  );
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), COUNT_WITHIN_MS);
  try {
    return await Promise.race([counting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
