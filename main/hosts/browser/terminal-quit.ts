/**
 * Quitting from a terminal. Ctrl+C comes from the user: what can be sent in a few seconds is sent. SIGTERM comes from the
 * system and decides nothing about a text: what is held stays held, on disk, and is sent after the next start. Either way the
 * terminal says what stays.
 */
import type { QuitGuard } from '#main/bridge/bridge.ts';

/** At most; a second Ctrl+C ends it. */
const FLUSH_WITHIN_MS = 10_000;
/** A disk that does not answer does not keep the app from quitting. */
const COUNT_WITHIN_MS = 2_000;

export interface TerminalQuitNeeds {
  readonly quitGuard: QuitGuard;
  /** One line for the terminal. */
  readonly print: (line: string) => void;
}

/** Says what waits, sends what it can, and says what stays. Never rejects; takes 14 seconds at most. */
export async function sendBeforeQuit(needs: TerminalQuitNeeds): Promise<void> {
  const { waiting, underWay } = await countUnsent(needs.quitGuard);
  const count = waiting + underWay;
  if (count === 0) return;
  const texts = count === 1 ? 'text' : 'texts';
  needs.print(`Sending ${String(count)} waiting ${texts} for up to 10 seconds. Press Ctrl+C again to quit now.`);
  await needs.quitGuard.flush(FLUSH_WITHIN_MS).catch(() => undefined);
  await reportUnsent(needs);
}

/** Says what stays, and which texts have no answer yet. Never rejects; takes 2 seconds at most. */
export async function reportUnsent({ quitGuard, print }: TerminalQuitNeeds): Promise<void> {
  const { waiting, underWay } = await countUnsent(quitGuard);
  if (underWay > 0) {
    const [texts, it] = underWay === 1 ? ['text is on its', 'it'] : ['texts are on their', 'them'];
    print(`${String(underWay)} ${texts} way. We’ll check what happened to ${it} when you next start Switchboard.`);
  }
  if (waiting === 0) return;
  const [text, it] = waiting === 1 ? ['text', 'it'] : ['texts', 'them'];
  print(`We’ll keep ${String(waiting)} ${text} on this computer and send ${it} when you next start Switchboard.`);
}

interface Unsent {
  readonly waiting: number;
  /** Their requests have left; the outcome is open. */
  readonly underWay: number;
}

const NOTHING: Unsent = { waiting: 0, underWay: 0 };

/** Nothing where they cannot be counted in time. */
async function countUnsent(quitGuard: QuitGuard): Promise<Unsent> {
  const counting = quitGuard.countUnsent().then(
    ({ held, queued, sending }): Unsent => ({ waiting: held + queued, underWay: sending }),
    () => NOTHING,
  );
  const late = Promise.withResolvers<Unsent>();
  const timer = setTimeout(() => late.resolve(NOTHING), COUNT_WITHIN_MS);
  try {
    return await Promise.race([counting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
