import type { BrowserWindow, MessageBoxOptions } from 'electron';
import type { QuitGuard } from '#main/bridge/bridge.ts';
import type { ElectronParts } from './parts.ts';
import { revealWindow } from './window.ts';

/** `send`: what waits leaves first · `quit`: it stays and goes out at the next start · `stay`: nothing ends. */
export type QuitAnswer = 'send' | 'quit' | 'stay';

export interface QuitNeeds {
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox'>;
  /** Null while there is no app. */
  readonly findFarewell: () => QuitGuard | null;
  readonly getWindow: () => BrowserWindow | null;
}

/** A disk that does not answer holds up nobody. */
const LOOK_WITHIN_MS = 2_000;
/** Nobody answers: the app ends as it was told to, and nothing leaves without a word. */
const ANSWER_WITHIN_MS = 60_000;
/** A hold may end while a person thinks: with nothing left there is nothing to ask. */
const LOOK_EVERY_MS = 1_000;

/**
 * Asks where texts wait that have not left. Nothing waits, nobody answers within a minute, or what waits cannot be told:
 * `quit`. Rejects where the question cannot be shown.
 */
export async function askBeforeQuit({ dialog, findFarewell, getWindow }: QuitNeeds): Promise<QuitAnswer> {
  const farewell = findFarewell();
  if (farewell === null) return 'quit';
  const waiting = await look(farewell);
  if (waiting === null || isNothing(waiting)) return 'quit';
  const closing = new AbortController();
  const over = Promise.withResolvers<QuitAnswer>();
  const deadline = setTimeout(() => over.resolve('quit'), ANSWER_WITHIN_MS);
  const looks = setInterval(() => {
    // What cannot be told for a moment is no answer to a question that stands there.
    void look(farewell).then((now) => now !== null && isNothing(now) && over.resolve('quit'));
  }, LOOK_EVERY_MS);
  try {
    return await Promise.race([
      ask(dialog, getWindow(), { ...toQuestion(waiting), signal: closing.signal }),
      over.promise,
    ]);
  } finally {
    clearTimeout(deadline);
    clearInterval(looks);
    closing.abort();
  }
}

async function ask(dialog: QuitNeeds['dialog'], window: BrowserWindow | null, question: Question): Promise<QuitAnswer> {
  const { answers, ...options } = question;
  // A sheet on a window that nobody sees is a question that nobody hears.
  const isShown = revealWindow(window);
  const { response } =
    isShown && window !== null ? await dialog.showMessageBox(window, options) : await dialog.showMessageBox(options);
  return answers[response] ?? 'stay';
}

type Question = MessageBoxOptions & { readonly answers: readonly QuitAnswer[] };

function toQuestion({ count, underWay, canLeaveNow }: Waiting): Question {
  if (count === 0) return toQuestionUnderWay(underWay);
  const isOne = count === 1;
  const later = `${isOne ? 'It goes' : 'They go'} out when Switchboard is open again`;
  const detail = canLeaveNow
    ? `Send ${isOne ? 'it' : 'them'} now, or quit: ${later.charAt(0).toLowerCase()}${later.slice(1)}.`
    : `The service cannot be reached at the moment. ${later}; until then ${isOne ? 'it is' : 'they are'} kept on this computer.`;
  return {
    ...toBox(canLeaveNow ? BUTTONS : { quit: BUTTONS.quit, stay: BUTTONS.stay }),
    message: isOne ? 'A text has not been sent yet.' : `${String(count)} texts have not been sent yet.`,
    detail,
  };
}

/** Their requests have left: nobody may say that they go out later. */
function toQuestionUnderWay(count: number): Question {
  const isOne = count === 1;
  return {
    ...toBox({ send: 'Wait, then quit', quit: 'Quit now', stay: BUTTONS.stay }),
    message: isOne ? 'A text is on its way.' : `${String(count)} texts are on their way.`,
    detail: `The service has not answered yet. Wait a few seconds for it, or quit: what became of ${isOne ? 'it' : 'them'} is found out when Switchboard is open again.`,
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
  quit: 'Quit, send when I’m back',
  stay: 'Cancel',
};

interface Waiting {
  /** Texts that have not left. */
  readonly count: number;
  readonly underWay: number;
  readonly canLeaveNow: boolean;
}

const isNothing = ({ count, underWay }: Waiting): boolean => count + underWay === 0;

/** Null where that cannot be told in time. */
async function look(farewell: QuitGuard): Promise<Waiting | null> {
  const looking = farewell.look().then(
    ({ held, queued, sending, canLeaveNow }): Waiting => ({ count: held + queued, underWay: sending, canLeaveNow }),
    () => null,
  );
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), LOOK_WITHIN_MS);
  try {
    return await Promise.race([looking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
