/** Posts a storm of callbacks to a running app: about new messages, older ones and forged ones. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceAccount } from '#test/e2e/support/programs.ts';
import type { DisposeStack } from '#shared/lib/disposable.ts';
import type { Random } from '#test/support/random.ts';
import type { LiveApp } from './live-app.ts';
import { changeService, readIds } from './service-changes.ts';
import { buildCallback, CallbackSender, inventMessage, toKey, type CallbackSubject } from './callback-sender.ts';

export interface StormSetup {
  readonly app: LiveApp;
  readonly account: ServiceAccount;
  readonly random: Random;
  /** Disposes of everything that is opened. */
  readonly stack: DisposeStack;
}

export interface StormSize {
  /** Number of callbacks, and how many of them start per second. */
  readonly count: number;
  readonly perSecond: number;
}

export interface Storm {
  /** Number of callbacks by their last status. */
  readonly answers: ReadonlyMap<number | null, number>;
  /** Keys of the callbacks that were answered with 200. */
  readonly taken: ReadonlySet<string>;
  /** Ids of the texts that were received meanwhile. */
  readonly written: ReadonlySet<number>;
  /** How long each answer took, in milliseconds. */
  readonly answerMs: readonly number[];
}

/** Of a hundred: 20 about something that was written just now, 40 about something older, 39 invented, 1 with a wrong letter. */
export async function sendStorm({ app, account, random, stack }: StormSetup, size: StormSize): Promise<Storm> {
  const sender = new CallbackSender(app.addresses);
  stack.add(() => sender.dispose());
  const known = await readIds(account);
  const [older, sent] = [known.inbound.slice(-500), known.outbound.slice(-500)];
  const written = new Set<number>();
  const answers = new Map<number | null, number>();
  const taken = new Set<string>();
  const answerMs: number[] = [];
  const post = async (subject: CallbackSubject): Promise<void> => {
    const at = performance.now();
    const status = await sender.postUntilTaken(buildCallback(subject, random));
    answerMs.push(performance.now() - at);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === 200) taken.add(toKey(subject));
  };
  const pick = (): CallbackSubject => {
    const dice = random.between(1, 100);
    const fresh = [...written].slice(-20);
    if (dice <= 20 && fresh.length > 0) return { direction: 'in', id: random.pick(fresh), letter: '' };
    if (dice <= 40) return { direction: 'in', id: random.pick(older), letter: '' };
    if (dice <= 60) return { direction: 'out', id: random.pick(sent), letter: random.pick(['q', 'r']) };
    return dice <= 61 ? { direction: 'out', id: random.pick(sent), letter: 'f' } : inventMessage(random);
  };
  const ending = new AbortController();
  const onText = ({ id }: { readonly id: number }): unknown => written.add(id);
  const writing = changeService(account, { random: random.fork(), ending: ending.signal, onText });
  const posts: Promise<void>[] = [];
  const beganAt = performance.now();
  while (posts.length < size.count) {
    const due = Math.min(size.count, Math.ceil(((performance.now() - beganAt) * size.perSecond) / 1_000));
    while (posts.length < due) posts.push(post(pick()));
    await wait(5);
  }
  ending.abort();
  await Promise.all([...posts, writing]);
  return { answers, taken, written, answerMs };
}
