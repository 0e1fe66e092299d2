/**
 * Leaving from a terminal. Ctrl+C is a person who wants to be done: what waits leaves now, as far as it can in a few seconds.
 * Being ended by the system (SIGTERM) is nobody's decision about a text: what is held stays held back, on disk, and goes out
 * at the next start. Either way what stays is said.
 */
import type { QuitGuard } from '#main/bridge/bridge.ts';

/** So long at most; whoever wants it shorter presses again. */
const FLUSH_WITHIN_MS = 10_000;
/** A disk that does not answer holds up nobody. */
const LOOK_WITHIN_MS = 2_000;

export interface FarewellNeeds {
  readonly farewell: QuitGuard;
  /** One line for the terminal. */
  readonly print: (line: string) => void;
}

/** Says what waits, lets leave what can, and says what stays. Never rejects; takes 14 seconds at most. */
export async function leaveByHand(needs: FarewellNeeds): Promise<void> {
  const { waiting, underWay } = await look(needs.farewell);
  const count = waiting + underWay;
  if (count === 0) return;
  const [texts, wait] = count === 1 ? ['text', 'waits'] : ['texts', 'wait'];
  needs.print(
    `${String(count)} ${texts} ${wait} to be sent: sending for at most 10 seconds. Ctrl+C again ends at once.`,
  );
  await needs.farewell.flush(FLUSH_WITHIN_MS).catch(() => undefined);
  await sayWhatStays(needs);
}

/** Says what stays, and what nobody knows yet. Never rejects; takes 2 seconds at most. */
export async function sayWhatStays({ farewell, print }: FarewellNeeds): Promise<void> {
  const { waiting, underWay } = await look(farewell);
  if (underWay > 0) {
    const [texts, it] = underWay === 1 ? ['text is on its', 'it'] : ['texts are on their', 'them'];
    print(`${String(underWay)} ${texts} way: what became of ${it} is found out when Switchboard is started again.`);
  }
  if (waiting === 0) return;
  const [text, stay, go] = waiting === 1 ? ['text', 'stays', 'goes'] : ['texts', 'stay', 'go'];
  print(`${String(waiting)} ${text} ${stay} here and ${go} out when Switchboard is started again.`);
}

interface Left {
  readonly waiting: number;
  /** Their requests have left: whether they arrive, nobody can say. */
  readonly underWay: number;
}

const NOTHING: Left = { waiting: 0, underWay: 0 };

/** Nothing where that cannot be told in time. */
async function look(farewell: QuitGuard): Promise<Left> {
  const looking = farewell.look().then(
    ({ held, queued, sending }): Left => ({ waiting: held + queued, underWay: sending }),
    () => NOTHING,
  );
  const late = Promise.withResolvers<Left>();
  const timer = setTimeout(() => late.resolve(NOTHING), LOOK_WITHIN_MS);
  try {
    return await Promise.race([looking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
